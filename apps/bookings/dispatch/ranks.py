"""Taxi ranks: a ride that starts in one is offered to its queue, one driver at a time, before the policy."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from apps.bookings.dispatch.eligibility import eligible_drivers_for
from apps.bookings.dispatch.search import Plan, pickup_of
from apps.bookings.models import Booking, Offer
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import Candidate
from apps.core.platform import Platform
from apps.fleet.ranks.areas import RankArea, areas_at
from apps.fleet.ranks.queue import FRESH, lock_queue, queue_of
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.positions.store import positions_for

TIME: Final = timedelta(seconds=20)
"""How long the offer is open: the next driver of the queue waits for the answer."""


def areas_for(booking: Booking) -> list[RankArea]:
    """Return the ranks whose queues come first; none for deliveries and scheduled trips."""
    return [] if booking.book_later or booking.is_delivery else areas_at(pickup_of(booking))


def plan(booking: Booking, area: RankArea, settings: Platform) -> Plan | None:
    """Lock the queue and return a plan with its first driver who can take the booking.

    Skipped drivers keep their place: those with an open offer, without a fresh position, who cannot take this
    booking now, or were offered it before.
    """
    if lock_queue(area.id) is None:
        return None
    queue = list(queue_of(area.id).values_list("driver_id", "pk"))
    drivers = [driver_id for driver_id, _ in queue]
    taken = {
        *open_offers().filter(driver__in=drivers).values_list("driver_id", flat=True),
        *Offer.objects.filter(booking=booking, driver__in=drivers).values_list("driver_id", flat=True),
    }
    eligible = set(
        eligible_drivers_for(booking, settings).filter(pk__in=drivers).values_list("pk", flat=True)
    )
    since = timezone.now() - FRESH
    positions = {
        position.driver_id: position.at
        for position in positions_for(driver_ids=drivers)
        if position.seen_at >= since
    }
    for driver_id, entry_id in queue:
        if driver_id in eligible and driver_id in positions and driver_id not in taken:
            candidate = Candidate(
                driver_id=driver_id,
                rank=1,
                distance_km=great_circle_km(positions[driver_id], pickup_of(booking)),
                eta_seconds=None,
                rank_entry_id=entry_id,
            )
            return Plan([candidate], TIME)
    return None
