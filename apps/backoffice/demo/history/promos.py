"""Promo codes of the history: one expired, two active, besides the demo's own."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import DAYS
from apps.backoffice.demo.history.trip import Trip
from apps.bookings.pricing.discounts import apply_promo
from apps.fares.choices import DiscountType
from apps.fares.models import Promo, PromoRedemption
from apps.fares.promos.redemption import Held

PROMO_SHARE: Final = 0.14
"""Share of rides that use a promo code, each code once per rider."""

PROMOS: Final[tuple[tuple[str, str, str, int, int | None, int, int, int, int], ...]] = (
    ("AUTUMN20", "20% off, up to 8", "percentage", 20, 8, 15, 120, DAYS + 5, 9),
    ("FERRY5", "5 off to and from the ferry", "flat", 5, None, 20, 250, DAYS - 12, -80),
    ("SUNDAY15", "15% off, up to 10", "percentage", 15, 10, 25, 200, 24, -45),
)
"""Name, description, type, value, cap, minimum order, uses, days since creation, days since the end."""


def add_promos(builder: Builder) -> None:
    builder.promos = list(Promo.objects.all())
    today = builder.now.astimezone(builder.platform.tz).date()
    for promo in builder.promos:
        promo.created_at = builder.now - timedelta(days=DAYS + 9)
    for name, words, kind, value, cap, least, limit, made, ended in PROMOS:
        at = builder.now - timedelta(days=made, hours=3)
        promo = Promo(
            promo_name=name,
            promo_description=words,
            promo_discount_type=DiscountType(kind),
            promo_discount_value=Decimal(value),
            max_promo_discount_value=None if cap is None else Decimal(cap),
            min_order=Decimal(least),
            promo_usage_limit=limit,
            promo_validity=today - timedelta(days=ended),
            created_at=at,
        )
        builder.add(promo)
        builder.promos.append(promo)
        builder.audit(at, "added", "promo", promo.pk, name, promo_name=name, promo_usage_limit=limit)


def apply_random_promo(trip: Trip, at: datetime) -> dict[str, str]:
    """Sometimes apply a promo code that fits; returns it for the booking's events."""
    builder, booking, rider = trip.builder, trip.booking, trip.rider
    if trip.rng.random() > PROMO_SHARE:
        return {}
    day = at.astimezone(builder.platform.tz).date()
    good = [
        promo
        for promo in builder.promos
        if promo.pk not in rider.promos
        and promo.created_at < booking.created_at
        and promo.promo_validity >= day
        and promo.user_avail < promo.promo_usage_limit
        # The measured fare may be slightly below the quote.
        and booking.trip_cost > promo.min_order * Decimal("1.25")
    ]
    if not good:
        return {}
    promo = trip.rng.choice(good)
    apply_promo(booking, Held(promo, None))
    return {"promo_name": promo.promo_name, "discount": f"{booking.discount:f}"}


def redeem_promo(trip: Trip) -> None:
    """Record the use once the trip has started; a cancelled trip uses no code."""
    promo: Any = trip.booking.promo
    if promo is not None:
        promo.user_avail += 1
        trip.rider.promos.add(promo.pk)
        trip.builder.add(
            PromoRedemption(
                promo_id=promo.pk,
                user_id=trip.booking.customer_id,
                booking_id=trip.booking.pk,
                created_at=trip.booking.created_at,
            )
        )
