"""The eligible drivers near a booking, and their drives to the pickup."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from apps.bookings.choices import OfferState
from apps.bookings.dispatch.ports import Drive
from apps.bookings.models import Booking, Offer
from apps.bookings.state_machine.transitions import Candidate
from apps.core.compiled_queries import CompiledQuery
from apps.core.platform import Platform
from apps.fares.eligibility.rules import eligible_drivers
from apps.geo.port import LatLng, MapsError
from apps.geo.positions.nearest import NearbyDriver
from apps.geo.providers.maps import maps

_DECLINED: Final = CompiledQuery(
    lambda booking_id: Offer.objects.filter(
        booking_id=booking_id, state__in=(OfferState.DECLINED, OfferState.UNASSIGNED)
    ),
    booking_id=-1,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """The drivers to offer a booking to now, and how long the offers are open."""

    candidates: list[Candidate]
    offer_time: timedelta
    holds: bool = False
    """The booking waits for a driver who is soon free, and is looked at again in the next round."""


def pickup_of(booking: Booking) -> LatLng:
    return LatLng(booking.pickup_lat, booking.pickup_lng)


def drivers_near(
    booking: Booking,
    settings: Platform,
    *,
    beside: Iterable[int] = (),
    within: float = 1.0,
    limit: int | None = None,
) -> list[NearbyDriver]:
    """Return eligible drivers who have not declined or been removed, nearest first.

    Excludes the drivers in `beside`. `within` is the fraction of the driver radius that is searched.
    """
    declined = {offer.driver_id for offer in _DECLINED.all(booking_id=booking.pk)}
    return eligible_drivers(
        at=pickup_of(booking),
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=booking.prepaid,
        settings=settings,
        party=booking.party,
        exclude_ids={*declined, *beside},
        within=within * (1 + booking.search_widened),
        limit=limit,
    )


def drives_to(pickup: LatLng, places: Sequence[LatLng]) -> list[Drive]:
    """Return the drive from each place to the pickup; empty if the routing service fails."""
    return [row[0] for row in drives_between(places, [pickup])]


def drives_between(starts: Sequence[LatLng], ends: Sequence[LatLng]) -> list[list[Drive]]:
    """Return the drives, one row per start; empty if the routing service fails."""
    try:
        matrix = maps().routing.matrix(starts, ends)
    except MapsError:
        return []
    return [
        [
            Drive(seconds, None if km is None else float(km))
            for seconds, km in zip(durations, distances, strict=True)
        ]
        for durations, distances in zip(matrix.durations_seconds, matrix.distances_km, strict=True)
    ]
