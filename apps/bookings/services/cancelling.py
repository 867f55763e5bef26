"""Cancels bookings before the trip; a cancellation by the driver reopens the booking."""

from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.cancellation.fees import Preview, preview
from apps.bookings.cancellation.no_shows import NO_SHOW_REASON
from apps.bookings.delivery.requirements import refuse_once_picked_up
from apps.bookings.models import Booking, CancelReason
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput, actor_role
from apps.core.errors import BadInput, Conflict, Forbidden

NO_RESPONSE_REASON = "RIDE AUTO CANCELLED. NO RESPONSE"


def cancel_booking(
    *, booking_id: int, reason_value: int | None, reason: str, fee: Decimal | None = None, by: User
) -> Booking:
    """Cancel a booking as its rider or an admin, or return it to the search as its driver.

    A driver cancels a street trip, which no other driver could take over, within minutes of its start.

    The reason is a value of the list or a text; unpaid bookings have a fixed reason. Only an admin can cancel
    a parcel that was picked up and not started. `fee` is the fee that the user confirmed. Raises BadInput
    no_cancel_reason, Forbidden demo_mode, Conflict too_late_to_cancel and fee_changed.
    """
    names = {
        UserType.DRIVER: ("driver_cancel", "cancel_street_trip"),
        UserType.ADMIN: ("cancel", "cancel_picked_up"),
    }.get(UserType(by.user_type), ("cancel",))
    inputs = TransitionInput(reason=_label(reason_value) if reason_value is not None else reason, fee=fee)
    return apply_transition(names, booking_id=booking_id, by=by, inputs=inputs)


def end_as_no_show(*, booking_id: int, fee: Decimal | None = None, by: User) -> Booking:
    """End a booking whose rider or sender is not at the pickup.

    Raises Conflict free_waiting, not_at_pickup, fee_changed, too_late_to_cancel, Forbidden demo_mode.
    """
    return apply_transition(
        "no_show", booking_id=booking_id, by=by, inputs=TransitionInput(reason=NO_SHOW_REASON, fee=fee)
    )


def preview_cancellation(booking: Booking, *, by: User) -> Preview:
    """Return the fee and the refund of a cancellation by `by` now, to confirm.

    Raises Forbidden if `by` cannot cancel the booking, Conflict wrong_status and too_late_to_cancel if it can
    no longer be cancelled.
    """
    actor, cancel, picked_up = actor_role(by, booking), TRANSITIONS["cancel"], TRANSITIONS["cancel_picked_up"]
    if actor not in cancel.by:
        raise Forbidden("forbidden", _("You don't have permission."))
    has_parcel = actor in picked_up.by and booking.status in picked_up.sources and bool(booking.pickup_image)
    if booking.status not in cancel.sources:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    if not has_parcel:
        refuse_once_picked_up(booking)
    return preview(booking, by=actor, at=timezone.now())


def auto_cancel(*, booking_id: int) -> Booking:
    """Cancel a booking that no driver accepted in time, as the platform."""
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
