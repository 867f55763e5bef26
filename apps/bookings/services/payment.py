"""Payment through a gateway."""

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.payment.prepayment import fare_not_known, is_being_measured, payment_expired
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import CardPayment, TransitionInput
from apps.core.errors import Conflict, NotFound

BY_CARD: Final = ("pay_by_card", "prepay_by_card")


def booking_to_pay(*, booking_id: int, by: User) -> Booking:
    """Return the rider's own booking that awaits payment, before or after the trip.

    Raises NotFound for any other user, Conflict wrong_status, payment_expired.
    """
    booking = Booking.objects.filter(pk=booking_id, customer=by).first()
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    if not any(booking.status in TRANSITIONS[name].sources for name in BY_CARD):
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    if booking.payment_due_at is not None and booking.payment_due_at <= timezone.now():
        raise payment_expired()
    if is_being_measured(booking):
        raise fare_not_known()
    return booking


def settle_card_payment(*, booking_id: int, card: CardPayment) -> Booking:
    """Settle a trip, or complete a prepayment, with a gateway's payment and the wallet's part.

    Raises NotFound, Conflict wrong_status, payment_expired, low_balance, and payment_changed if the sum is
    not the amount due; then nothing changes.
    """
    return apply_transition(BY_CARD, booking_id=booking_id, by=None, inputs=TransitionInput(card=card))
