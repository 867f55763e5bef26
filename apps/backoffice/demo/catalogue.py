"""The demo's promo and settings; all other settings stay as document 3 has them."""

from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from apps.fares.choices import DiscountType

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
