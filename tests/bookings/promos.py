"""Bookings with promos, and slabs, for tests."""

from django.db import transaction

from apps.bookings.models import Booking
from apps.bookings.pricing.discounts import apply_promo, hold_for
from apps.core.platform import platform_settings
from apps.fares.models import CancelSlab, CarType, Promo, PromoRedemption
from apps.fares.promos.redemption import use_promo


@transaction.atomic
def apply(booking: Booking, promo: Promo) -> Booking:
    """Put the promo on the booking as if it had been named when booking."""
    held = hold_for(booking, promo.promo_name, platform_settings())
    use_promo(held, user_id=booking.customer_id, booking_id=booking.pk)
    apply_promo(booking, held)
    booking.save()
    return booking


def uses_of(promo: Promo) -> int:
    """How often it is used: the counter, which is the number of the rows."""
    promo.refresh_from_db()
    assert promo.user_avail == PromoRedemption.objects.filter(promo=promo).count()
    return promo.user_avail


def give_slabs(car_type: CarType) -> None:
    """Document 3's for Economy: more than 2 minutes cost 10, more than 4 cost 15."""
    for minutes, amount in ((2, 10), (4, 15)):
        CancelSlab.objects.create(car_type=car_type, mins_delayed=minutes, amount=amount)
