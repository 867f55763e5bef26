"""Staff name a back-up driver for a scheduled trip, who gets the plan if the planned driver cannot drive.

The back-up stays until the driver arrives at the pickup (docs/decisions/0107).
"""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.dispatch.eligibility import lock_driver
from apps.bookings.models import Booking
from apps.bookings.staff_changes import planning
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.platform import Platform
from apps.notifications.choices import Occasion


def backup_trips_of(driver: User) -> QuerySet[Booking]:
    """Return the trips for which the driver is the back-up."""
    return Booking.objects.filter(backup_driver_id=driver.pk, status__in=(Status.NEW, Status.ACCEPTED))


# -- conditions --------------------------------------------------------------------------------


def may_have_backup(booking: Booking, settings: Platform) -> bool:
    return booking.book_later and (booking.planned_driver_id is not None or booking.driver_id is not None)


def has_backup(booking: Booking, settings: Platform) -> bool:
    return booking.backup_driver_id is not None


# -- guards ------------------------------------------------------------------------------------


def trip_has_first_driver(context: TransitionContext) -> None:
    planning.trip_is_scheduled(context)
    if not may_have_backup(context.booking, context.settings):
        raise Conflict("not_planned", _("Plan a driver before the back-up."))


def chosen_backup_is_plannable(context: TransitionContext) -> None:
    """Require another driver who can take the trip at its time, and lock this driver."""
    booking, driver_id = context.booking, context.inputs.driver_id
    assert driver_id is not None
    if driver_id in {booking.planned_driver_id, booking.driver_id, booking.backup_driver_id}:
        raise Conflict("already_assigned", _("This driver is already planned for the trip."))
    lock_driver(driver_id)
    refusal = planning.unplannable(driver_id, booking)
    if refusal is not None:
        raise refusal


def backup_is_named(context: TransitionContext) -> None:
    if context.booking.backup_driver_id is None:
        raise no_backup()


def backup_is_plannable(context: TransitionContext) -> None:
    """Require that the back-up can still take the trip."""
    driver_id = context.booking.backup_driver_id
    assert driver_id is not None
    refusal = planning.unplannable(driver_id, context.booking)
    if refusal is not None:
        raise refusal


def driver_is_backup(context: TransitionContext) -> None:
    if context.booking.backup_driver_id != context.user.pk:
        raise no_backup()


def no_backup() -> Conflict:
    return Conflict("no_backup", _("The trip has no back-up driver any more."))


# -- effects -----------------------------------------------------------------------------------


def name_backup(context: TransitionContext) -> None:
    booking, driver_id = context.booking, context.inputs.driver_id
    context.removed_backup_id = booking.backup_driver_id
    booking.backup_driver_id = driver_id
    assert driver_id is not None
    context.data["driver"] = driver_id
    context.audit_after["driver"] = planning.name_of(driver_id)


def remove_backup(context: TransitionContext) -> None:
    context.removed_backup_id = context.booking.backup_driver_id or context.removed_backup_id
    context.booking.backup_driver_id = None


def remove_backup_who_drives(context: TransitionContext) -> None:
    if context.booking.backup_driver_id in {context.booking.driver_id, context.booking.planned_driver_id}:
        context.booking.backup_driver_id = None


def plan_backup(context: TransitionContext) -> None:
    """Plan the back-up in place of the planned driver; one who cannot take the trip any more is removed."""
    booking, driver_id = context.booking, context.booking.backup_driver_id
    if driver_id is None:
        return
    if planning.unplannable(driver_id, booking) is not None:
        remove_backup(context)
        return
    if booking.planned_driver_id is not None:
        context.unplanned_driver_id = booking.planned_driver_id
    booking.planned_driver_id, booking.plan_confirmed_at = driver_id, None
    booking.backup_driver_id = None
    context.backup_is_planned = True
    context.data["backup"] = driver_id
    context.audit_after["driver"] = planning.name_of(driver_id)


def review_plan_and_backup(context: TransitionContext) -> None:
    """Review both drivers of a changed trip; the back-up replaces a planned driver who cannot take it."""
    booking = context.booking
    drivers = (booking.planned_driver_id, booking.backup_driver_id)
    for driver_id in sorted(pk for pk in drivers if pk is not None):
        # In one order, so that two edits never wait for each other.
        lock_driver(driver_id)
    planning.review_plan(context)
    review_backup(context)
    if booking.planned_driver_id is None:
        plan_backup(context)


def review_backup(context: TransitionContext) -> None:
    """Remove the back-up of a changed trip if this driver cannot take it."""
    booking = context.booking
    if booking.backup_driver_id is None:
        return
    if not booking.book_later or planning.unplannable(booking.backup_driver_id, booking) is not None:
        remove_backup(context)


# -- notices -----------------------------------------------------------------------------------


def notify_backup(context: TransitionContext) -> None:
    """Notify the back-up of the trip and its time."""
    planning.notify_driver(context, context.booking.backup_driver_id, Occasion.BACKUP_NAMED)


def notify_changed_backup(context: TransitionContext) -> None:
    """Notify a back-up who is planned now, and one who is not needed any more."""
    if context.backup_is_planned:
        planning.notify_driver(context, context.booking.planned_driver_id, Occasion.BACKUP_PLANNED)
    driver_id = context.removed_backup_id
    if driver_id != context.booking.driver_id and (context.by is None or context.by.pk != driver_id):
        planning.notify_driver(context, driver_id, Occasion.BACKUP_CANCELLED)
