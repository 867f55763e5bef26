"""Work that a committed move still owes; each handler runs with its outbox row locked."""

from apps.accounts.models import DriverProfile
from apps.accounts.services.availability import OFFLINE
from apps.bookings.services import housekeeping
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.measuring import recompute_fare
from apps.core.jobs import Retry, job
from apps.geo.port import Retryable


@job("bookings.dispatch")
def dispatch(*, booking_id: int) -> None:
    dispatch_booking(booking_id=booking_id)


@job(OFFLINE)
def withdraw_offers(*, driver_id: int) -> None:
    """A driver who is back online by now keeps the offers."""
    if not DriverProfile.objects.filter(pk=driver_id, active=True).exists():
        housekeeping.withdraw_offers(driver_id=driver_id)


@job("bookings.refare")
def refare(*, booking_id: int) -> None:
    """Tried again while the routing service is silent and nobody has paid."""
    try:
        recompute_fare(booking_id=booking_id)
    except Retryable as error:
        raise Retry(str(error), delay_seconds=15) from error
