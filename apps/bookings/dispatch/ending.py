"""Drivers whose trip ends soon, and who can take a waiting booking then."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState, Status
from apps.bookings.dispatch.ports import NO_ROUTE, SoonFree
from apps.bookings.dispatch.search import drives_between, pickup_of
from apps.bookings.models import Booking, BookingStop, Offer
from apps.core.platform import Platform
from apps.fares.eligibility.rules import FRESH_SECONDS, is_eligible_after_trip, radius_km
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng

CLOSING: Final = timedelta(seconds=45)
"""From the arrival at the drop-off until the driver is free: getting out and paying."""
MAX_ROUTED: Final = 45
"""The trips whose remaining drive is calculated, the nearest drop-offs first: one matrix request."""
FASTEST_KM_PER_HOUR: Final = 90.0
"""No car covers the great-circle distance faster."""


@dataclass(frozen=True, slots=True)
class EndingTrip:
    driver_id: int
    at: LatLng
    drop: LatLng
    has_reached: bool


def soon_free(
    bookings: Sequence[Booking], settings: Platform, *, within: timedelta
) -> dict[int, list[SoonFree]]:
    """Return, by booking id, the eligible drivers in the driver radius whose trip ends `within` this time.

    A driver with a stop still ahead, or on a trip without a known destination, is not among them. If the
    routing service fails, no driver is.
    """
    ending = _by_time(_ending_trips(bookings, settings, within=within), within=within)
    return {
        booking.pk: [ending[pk] for pk in _eligible(booking, settings, list(ending), within=within)]
        for booking in bookings
        if ending
    }


def _ending_trips(bookings: Sequence[Booking], settings: Platform, *, within: timedelta) -> list[EndingTrip]:
    """Return trips that end near one of the pickups and can end in time, the nearest first."""
    stop_ahead = BookingStop.objects.filter(booking=OuterRef("pk"), left_at__isnull=True)
    trips = (
        Booking.objects.filter(
            ~Exists(stop_ahead),
            Q(hire_minutes=None) | Q(status=Status.REACHED),
            status__in=(Status.STARTED, Status.REACHED),
            street_trip=False,
            driver__isnull=False,
            car_type__in={booking.car_type_id for booking in bookings},
        )
        .order_by("-pk")
        .values_list("driver_id", "drop_lat", "drop_lng", "status")
    )
    rows = {driver_id: (LatLng(lat, lng), status) for driver_id, lat, lng, status in trips}
    if not rows:
        return []
    since = timezone.now() - timedelta(seconds=FRESH_SECONDS)
    positions = DriverPosition.objects.filter(driver_id__in=rows, at__gt=since, online=True)
    reach_km = FASTEST_KM_PER_HOUR * (within / timedelta(hours=1))
    ending: list[tuple[float, EndingTrip]] = []
    for driver_id, lat, lng in positions.values_list("driver_id", "lat", "lng"):
        if lat is None or lng is None:
            continue
        drop, status = rows[driver_id]
        near_km = min(
            great_circle_km(drop, pickup_of(booking)) / (1 + booking.search_widened) for booking in bookings
        )
        trip = EndingTrip(driver_id, LatLng(lat, lng), drop, status == Status.REACHED)
        if near_km <= radius_km(settings) and (
            trip.has_reached or great_circle_km(trip.at, drop) <= reach_km
        ):
            ending.append((near_km, trip))
    ending.sort(key=lambda one: (one[0], one[1].driver_id))
    return [trip for _, trip in ending[:MAX_ROUTED]]


def _by_time(trips: Sequence[EndingTrip], *, within: timedelta) -> dict[int, SoonFree]:
    """Return the drivers who are free in time by their remaining drive, by id."""
    driving = [trip for trip in trips if not trip.has_reached]
    rows = drives_between([trip.at for trip in driving], [trip.drop for trip in driving]) if driving else []
    remaining = {
        trip.driver_id: row[number] for number, (trip, row) in enumerate(zip(driving, rows, strict=False))
    }
    soon = {}
    for trip in trips:
        seconds = 0 if trip.has_reached else remaining.get(trip.driver_id, NO_ROUTE).seconds
        if seconds is not None and (free_in := seconds + CLOSING.total_seconds()) <= within.total_seconds():
            soon[trip.driver_id] = SoonFree(trip.driver_id, trip.drop, free_in)
    return soon


def _eligible(
    booking: Booking, settings: Platform, drivers: Sequence[int], *, within: timedelta
) -> list[int]:
    refused = Offer.objects.filter(booking=booking, state__in=(OfferState.DECLINED, OfferState.UNASSIGNED))
    rule = is_eligible_after_trip(
        within=within,
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=booking.prepaid,
        settings=settings,
        party=booking.party,
    )
    profiles = DriverProfile.objects.filter(rule, pk__in=drivers, busy=True)
    return list(
        profiles.exclude(pk__in=refused.values("driver_id")).order_by("pk").values_list("pk", flat=True)
    )
