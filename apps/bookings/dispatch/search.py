"""What the three policies share: who may have a booking, and how far away they are by road."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from apps.bookings.change import Candidate
from apps.bookings.choices import OfferState
from apps.bookings.eligibility import eligible_drivers
from apps.bookings.models import Booking, Offer
from apps.core.platform import Platform
from apps.geo.maps import maps
from apps.geo.nearest import NearbyDriver
from apps.geo.port import LatLng, MapsError


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
    """The eligible drivers who have not refused the booking, nearest first.

    Without those of `beside`; `within` is the part of the driver radius that is searched.
    """
    refused = Offer.objects.filter(booking=booking, state=OfferState.DECLINED)
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


def road_seconds(drivers: Sequence[NearbyDriver], pickup: LatLng) -> list[int | None]:
    """Each driver's time to the pickup; empty when the routing service does not answer."""
    try:
        matrix = maps().routing.matrix([driver.at for driver in drivers], [pickup])
    except MapsError:
        return []
    return [row[0] for row in matrix.durations_seconds]
