"""The rule of apps.fares.eligibility for one booking: who may still take it, and why one may not."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.bookings.models import Booking
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.fares.eligibility import is_eligible
from apps.geo.models import DriverPosition


def able_drivers(booking: Booking, settings: Platform) -> QuerySet[DriverProfile]:
    """The drivers who may have this booking, wherever their cars are by now."""
    return DriverProfile.objects.filter(
        is_eligible(
            car_type_id=booking.car_type_id,
            convenience_fees=booking.convenience_fees,
            prepaid=booking.prepaid,
            settings=settings,
        )
    )


def locked_driver(driver_id: int, booking: Booking, settings: Platform) -> DriverProfile | None:
    """The driver with the person, locked, if the rule holds; None if not.

    Of two bookings that want the driver at once one gets the lock; the other then sees `busy` afresh.
    """
    able = able_drivers(booking, settings).filter(pk=driver_id, busy=False)
    return able.select_related("user").select_for_update(of=("self",), no_key=True).first()


def why_unable(driver_id: int, booking: Booking) -> DomainError:
    """Which part of the rule a driver failed, for the one who is refused."""
    profile = DriverProfile.objects.select_related("user").filter(pk=driver_id).first()
    if profile is not None and profile.busy:
        return Conflict("driver_busy", _("The driver is on another trip."))
    online = profile is not None and profile.active and profile.user.approved and profile.user.is_active
    if profile is None or not online or profile.car_type_id != booking.car_type_id:
        return Conflict("driver_not_available", _("The driver isn't available for this booking."))
    if DriverPosition.objects.filter(pk=driver_id, fit_until__lte=timezone.now()).exists():
        return Conflict("documents_expired", _("A document of the driver has expired."))
    return Conflict("low_balance", _("The driver's wallet doesn't cover the convenience fee."))
