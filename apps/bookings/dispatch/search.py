"""Shared by the dispatch policies: the eligible drivers near a booking, and their drives to the pickup."""

import math
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


class Drive(NamedTuple):
    """Duration and length of the drive to a pickup; None if there is no route."""

    seconds: int | None = None
    km: float | None = None


NO_ROUTE: Final = Drive()


@dataclass(frozen=True, slots=True)
class Plan:
    """The drivers to offer a booking to now, and how long the offers are open."""

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
    """Return eligible drivers who have not declined or been removed, nearest first.

    Excludes the drivers in `beside`. `within` is the fraction of the driver radius that is searched.
    """
    declined = Offer.objects.filter(booking=booking, state__in=(OfferState.DECLINED, OfferState.UNASSIGNED))
    return eligible_drivers(
        at=pickup_of(booking),
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=booking.prepaid,
        settings=settings,
        party=booking.party,
        exclude_ids={*declined.values_list("driver_id", flat=True), *beside},
        within=within * (1 + booking.search_widened),
        limit=limit,
    )


def previously_offered(booking: Booking) -> set[int]:
    """Return the drivers whose offer of this booking expired or was withdrawn."""
    closed = booking.offers.filter(state__in=(OfferState.EXPIRED, OfferState.WITHDRAWN))
    return set(closed.values_list("driver_id", flat=True))


def drives_to(pickup: LatLng, places: Sequence[LatLng]) -> list[Drive]:
    """Return the drive from each place to the pickup; empty if the routing service fails."""
    try:
        matrix = maps().routing.matrix(places, [pickup])
    except MapsError:
        return []
    return [row[0] for row in drives_in(matrix)]


def ranked_by_road(
    nearby: Sequence[NearbyDriver], drives: Sequence[Drive]
) -> list[tuple[NearbyDriver, Drive]]:
    """Return the drivers with their drives, by driving time; without a drive last, in their given order.

    `drives` are those of the first drivers, none if the routing service failed.
    """
    timed = [*zip(nearby, drives, strict=False), *((driver, NO_ROUTE) for driver in nearby[len(drives) :])]
    return sorted(timed, key=lambda one: math.inf if one[1].seconds is None else one[1].seconds)


def candidates_of(ranked: Iterable[tuple[NearbyDriver, Drive]]) -> list[Candidate]:
    return [
        Candidate(
            driver_id=driver.driver_id,
            rank=rank,
            distance_km=driver.distance_km,
            road_distance_km=drive.km,
            eta_seconds=drive.seconds,
        )
        for rank, (driver, drive) in enumerate(ranked, start=1)
    ]


def drives_in(matrix: Matrix) -> list[list[Drive]]:
    """Return the cells of a matrix as drives, one row per source."""
    return [
        [
            Drive(seconds, None if km is None else float(km))
            for seconds, km in zip(durations, distances, strict=True)
        ]
        for durations, distances in zip(matrix.durations_seconds, matrix.distances_km, strict=True)
    ]
