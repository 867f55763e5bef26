"""Trips for later, as a driver looks ahead to them."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.core.platform import platform_settings
from apps.fares.eligibility.rules import radius_km
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import position_of

AHEAD: Final = timedelta(days=7)
"""How far a driver looks ahead."""
MOST: Final = 50
LOOKED_AT: Final = 500
"""The next so many of the car type are measured; who is past them is a week's work away."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    booking: Booking
    mine: bool
    distance_km: float | None
    """From the driver to the pickup as the crow flies; unknown while the driver's place is."""


def scheduled_for(driver: User) -> list[Upcoming]:
    """What comes up for a driver in the next days, the next one first.

    Trips that are the driver's own, and those of the car type within the driver radius of where the
    car is now that nobody has taken and the driver has not declined.
    """
    settings, now = platform_settings(), timezone.now()
    position = position_of(driver.pk)
    car_type = DriverProfile.objects.filter(pk=driver.pk).values("car_type_id")
    declined = Offer.objects.filter(
        driver=driver, state__in=(OfferState.DECLINED, OfferState.UNASSIGNED)
    ).values("booking_id")
    own = Q(driver=driver, status=Status.ACCEPTED)
    open_to = Q(status=Status.NEW, car_type_id__in=car_type) & ~Q(pk__in=declined)
    coming = Booking.objects.filter(
        own | open_to, book_later=True, trip_date__gt=now, trip_date__lte=now + AHEAD
    )
    found = [
        Upcoming(
            booking=booking,
            mine=booking.driver_id == driver.pk,
            distance_km=None
            if position is None
            else great_circle_km(position.at, LatLng(booking.pickup_lat, booking.pickup_lng)),
        )
        for booking in coming.defer("route_polyline", "breakdown", "rates").order_by("trip_date", "id")[
            :LOOKED_AT
        ]
    ]
    near = radius_km(settings)
    return [
        trip for trip in found if trip.mine or (trip.distance_km is not None and trip.distance_km <= near)
    ][:MOST]
