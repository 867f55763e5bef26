"""What the three policies share: who may have a booking, and how far away they are by road."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from apps.bookings.choices import OfferState
from apps.bookings.models import Booking, Offer
from apps.bookings.state_machine.transitions import Candidate
from apps.core.platform import Platform
from apps.fares.eligibility.rules import eligible_drivers
from apps.geo.port import LatLng, MapsError, Matrix
from apps.geo.positions.nearest import NearbyDriver
from apps.geo.providers.maps import maps


class WayByRoad(NamedTuple):
    """How long and how far the drive to a pickup is; None where no road leads."""

    seconds: int | None = None
    km: float | None = None


NO_WAY: Final = WayByRoad()


@dataclass(frozen=True, slots=True)
class Plan:
    """Whom to ask now, and for how long."""

    candidates: list[Candidate]
    offer_time: timedelta


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
    """The eligible drivers who have not refused the booking or been removed from it, nearest first.

    Without those of `beside`; `within` is the part of the driver radius that is searched.
    """
    refused = Offer.objects.filter(booking=booking, state__in=(OfferState.DECLINED, OfferState.UNASSIGNED))
    return eligible_drivers(
        at=pickup_of(booking),
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=booking.prepaid,
        settings=settings,
        exclude_ids={*refused.values_list("driver_id", flat=True), *beside},
        within=within * (1 + booking.search_widened),
        limit=limit,
    )


def asked_before(booking: Booking) -> set[int]:
    """Drivers who let an offer of this booking run out, or went offline under one."""
    asked = booking.offers.filter(state__in=(OfferState.EXPIRED, OfferState.WITHDRAWN))
    return set(asked.values_list("driver_id", flat=True))


def ways_to(pickup: LatLng, places: Sequence[LatLng]) -> list[WayByRoad]:
    """The drive from each place to the pickup; empty when the routing service does not answer."""
    try:
        matrix = maps().routing.matrix(places, [pickup])
    except MapsError:
        return []
    return [row[0] for row in ways_of(matrix)]


def ways_of(matrix: Matrix) -> list[list[WayByRoad]]:
    """The matrix cell by cell, one row a source."""
    return [
        [
            WayByRoad(seconds, None if km is None else float(km))
            for seconds, km in zip(durations, distances, strict=True)
        ]
        for durations, distances in zip(matrix.durations_seconds, matrix.distances_km, strict=True)
    ]
