"""Planned drivers: a scheduled trip is offered to its planned driver before any other."""

from django.utils import timezone

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

    Before the search of the trip starts, only a driver whose drive to the pickup takes that long gets it. A
    driver gets this offer once before a trip, whose time may move, and again if it was withdrawn. After that,
    and for a driver with another open offer, the dispatch policy decides.
    """
    driver_id = booking.planned_driver_id
    if driver_id is None or not booking.book_later:
        return None
    offers = Offer.objects.filter(booking=booking, driver_id=driver_id).exclude(state=OfferState.WITHDRAWN)
    if offers.filter(offered_at__gte=booking.trip_date - LONGEST_LEAD).exists():
        return None
    if open_offers().filter(driver_id=driver_id).exists():
        return None
    position = position_of(driver_id)
    if position is None or not eligible_drivers_for(booking, settings).filter(pk=driver_id).exists():
        return None
    pickup = pickup_of(booking)
    drive = next(iter(drives_to(pickup, [position.at])), NO_ROUTE)
    now = timezone.now()
    if booking.release_at > now and offers_start_at(booking, drive) > now:
        return None
    candidate = Candidate(
        driver_id=driver_id,
        rank=1,
        distance_km=great_circle_km(position.at, pickup),
        road_distance_km=drive.km,
        eta_seconds=drive.seconds,
        planned=True,
    )
    return Plan([candidate], PLANNED_OFFER_TIME)
