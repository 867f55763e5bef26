"""Finding a driver: every eligible one in the radius is asked at once, the first to accept wins."""

from collections.abc import Sequence
from typing import Final

from django.utils import timezone

from apps.bookings.change import Candidate, Facts
from apps.bookings.choices import OfferState, Status
from apps.bookings.eligibility import eligible_drivers
from apps.bookings.machine import apply_transition
from apps.bookings.models import Booking, Offer
from apps.bookings.timing import RETRY_TIME, offer_time
from apps.core.errors import Conflict
from apps.core.platform import platform_settings
from apps.geo.maps import maps
from apps.geo.nearest import NearbyDriver
from apps.geo.port import LatLng, MapsError

ETAS: Final = 90
"""The nearest that get a time by road; a matrix call of an OSRM server takes 100 places."""


def dispatch_booking(*, booking_id: int) -> int:
    """Offer a NEW booking to the drivers who may have it; how many were asked.

    Who declined or gave it back is not asked again. With nobody there the search goes on by
    housekeeping until its time is over; then the rider is told. Safe to run twice and at once.
    """
    settings, now = platform_settings(), timezone.now()
    booking = Booking.objects.filter(pk=booking_id, status=Status.NEW, search_until__isnull=False).first()
    if booking is None or not settings.auto_dispatch or booking.release_at > now:
        return 0
    if booking.search_until is not None and booking.search_until <= now:
        _try(booking, "find_nobody", Facts())
        return 0
    refused = Offer.objects.filter(booking=booking, state=OfferState.DECLINED).values_list(
        "driver_id", flat=True
    )
    nearby = eligible_drivers(
        at=LatLng(booking.pickup_lat, booking.pickup_lng),
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=booking.prepaid,
        settings=settings,
        exclude_ids=refused.values_list("driver_id", flat=True),
    )
    if not nearby:
        Booking.objects.filter(pk=booking.pk, status=Status.NEW).update(dispatch_after=now + RETRY_TIME)
        return 0
    facts = Facts(candidates=_candidates(booking, nearby), offer_time=offer_time(settings))
    return len(nearby) if _try(booking, "dispatch", facts) else 0


def _try(booking: Booking, name: str, facts: Facts) -> bool:
    """False when somebody else moved the booking, or asked drivers, in the meantime."""
    try:
        apply_transition(name, booking_id=booking.pk, by=None, facts=facts)
    except Conflict:
        return False
    return True


def _candidates(booking: Booking, nearby: Sequence[NearbyDriver]) -> list[Candidate]:
    etas = _road_seconds(nearby[:ETAS], LatLng(booking.pickup_lat, booking.pickup_lng))
    return [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            eta_seconds=etas[rank - 1] if rank <= len(etas) else None,
        )
        for rank, driver in enumerate(nearby, start=1)
    ]


def _road_seconds(drivers: Sequence[NearbyDriver], pickup: LatLng) -> list[int | None]:
    """Each driver's time to the pickup; unknown when the routing service does not answer."""
    try:
        matrix = maps().routing.matrix([driver.at for driver in drivers], [pickup])
    except MapsError:
        return []
    return [row[0] for row in matrix.durations_seconds]
