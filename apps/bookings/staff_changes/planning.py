"""Staff plan a driver for a scheduled trip, who confirms or declines and gets the first offer of it.

A plan is no acceptance: the driver keeps driving until then, and another driver gets the trip if the planned
one cannot take it (docs/decisions/0089).
"""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.dispatch.eligibility import lock_driver, vehicle_too_small
from apps.bookings.models import Booking
from apps.bookings.state_machine import notices
from apps.bookings.state_machine.transitions import TransitionContext
from apps.bookings.trip.overlaps import overlapping_trips
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.fares.eligibility.rules import too_small_vehicles
from apps.fleet.choices import LimitReason
from apps.fleet.fitness.limits import limits_of
from apps.notifications.choices import Occasion, Screen

LASTING: frozenset[LimitReason] = frozenset(
    {LimitReason.DOCUMENTS_MISSING, LimitReason.DOCUMENTS_EXPIRED, LimitReason.VEHICLE_RETURNED}
)
"""The limits that matter at the time of the trip; shifts and breaks change before it."""


def planned_trips_of(driver: User) -> QuerySet[Booking]:
    """Return the trips that staff planned for the driver and that have no driver yet."""
    return Booking.objects.filter(planned_driver_id=driver.pk, status=Status.NEW)


# -- conditions --------------------------------------------------------------------------------


def may_be_planned(booking: Booking, settings: Platform) -> bool:
    """Return whether the trip is scheduled."""
    return booking.book_later


def is_planned(booking: Booking, settings: Platform) -> bool:
    return booking.planned_driver_id is not None


def unplannable(driver_id: int, booking: Booking) -> DomainError | None:
    """Return why the driver cannot be planned for the trip; None if possible."""
    profile = DriverProfile.objects.select_related("user").filter(pk=driver_id).first()
    if (
        profile is None
        or not (profile.user.approved and profile.user.is_active)
        or profile.car_type_id != booking.car_type_id
    ):
        return Conflict("driver_not_available", _("The driver isn't available for this booking."))
    if too_small_vehicles(booking.party, driver_ids=[driver_id]):
        return vehicle_too_small()
    over = next(
        (
            limit
            for limit in limits_of(profile)
            if limit.blocks and limit.reason in LASTING and limit.until <= booking.trip_date
        ),
        None,
    )
    if over is not None and over.reason == LimitReason.DOCUMENTS_MISSING:
        return Conflict("documents_missing", _("A required document of the driver is missing."))
    if over is not None and over.reason == LimitReason.DOCUMENTS_EXPIRED:
        return Conflict("documents_expired", _("A document of the driver expires before this trip."))
    if over is not None:
        return Conflict("driver_not_available", _("The driver's vehicle is returned before this trip."))
    if reference := overlapping_trips(booking, driver_ids=[driver_id]).get(driver_id):
        text = _("The driver has trip %(reference)s at that time.") % {"reference": reference}
        return Conflict("driver_planned", text)
    return None


# -- guards ------------------------------------------------------------------------------------


def trip_is_scheduled(context: TransitionContext) -> None:
    if not may_be_planned(context.booking, context.settings):
        raise Conflict("not_scheduled", _("Only scheduled trips can be planned."))


def chosen_driver_is_plannable(context: TransitionContext) -> None:
    """Require that the driver can take the trip at its time, and lock the driver.

    Two trips of the same time cannot be planned for one driver at once.
    """
    driver_id = context.inputs.driver_id
    assert driver_id is not None
    if driver_id == context.booking.planned_driver_id:
        raise Conflict("already_assigned", _("This driver is already planned for the trip."))
    lock_driver(driver_id)
    refusal = unplannable(driver_id, context.booking)
    if refusal is not None:
        raise refusal


def has_plan(context: TransitionContext) -> None:
    if not is_planned(context.booking, context.settings):
        raise not_planned()


def driver_is_planned(context: TransitionContext) -> None:
    if context.booking.planned_driver_id != context.user.pk:
        raise not_planned()


def not_planned() -> Conflict:
    return Conflict("not_planned", _("The trip isn't planned for this driver."))


# -- effects -----------------------------------------------------------------------------------


def plan_driver(context: TransitionContext) -> None:
    booking, driver_id = context.booking, context.inputs.driver_id
    context.unplanned_driver_id = booking.planned_driver_id
    booking.planned_driver_id, booking.plan_confirmed_at = driver_id, None
    context.data["driver"] = driver_id
    assert driver_id is not None
    context.audit_after["driver"] = name_of(driver_id)


def name_of(driver_id: int) -> str:
    return User.objects.only("first_name", "last_name").get(pk=driver_id).full_name


def remove_plan(context: TransitionContext) -> None:
    booking = context.booking
    context.unplanned_driver_id = booking.planned_driver_id
    booking.planned_driver_id, booking.plan_confirmed_at = None, None


def confirm_plan(context: TransitionContext) -> None:
    context.booking.plan_confirmed_at = context.booking.plan_confirmed_at or context.at


def review_plan(context: TransitionContext) -> None:
    """Keep the plan of a changed trip unconfirmed if the driver can still take it; otherwise remove it.

    The driver is locked.
    """
    booking = context.booking
    if booking.planned_driver_id is None:
        return
    if not booking.book_later or unplannable(booking.planned_driver_id, booking) is not None:
        remove_plan(context)
    else:
        booking.plan_confirmed_at = None


# -- notices -----------------------------------------------------------------------------------


def notify_planned_driver(context: TransitionContext) -> None:
    """Notify the planned driver, unless the driver was the back-up and gets that notification."""
    if not context.backup_is_planned:
        notify_driver(context, context.booking.planned_driver_id, Occasion.TRIP_PLANNED)


def notify_unplanned_driver(context: TransitionContext) -> None:
    """Notify the driver whose plan was removed, unless the driver has done it."""
    driver_id = context.unplanned_driver_id
    if driver_id != context.booking.driver_id and (context.by is None or context.by.pk != driver_id):
        notify_driver(context, driver_id, Occasion.PLAN_CANCELLED)


def notify_driver(context: TransitionContext, driver_id: int | None, occasion: Occasion) -> None:
    """Notify a driver of the trip and its time."""
    when = notices.local_trip_time(context)
    notices.notify_of_booking(context, driver_id, occasion, Screen.DRIVER_TRIPS, **when)
