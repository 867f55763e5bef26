"""Document 3's default data; the settings' own defaults are those of the model."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from apps.fares.choices import FeeType

CONVENIENCE_FEE_PERCENT: Final = Decimal(15)


def _car_type(
    name: str, base: int, minimum: int, per_hour: int, per_unit: int, seats: int
) -> Mapping[str, Any]:
    return {
        "name": name,
        "icon": name.lower(),
        "base_fare": Decimal(base),
        "min_fare": Decimal(minimum),
        "rate_per_hour": Decimal(per_hour),
        "rate_per_unit_distance": Decimal(per_unit),
        "convenience_fees": CONVENIENCE_FEE_PERCENT,
        "convenience_fee_type": FeeType.PERCENTAGE,
        "extra_info": f"Capacity: {seats}, Type: Taxi",
    }


CAR_TYPES: Final = (
    _car_type("Economy", 10, 10, 5, 5, 3),
    _car_type("Comfort", 12, 20, 6, 8, 4),
    _car_type("Exclusive", 15, 30, 8, 10, 4),
)

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
    "time_zone": "Europe/London",
    "country": "United Kingdom",
    "restrict_country": "GB",
    "panic": "999",
    "quick_amounts": [5, 10, 20, 50, 100],
}
"""Where the demo company lives; all else stays as document 3 has it."""
