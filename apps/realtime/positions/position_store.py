"""Stores positions that drivers send over the socket or by POST, before they are broadcast."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.bookings.choices import Status
from apps.bookings.services.tracking import TrackedDriver, record_points_of_trips, tracked_drivers
from apps.bookings.trip.stops import stops_ahead
from apps.bookings.trip.tracked import TrackedBooking
from apps.geo.port import LatLng
from apps.geo.positions.store import PositionReport
from apps.realtime.frames import FleetPosition, TripPosition, moment


@dataclass(frozen=True, slots=True)
class Trip:
    """The parts of a trip that its listeners' maps need."""

    booking_id: int
    ahead: tuple[LatLng, ...]
    """The places that the car drives to, in order; empty if no arrival time is shown."""


@dataclass(frozen=True, slots=True)
class DriverPosition:
    """A driver's latest position, and the data that determines who can see it."""

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
    """Store the points of drivers on a trip, and return what can be broadcast of each batch.

    Each batch has one driver, oldest point first; several batches of a driver are in order. The caller stores
    the latest positions of free drivers. None for an empty batch, and for a user who is not a driver.
    """
    points: dict[int, list[PositionReport]] = {}
    for batch in batches:
        if batch:
            points.setdefault(batch[-1].driver_id, []).extend(batch)
    # Queried for every batch: a stale cache would lose points of a trip that has just started.
    drivers = tracked_drivers(points)
    trips = {driver_id: driver.trip for driver_id, driver in drivers.items() if driver.trip is not None}
    record_points_of_trips(trips=trips, points=points)
    with_stops = [
        trip.booking.id
        for trip in trips.values()
        if trip.booking.stop_count and trip.booking.status == Status.STARTED
    ]
    stops = stops_ahead(with_stops) if with_stops else {}
    return [_position(batch[-1], drivers, stops) if batch else None for batch in batches]


def _position(
    report: PositionReport, drivers: Mapping[int, TrackedDriver], stops: Mapping[int, Sequence[LatLng]]
) -> DriverPosition | None:
    driver = drivers.get(report.driver_id)
    if driver is None:
        return None
    trip = driver.trip
    return DriverPosition(
        report,
        online=driver.active,
        busy=driver.busy,
        fleet_admin_id=driver.fleet_admin_id,
        trip=None
        if trip is None
        else Trip(trip.booking.id, _ahead(trip.booking, stops.get(trip.booking.id, ()))),
    )


def _ahead(booking: TrackedBooking, stops: Sequence[LatLng]) -> tuple[LatLng, ...]:
    match booking.status:
        case Status.ACCEPTED:
            return (LatLng(booking.pickup_lat, booking.pickup_lng),)
        case Status.STARTED if booking.drop_add:
            return (*stops, LatLng(booking.drop_lat, booking.drop_lng))
        case _:
            return ()
