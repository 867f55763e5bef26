"""Document 3's car types and cancellation reasons: what every new platform starts with."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from apps.bookings.models import CancelReason
from apps.core.models import PlatformSettings
from apps.fares.choices import FeeType
from apps.fares.models import CancelSlab, CarType

CONVENIENCE_FEE_PERCENT: Final = Decimal(15)
SLAB_MINUTES: Final = (2, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarKind:
    """A car type and its form fields."""

    row: Mapping[str, Any]
    slabs: tuple[int, int]
    """The fee of a cancellation more than 2 and more than 4 minutes after acceptance."""
    parcel_types: Mapping[str, int]
    options: Mapping[str, int]


def _kind(
    name: str,
    numbers: tuple[int, int, int, int],
    slabs: tuple[int, int],
    *,
    category: str,
    info: str,
    seats: int | None = None,
    parcel_types: Mapping[str, int] | None = None,
    options: Mapping[str, int] | None = None,
) -> CarKind:
    base, minimum, per_hour, per_unit = numbers
    row = {
        "name": name,
        "icon": name.lower().replace(" ", "-"),
        "base_fare": Decimal(base),
        "min_fare": Decimal(minimum),
        "rate_per_hour": Decimal(per_hour),
        "rate_per_unit_distance": Decimal(per_unit),
        "convenience_fees": CONVENIENCE_FEE_PERCENT,
        "convenience_fee_type": FeeType.PERCENTAGE,
        "extra_info": info,
        "app_category": category,
        "seats": seats,
    }
    return CarKind(row=row, slabs=slabs, parcel_types=parcel_types or {}, options=options or {})


def _taxi(name: str, numbers: tuple[int, int, int, int], slabs: tuple[int, int], *, seats: int) -> CarKind:
    category = PlatformSettings.AppCategory.TAXI
    return _kind(name, numbers, slabs, category=category, info=f"Capacity: {seats}, Type: Taxi", seats=seats)


def _delivery(
    name: str,
    numbers: tuple[int, int, int, int],
    slabs: tuple[int, int],
    *,
    parcel_types: Mapping[str, int] | None = None,
    options: Mapping[str, int] | None = None,
) -> CarKind:
    return _kind(
        name,
        numbers,
        slabs,
        category=PlatformSettings.AppCategory.DELIVERY,
        info="Type: Delivery",
        parcel_types=parcel_types,
        options=options,
    )


CAR_TYPES: Final = (
    _taxi("Economy", (10, 10, 5, 5), (10, 15), seats=3),
    _taxi("Comfort", (12, 20, 6, 8), (15, 20), seats=4),
    _taxi("Exclusive", (15, 30, 8, 10), (20, 25), seats=4),
    _delivery(
        "PICKUP TRUCK",
        (10, 10, 5, 5),
        (10, 15),
        parcel_types={"Document": 0, "Box": 5, "Fragile": 15},
        options={"below 5 kg": 10, "5 to 20 kg": 20},
    ),
    _delivery("MINI VAN", (12, 20, 6, 8), (15, 20)),
    _delivery("TRUCK", (15, 30, 8, 10), (20, 25)),
)
"""Taxi types are shown in the taxi category, the others in delivery."""

CANCEL_REASONS: Final = (
    "Unable to Contact Driver",
    "Cab is not moving in my direction",
    "My reason is not listed",
    "Driver denied duty",
    "Cab is taking long time",
)


@transaction.atomic
def create_car_types() -> int:
    """Create the car types unless there are any; returns how many are new."""
    if CarType.objects.exists():
        return 0
    for position, kind in enumerate(CAR_TYPES):
        car_type = CarType.objects.create(position=position, **kind.row)
        slabs = zip(SLAB_MINUTES, kind.slabs, strict=True)
        CancelSlab.objects.bulk_create(
            CancelSlab(car_type=car_type, mins_delayed=minutes, amount=amount) for minutes, amount in slabs
        )
        for place, (description, amount) in enumerate(kind.parcel_types.items()):
            car_type.parceltypes.create(description=description, amount=amount, position=place)
        for place, (description, amount) in enumerate(kind.options.items()):
            car_type.parceloptions.create(description=description, amount=amount, position=place)
    return len(CAR_TYPES)


def create_reasons() -> int:
    """Create the cancellation reasons unless there are any; returns how many are new."""
    if CancelReason.objects.exists():
        return 0
    rows = [CancelReason(value=value, label=label) for value, label in enumerate(CANCEL_REASONS)]
    return len(CancelReason.objects.bulk_create(rows))
