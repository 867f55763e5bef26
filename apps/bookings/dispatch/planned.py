"""Planned drivers: a scheduled trip is offered first to its planned driver, then to the back-up."""

from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState
from apps.bookings.dispatch.eligibility import eligible_drivers_for
from apps.bookings.dispatch.lead import offers_start_at
from apps.bookings.dispatch.ports import NO_ROUTE
from apps.bookings.dispatch.search import Plan, drives_to, pickup_of
from apps.bookings.models import Booking, Offer
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import LONGEST_LEAD, PLANNED_OFFER_TIME
from apps.core.platform import Platform
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.positions.store import position_of


def plan(booking: Booking, settings: Platform) -> Plan | None:
    """Return a plan with the planned driver; None without one who can take the trip now.

    A driver gets this offer once before a trip, whose time may move, and again if it was withdrawn. After
    that, and for a driver with another open offer, the back-up or the dispatch policy follows.
    """
    driver_id = booking.planned_driver_id
    if driver_id is None or not booking.book_later:
        return None
    candidate = _candidate(booking, driver_id, settings)
    return None if candidate is None else Plan([candidate], PLANNED_OFFER_TIME)


def backup_is_needed(booking: Booking, settings: Platform) -> bool:
    """Return whether the first driver cannot take the trip, and the back-up has to get the offer now."""
    if booking.backup_driver_id is None or not booking.book_later:
        return False
    first = booking.planned_driver_id
    if first is not None and _may_still_take(booking, first, settings):
        return False
    return _candidate(booking, booking.backup_driver_id, settings) is not None


def _may_still_take(booking: Booking, driver_id: int, settings: Platform) -> bool:
    """Return whether the driver can take the trip. Before its release, an online driver may be on a trip."""
    if booking.release_at > timezone.now():
        online = DriverProfile.objects.filter(pk=driver_id, active=True).exists()
        return online and not _was_offered(booking, driver_id)
    return _can_take(booking, driver_id, settings)


def _can_take(booking: Booking, driver_id: int, settings: Platform) -> bool:
    if _was_offered(booking, driver_id) or open_offers().filter(driver_id=driver_id).exists():
        return False
    located = position_of(driver_id) is not None
    return located and eligible_drivers_for(booking, settings).filter(pk=driver_id).exists()


def _was_offered(booking: Booking, driver_id: int) -> bool:
    offers = Offer.objects.filter(booking=booking, driver_id=driver_id).exclude(state=OfferState.WITHDRAWN)
    return offers.filter(offered_at__gte=booking.trip_date - LONGEST_LEAD).exists()


def _candidate(booking: Booking, driver_id: int, settings: Platform) -> Candidate | None:
    """Return the driver as the one to offer the trip to now, or None.

    Before the search of the trip starts, only a driver whose drive to the pickup takes that long gets it.
    """
    if not _can_take(booking, driver_id, settings):
        return None
    position = position_of(driver_id)
    if position is None:
        return None
    pickup = pickup_of(booking)
    drive = next(iter(drives_to(pickup, [position.at])), NO_ROUTE)
    now = timezone.now()
    if booking.release_at > now and offers_start_at(booking, drive) > now:
        return None
    return Candidate(
        driver_id=driver_id,
        rank=1,
        distance_km=great_circle_km(position.at, pickup),
        road_distance_km=drive.km,
        eta_seconds=drive.seconds,
        planned=True,
    )
