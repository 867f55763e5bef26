"""The live position of a trip's driver, and the arrival time."""

from dataclasses import dataclass
from typing import Final

from apps.bookings.choices import TRACKED, Status
from apps.bookings.models import Booking
from apps.bookings.timeouts import call_with_timeout
from apps.bookings.trip.stops import stops_of
from apps.geo.port import LatLng, MapsError
from apps.geo.positions.store import KnownPosition, position_of
from apps.geo.providers.maps import maps

ETA_TIMEOUT: Final = 1.0
"""Timeout in seconds for the arrival time of a page."""


@dataclass(frozen=True, slots=True)
class Live:
    position: KnownPosition | None = None
    pickup_eta_seconds: int | None = None
    drop_eta_seconds: int | None = None


NOT_LIVE: Final = Live()


def live_of(booking: Booking) -> Live:
    """Return the driver's position during the drive, with the driving time to the next stop."""
    if booking.driver_id is None or booking.status not in TRACKED:
        return NOT_LIVE
    position = position_of(booking.driver_id)
    if position is None:
        return NOT_LIVE
    match booking.status:
        case Status.ACCEPTED:
            pickup = LatLng(booking.pickup_lat, booking.pickup_lng)
            return Live(position, pickup_eta_seconds=_drive_seconds(position.at, pickup))
        case Status.STARTED if booking.has_drop:
            ahead = [LatLng(stop.lat, stop.lng) for stop in stops_of(booking) if stop.reached_at is None]
            drop = LatLng(booking.drop_lat, booking.drop_lng)
            return Live(position, drop_eta_seconds=_drive_seconds(position.at, *ahead, drop))
        case _:
            return Live(position)


def _drive_seconds(*places: LatLng) -> int | None:
    def drive_seconds() -> int | None:
        try:
            if len(places) > 2:
                return maps().routing.route_through(places).duration_seconds
            return maps().routing.drive_time(*places).duration_seconds
        except MapsError:
            return None

    return call_with_timeout(ETA_TIMEOUT, drive_seconds, default=None)
