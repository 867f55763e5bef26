"""Stores the positions that drivers send over the socket or by POST, before they are broadcast."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.accounts.models import DriverProfile
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.services.tracking import TrackedTrip, record_points_of_trips, tracked_trips
from apps.geo.port import LatLng
from apps.geo.positions.store import PositionReport
from apps.realtime.frames import FleetPosition, TripPosition, moment


@dataclass(frozen=True, slots=True)
class Trip:
    """A trip as far as its watchers' maps are concerned."""

    booking_id: int
    goal: LatLng | None
    """Where the car drives to now, if its arrival is worth telling."""


@dataclass(frozen=True, slots=True)
class DriverPosition:
    """A driver's newest position, with what decides who may see it."""

    report: PositionReport
    online: bool
    busy: bool
    fleet_admin_id: int | None
    trip: Trip | None

    def for_fleet(self) -> FleetPosition:
        report = self.report
        return {
            "driver_id": report.driver_id,
            "lat": report.lat,
            "lng": report.lng,
            "heading": report.heading,
            "at": moment(report.at),
            "busy": self.busy,
            "online": self.online,
        }

    def for_trip(self) -> TripPosition:
        report = self.report
        return {
            "driver_id": report.driver_id,
            "lat": report.lat,
            "lng": report.lng,
            "heading": report.heading,
            "speed": report.speed,
            "at": moment(report.at),
        }


def store_positions(batches: Sequence[Sequence[PositionReport]]) -> list[DriverPosition | None]:
    """Make the points of drivers on a trip durable; say of each batch what may be shown of it.

    One driver a batch, oldest point first; several of a driver in their order. The latest positions of
    free drivers are for the caller to record, now or with others. None for an empty batch and for who is
    no driver.
    """
    points: dict[int, list[PositionReport]] = {}
    for batch in batches:
        if batch:
            points.setdefault(batch[-1].driver_id, []).extend(batch)
    # Asked afresh at every batch: a trip that has started must not lose a point to a cache.
    trips = tracked_trips(points)
    record_points_of_trips(trips=trips, points=points)
    drivers = DriverProfile.objects.only("active", "busy", "fleet_admin_id").in_bulk(points)
    return [_position(batch[-1], drivers, trips) if batch else None for batch in batches]


def _position(
    report: PositionReport, drivers: Mapping[int, DriverProfile], trips: Mapping[int, TrackedTrip]
) -> DriverPosition | None:
    driver = drivers.get(report.driver_id)
    if driver is None:
        return None
    trip = trips.get(report.driver_id)
    return DriverPosition(
        report,
        online=driver.active,
        busy=driver.busy,
        fleet_admin_id=driver.fleet_admin_id,
        trip=None if trip is None else Trip(trip.booking.pk, _goal(trip.booking)),
    )


def _goal(booking: Booking) -> LatLng | None:
    match booking.status:
        case Status.ACCEPTED:
            return LatLng(booking.pickup_lat, booking.pickup_lng)
        case Status.STARTED:
            return LatLng(booking.drop_lat, booking.drop_lng)
        case _:
            return None
