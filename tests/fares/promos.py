"""Promos for tests."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from apps.fares.models import Promo


def make_promo(promo_name: str = "TEN", **fields: Any) -> Promo:
    """Ten off, as document 3's: no cap unless given, no least order, a hundred uses, good for a week."""
    defaults: dict[str, Any] = {
        "promo_discount_type": "flat",
        "promo_discount_value": 10,
        "promo_validity": timezone.now().date() + timedelta(days=7),
        "promo_usage_limit": 100,
    }
    promo = Promo.objects.create(promo_name=promo_name, **(defaults | fields))
    promo.refresh_from_db()
    return promo
