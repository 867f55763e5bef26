"""Plans of scheduled trips: staff choose a driver ahead, who confirms or declines."""

from typing import Final

from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.staff_changes.backup import backup_trips_of
from apps.bookings.staff_changes.planning import planned_trips_of, unplannable
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core.errors import DomainError

BATCH: Final = 200
"""The most trips with a back-up that one run checks, the first ones first."""


def plan_driver(*, booking_id: int, driver_id: int, by: User) -> Booking:
    """Plan a driver for a scheduled trip in place of the planned one, if any.

    Raises Conflict: not_scheduled, already_assigned, driver_not_available, driver_planned, documents_missing,
    documents_expired, wrong_status.
    """
    inputs = TransitionInput(driver_id=driver_id)
    return apply_transition("plan", booking_id=booking_id, by=by, inputs=inputs)


def name_backup(*, booking_id: int, driver_id: int, by: User) -> Booking:
    """Name the back-up driver of a scheduled trip in place of the present one, if any.

    Raises Conflict: not_scheduled, not_planned, and those of plan_driver.
    """
    inputs = TransitionInput(driver_id=driver_id)
    return apply_transition("plan_backup", booking_id=booking_id, by=by, inputs=inputs)


def answer_plan(*, booking_id: int, confirm: bool, by: User) -> Booking:
    """Confirm or decline as the planned driver, or decline as the back-up.

    Raises NotFound for a trip that is not planned for `by`.
    """
    if not confirm and backup_trips_of(by).filter(pk=booking_id).exists():
        return apply_transition("decline_backup", booking_id=booking_id, by=by, within=backup_trips_of)
    name = "confirm_plan" if confirm else "decline_plan"
    return apply_transition(name, booking_id=booking_id, by=by, within=planned_trips_of)


def replace_unfit_drivers() -> int:
    """Plan the back-up of scheduled trips whose planned driver cannot take them any more.

    Such a driver was blocked, has no valid documents or vehicle at the time of the trip, or has another trip.
    Returns the number of trips; safe to run twice.
    """
    now, replaced = timezone.now(), 0
    trips = Booking.objects.filter(
        status=Status.NEW, planned_driver__isnull=False, backup_driver__isnull=False, trip_date__gt=now
    ).order_by("trip_date", "pk")
    for trip in trips[:BATCH]:
        assert trip.planned_driver_id is not None
        if unplannable(trip.planned_driver_id, trip) is None:
            continue
        try:
            apply_transition("use_backup", booking_id=trip.pk, by=None)
        except DomainError:
            # The back-up cannot take it either, or the trip has changed.
            continue
        replaced += 1
    return replaced
