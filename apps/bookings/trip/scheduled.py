"""Scheduled trips as listed for a driver."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import F, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.trip.stops import read_stops
from apps.core.platform import platform_settings
from apps.fares.eligibility.rules import radius_km
from apps.fleet.models import VehicleAssignment
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import position_of

AHEAD: Final = timedelta(days=7)
"""The days that the list covers."""
MAX_TRIPS: Final = 50
MAX_SCANNED: Final = 500
"""The number of trips of the car type whose distance is calculated."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    booking: Booking
    mine: bool
    planned: bool
    """Staff planned this driver."""
    backup: bool
    """Staff named this driver as the back-up."""
    distance_km: float | None
    """Great-circle distance to the pickup; None if the driver's position is unknown."""


def scheduled_for(driver: User) -> list[Upcoming]:
    """Return the driver's scheduled trips of the next days, the earliest first.

    Contains the driver's own and planned trips, those as a back-up, and trips of the car type within the
    driver radius that have no driver, no planned driver, for which the vehicle has room, and that this driver
    has not declined.
    """
    settings, now = platform_settings(), timezone.now()
    position = position_of(driver.pk)
    car_type = DriverProfile.objects.filter(pk=driver.pk).values("car_type_id")
    declined = Offer.objects.filter(
        driver=driver, state__in=(OfferState.DECLINED, OfferState.UNASSIGNED)
    ).values("booking_id")
    own = Q(driver=driver, status=Status.ACCEPTED)
    planned = Q(status=Status.NEW, planned_driver=driver)
    backup = Q(status__in=(Status.NEW, Status.ACCEPTED), backup_driver=driver)
    open_to = Q(status=Status.NEW, car_type_id__in=car_type, planned_driver=None) & ~Q(pk__in=declined)
    vehicle = VehicleAssignment.objects.filter(driver=driver, in_force=True)
    fits = Q(
        passengers__lte=Coalesce(Subquery(vehicle.values("vehicle__seats")[:1]), F("passengers")),
        luggage__lte=Coalesce(Subquery(vehicle.values("vehicle__luggage")[:1]), F("luggage")),
    )
    scheduled = Booking.objects.filter(
        own | planned | backup | (open_to & fits),
        book_later=True,
        trip_date__gt=now,
        trip_date__lte=now + AHEAD,
    )
    upcoming = [
        Upcoming(
            booking=booking,
            mine=booking.driver_id == driver.pk,
            planned=booking.planned_driver_id == driver.pk,
            backup=booking.backup_driver_id == driver.pk,
            distance_km=None
            if position is None
            else great_circle_km(position.at, LatLng(booking.pickup_lat, booking.pickup_lng)),
        )
        for booking in scheduled.defer("route_polyline", "breakdown", "rates").order_by("trip_date", "id")[
            :MAX_SCANNED
        ]
    ]
    near = radius_km(settings)
    listed = [
        trip
        for trip in upcoming
        if trip.mine
        or trip.planned
        or trip.backup
        or (trip.distance_km is not None and trip.distance_km <= near)
    ][:MAX_TRIPS]
    read_stops(trip.booking for trip in listed)
    return listed
