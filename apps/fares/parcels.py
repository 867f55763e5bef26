"""What is carried in a delivery, and how: chosen among what a car type offers, each for an amount."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.models import PlatformSettings
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.models import ParcelOption, ParcelType


@dataclass(frozen=True, slots=True)
class Parcel:
    """A parcel type and an option of one car type; either may be missing."""

    parcel_type: ParcelType | None = None
    option: ParcelOption | None = None

    @property
    def parcel_type_id(self) -> int | None:
        return None if self.parcel_type is None else self.parcel_type.pk

    @property
    def option_id(self) -> int | None:
        return None if self.option is None else self.option.pk

    @property
    def parcel_amount(self) -> Decimal:
        return ZERO if self.parcel_type is None else Decimal(self.parcel_type.amount)

    @property
    def option_amount(self) -> Decimal:
        return ZERO if self.option is None else Decimal(self.option.amount)


PLAIN = Parcel()


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was asked for, whichever car types offer it."""

    parcel_type: ParcelType | None = None
    option: ParcelOption | None = None

    def of(self, car_type_id: int) -> Parcel:
        """The part of it that this car type offers."""
        parcel_type, option = self.parcel_type, self.option
        return Parcel(
            parcel_type if parcel_type and parcel_type.car_type_id == car_type_id else None,
            option if option and option.car_type_id == car_type_id else None,
        )


def is_delivery(settings: Platform) -> bool:
    return settings.app_category == PlatformSettings.AppCategory.DELIVERY


def chosen(
    *,
    parcel_type_id: int | None,
    option_id: int | None,
    car_type_ids: Collection[int],
    settings: Platform,
) -> Chosen:
    """What these ids name among the car types that are priced.

    Raises BadInput select_proper for what none of them offers, and for any where people ride.
    """
    asked = {"parcel_type_id": (ParcelType, parcel_type_id), "option_id": (ParcelOption, option_id)}
    found: dict[str, Any] = {}
    for name, (model, pk) in asked.items():
        if pk is None:
            continue
        rows = model._default_manager.filter(pk=pk, car_type_id__in=car_type_ids)
        found[name] = rows.first() if is_delivery(settings) else None
        if found[name] is None:
            raise BadInput(
                "select_proper",
                _("Choose a pickup, drop-off and car type."),
                fields={name: _("This car type doesn't offer it.")},
            )
    return Chosen(found.get("parcel_type_id"), found.get("option_id"))


def as_json(extra: ParcelType | ParcelOption | None) -> dict[str, Any] | None:
    """As a booking keeps it, whatever becomes of the row."""
    if extra is None:
        return None
    return {"id": extra.pk, "description": extra.description, "amount": f"{Decimal(extra.amount):f}"}
