"""Plans of scheduled trips: staff choose a driver ahead, who confirms or declines."""

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.staff_changes.planning import planned_trips_of
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput


def plan_driver(*, booking_id: int, driver_id: int, by: User) -> Booking:
    """Plan a driver for a scheduled trip in place of the planned one, if any.

    Raises Conflict: not_scheduled, already_assigned, driver_not_available, driver_planned, documents_missing,
    documents_expired, wrong_status.
    """
    inputs = TransitionInput(driver_id=driver_id)
    return apply_transition("plan", booking_id=booking_id, by=by, inputs=inputs)


def answer_plan(*, booking_id: int, confirm: bool, by: User) -> Booking:
    """Confirm or decline, as the planned driver. Raises NotFound for a trip that is not planned for `by`."""
    name = "confirm_plan" if confirm else "decline_plan"
    return apply_transition(name, booking_id=booking_id, by=by, within=planned_trips_of)
