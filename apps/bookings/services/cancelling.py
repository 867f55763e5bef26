"""Ending a booking before its trip; a driver's cancel gives it back and does not end it."""

from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.cancellation import Preview, preview
from apps.bookings.delivery import refuse_once_picked_up
from apps.bookings.lifecycle import TRANSITIONS
from apps.bookings.models import Booking, CancelReason
from apps.bookings.no_shows import NO_SHOW_REASON
from apps.bookings.state_machine import apply_transition
from apps.bookings.transitions import TransitionInput, actor_role
from apps.core.errors import BadInput, Conflict, Forbidden

NO_RESPONSE_REASON = "RIDE AUTO CANCELLED. NO RESPONSE"


def cancel_booking(
    *, booking_id: int, reason_value: int | None, reason: str, fee: Decimal | None = None, by: User
) -> Booking:
    """Cancel as its rider or an admin; as its driver, hand it to other drivers.

    The reason is one of the list or a text; what was not paid has its own. A parcel that was picked up and is
    not under way is an admin's alone to cancel. `fee` is what was shown before it was confirmed.
    Raises BadInput no_cancel_reason, Forbidden demo_mode, Conflict too_late_to_cancel and fee_changed.
    """
    moves = {UserType.DRIVER: ("driver_cancel",), UserType.ADMIN: ("cancel", "cancel_picked_up")}.get(
        UserType(by.user_type), ("cancel",)
    )
    inputs = TransitionInput(reason=_label(reason_value) if reason_value is not None else reason, fee=fee)
    return apply_transition(moves, booking_id=booking_id, by=by, inputs=inputs)


def end_as_no_show(*, booking_id: int, fee: Decimal | None = None, by: User) -> Booking:
    """The rider, or the sender of a parcel, is not at the pickup: the driver need not wait any longer.

    Raises Conflict free_waiting, not_at_pickup, fee_changed, too_late_to_cancel, Forbidden demo_mode.
    """
    return apply_transition(
        "no_show", booking_id=booking_id, by=by, inputs=TransitionInput(reason=NO_SHOW_REASON, fee=fee)
    )


def preview_cancellation(booking: Booking, *, by: User) -> Preview:
    """What cancelling now would cost `by` and give back; shown before it is confirmed.

    Raises Forbidden for who may not cancel it, Conflict wrong_status and too_late_to_cancel when nobody
    may any more.
    """
    actor, cancel, picked_up = actor_role(by, booking), TRANSITIONS["cancel"], TRANSITIONS["cancel_picked_up"]
    if actor not in cancel.by:
        raise Forbidden("forbidden", _("You don't have permission."))
    stuck = actor in picked_up.by and booking.status in picked_up.sources and bool(booking.pickup_image)
    if booking.status not in cancel.sources:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    if not stuck:
        refuse_once_picked_up(booking)
    return preview(booking, by=actor, at=timezone.now())


def auto_cancel(*, booking_id: int) -> Booking:
    """Cancel, as the platform, a booking that nobody took in time."""
    return apply_transition(
        "auto_cancel", booking_id=booking_id, by=None, inputs=TransitionInput(reason=NO_RESPONSE_REASON)
    )


def _label(value: int) -> str:
    reason = CancelReason.objects.filter(value=value).first()
    if reason is None:
        raise BadInput(
            "no_cancel_reason",
            _("Choose a reason."),
            fields={"reason_value": _("Choose a reason from the list.")},
        )
    return reason.label
