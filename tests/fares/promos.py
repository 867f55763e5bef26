"""Promos for tests."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from apps.fares.models import Promo


def make_promo(promo_name: str = "TEN", **fields: Any) -> Promo:
    """Insert document 3's promo of 10 off: no cap, no minimum order, a hundred uses, valid for a week."""
    defaults: dict[str, Any] = {
        "promo_discount_type": "flat",
        "promo_discount_value": 10,
        "promo_validity": timezone.now().date() + timedelta(days=7),
        "promo_usage_limit": 100,
    }
    promo = Promo.objects.create(promo_name=promo_name, **(defaults | fields))
    promo.refresh_from_db()
    return promo
