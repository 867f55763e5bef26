"""The default data of document 3; the model declares the settings' defaults."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from apps.core.models import PlatformSettings
from apps.fares.choices import DiscountType, FeeType

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
    }
    return CarKind(row=row, slabs=slabs, parcel_types=parcel_types or {}, options=options or {})


def _taxi(name: str, numbers: tuple[int, int, int, int], slabs: tuple[int, int], *, seats: int) -> CarKind:
    category = PlatformSettings.AppCategory.TAXI
    return _kind(name, numbers, slabs, category=category, info=f"Capacity: {seats}, Type: Taxi")


def _delivery(
    name: str, numbers: tuple[int, int, int, int], slabs: tuple[int, int], **extras: Mapping[str, int]
) -> CarKind:
    category = PlatformSettings.AppCategory.DELIVERY
    return _kind(name, numbers, slabs, category=category, info="Type: Delivery", **extras)


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

PROMO: Final[Mapping[str, Any]] = {
    "promo_name": "WELCOME10",
    "promo_description": "10 off your ride",
    "promo_discount_type": DiscountType.FLAT,
    "promo_discount_value": Decimal(10),
    "max_promo_discount_value": Decimal(10),
    "min_order": Decimal(10),
    "promo_usage_limit": 100,
}
PROMO_LASTS: Final = timedelta(days=365)
"""Counted from the day of seeding."""

CANCEL_REASONS: Final = (
    "Unable to Contact Driver",
    "Cab is not moving in my direction",
    "My reason is not listed",
    "Driver denied duty",
    "Cab is taking long time",
)

SETTINGS: Final[Mapping[str, Any]] = {
    "app_name": "Hansom",
    "company_name": "Hansom Cab Company",
    "contact_email": "hello@hansom.example",
    "company_website": "https://hansom.example",
    "postal_address": "1 Quay Street\nNewport, Isle of Wight\nPO30 5BA",
    "time_zone": "Europe/London",
    "country": "United Kingdom",
    "restrict_country": "GB",
    "panic": "999",
    "quick_amounts": [5, 10, 20, 50, 100],
}
"""Settings of the demo company; all others are document 3's defaults."""
