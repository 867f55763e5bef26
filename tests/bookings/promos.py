"""Promos on bookings, and cancellation slabs."""

from django.db import transaction

from apps.bookings.models import Booking
from apps.bookings.pricing.discounts import apply_promo, hold_for
from apps.core.platform import platform_settings
from apps.fares.models import CancelSlab, CarType, Promo, PromoRedemption
from apps.fares.promos.redemption import use_promo


@transaction.atomic
def apply(booking: Booking, promo: Promo) -> Booking:
    """Put the promo on the booking as if it had been entered when booking."""
    held = hold_for(booking, promo.promo_name, platform_settings())
    use_promo(held, user_id=booking.customer_id, booking_id=booking.pk)
    apply_promo(booking, held)
    booking.save()
    return booking


def uses_of(promo: Promo) -> int:
    """Return how often the promo is used; counter and rows must agree."""
    promo.refresh_from_db()
    assert promo.user_avail == PromoRedemption.objects.filter(promo=promo).count()
    return promo.user_avail


def give_slabs(car_type: CarType) -> None:
    """Add the slabs of document 3 for Economy: 10 after 2 minutes, 15 after 4."""
    for minutes, amount in ((2, 10), (4, 15)):
        CancelSlab.objects.create(car_type=car_type, mins_delayed=minutes, amount=amount)
