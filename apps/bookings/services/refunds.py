"""Refunds of trips by staff; above the limit they wait for a second admin."""

from django.db import transaction

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.selectors import find_booking
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core import approvals
from apps.core.approvals import ApprovalKind, ApprovalNeeded, Held, Waiting


@transaction.atomic
def refund_or_hold(*, booking_id: int, inputs: TransitionInput, by: User) -> Booking | Waiting:
    """Refund a trip, or store an approval if its refunds exceed the limit.

    Raises as `apply_transition`, and Conflict approval_waiting.
    """
    # Locked until the approval is stored, so that no other refund comes between.
    find_booking(booking_id, by, lock=True)
    try:
        with transaction.atomic():
            return apply_transition("refund_trip", booking_id=booking_id, by=by, inputs=inputs)
    except ApprovalNeeded:
        assert inputs.amount is not None
        held = Held(
            kind=ApprovalKind.REFUND,
            target_id=booking_id,
            amount=inputs.amount,
            reason=inputs.reason.strip(),
            data={"from_driver": inputs.from_driver, "paid_outside": inputs.paid_outside},
        )
        return approvals.hold(held, by=by)
