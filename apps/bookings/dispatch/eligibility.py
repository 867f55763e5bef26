"""The eligibility rule of apps.fares for one booking: which drivers can take it, and why one cannot."""

from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.bookings.models import Booking
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.core.postgres import prepared_cursor
from apps.fares.eligibility.rules import is_eligible, too_small_vehicles
from apps.fleet.choices import LimitReason
from apps.fleet.fitness.limits import limits_of

LOCK: Final = f"SELECT FROM {DriverProfile._meta.db_table} WHERE user_id = %s FOR NO KEY UPDATE"


def eligible_drivers_for(booking: Booking, settings: Platform) -> QuerySet[DriverProfile]:
    """Return the drivers who can take this booking, at any distance."""
    return DriverProfile.objects.filter(
        is_eligible(
            car_type_id=booking.car_type_id,
            convenience_fees=booking.convenience_fees,
            prepaid=booking.prepaid,
            settings=settings,
            party=booking.party,
        )
    )


def lock_driver(driver_id: int) -> None:
    """Lock a driver before the rule is checked, which then reads what changed during the wait.

    If two bookings want the same driver, one gets the lock; the other then reads `busy` again.
    """
    with prepared_cursor() as cursor:
        cursor.execute(LOCK, [driver_id])


def eligible_driver(driver_id: int, booking: Booking, settings: Platform) -> DriverProfile | None:
    """Return a locked driver with its user if the rule holds, or None."""
    eligible = eligible_drivers_for(booking, settings).filter(pk=driver_id, busy=False)
    return eligible.select_related("user").first()


def ineligibility_error(driver_id: int, booking: Booking) -> DomainError:
    """Return the error for the part of the rule that a driver fails."""
    profile = DriverProfile.objects.select_related("user").filter(pk=driver_id).first()
    if profile is not None and profile.busy:
        return Conflict("driver_busy", _("The driver is on another trip."))
    online = profile is not None and profile.active and profile.user.approved and profile.user.is_active
    if profile is None or not online or profile.car_type_id != booking.car_type_id:
        return Conflict("driver_not_available", _("The driver isn't available for this booking."))
    if too_small_vehicles(booking.party, driver_ids=[driver_id]):
        return vehicle_too_small()
    over = next((limit for limit in limits_of(profile) if limit.blocks and limit.is_over), None)
    if over is not None:
        return _unfit(over.reason)
    return Conflict("low_balance", _("The driver's wallet doesn't cover the convenience fee."))


def vehicle_too_small() -> Conflict:
    return Conflict(
        "vehicle_too_small", _("The driver's vehicle is too small for the passengers or luggage.")
    )


def _unfit(reason: LimitReason) -> DomainError:
    if reason == LimitReason.DOCUMENTS_MISSING:
        return Conflict("documents_missing", _("A required document of the driver is missing."))
    if reason == LimitReason.DOCUMENTS_EXPIRED:
        return Conflict("documents_expired", _("A document of the driver has expired."))
    if reason == LimitReason.SHIFT_OVER:
        return Conflict("shift_over", _("The driver's shift is over."))
    if reason == LimitReason.ON_BREAK:
        return Conflict("on_break", _("The driver is on a break."))
    if reason == LimitReason.BREAK_DUE:
        return Conflict("break_due", _("The driver has to take a break."))
    return Conflict("driver_not_available", _("The driver isn't available for this booking."))
