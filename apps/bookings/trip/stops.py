"""The stops of a booking between pickup and drop-off; a booking without any reads nothing."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from apps.bookings.models import Booking, BookingStop
from apps.fares.estimates.quotes import Spot
from apps.fares.tariff_engine.zones import Point


def stops_of(booking: Booking) -> list[BookingStop]:
    """Return the stops in order, read once per loaded booking."""
    if not booking.stop_count:
        return []
    read_stops([booking])
    stops: list[BookingStop] = booking.__dict__["read_stops"]
    return stops


def read_stops(bookings: Iterable[Booking]) -> None:
    """Read the stops of several bookings with one query, or none without stops."""
    unread = {
        booking.pk: booking
        for booking in bookings
        if booking.stop_count and "read_stops" not in booking.__dict__
    }
    if not unread:
        return
    for booking in unread.values():
        booking.__dict__["read_stops"] = []
    for stop in BookingStop.objects.filter(booking__in=list(unread)).order_by("booking_id", "position"):
        unread[stop.booking_id].__dict__["read_stops"].append(stop)


def points_of_stops(booking: Booking) -> list[Point]:
    return [(stop.lat, stop.lng) for stop in stops_of(booking)]


def spots_of(booking: Booking) -> tuple[Spot, ...]:
    """Return the stops as places of an estimate."""
    return tuple(Spot(stop.lat, stop.lng, stop.add) for stop in stops_of(booking))


def last_mark(booking: Booking) -> datetime | None:
    """Return the time of the driver's last step on the trip, which later ones cannot precede."""
    marks = [at for stop in stops_of(booking) for at in (stop.reached_at, stop.left_at) if at is not None]
    return max(filter(None, [booking.trip_start_time, *marks]), default=None)


def waits_at_stops(booking: Booking) -> list[int]:
    """Return the whole seconds at each stop that the car has left."""
    return [
        round((stop.left_at - stop.reached_at).total_seconds())
        for stop in stops_of(booking)
        if stop.reached_at is not None and stop.left_at is not None
    ]


def plan_stops(booking: Booking, places: Sequence[Spot]) -> None:
    """Set the stops of a booking that is not stored yet, or of an edited one."""
    booking.stop_count = len(places)
    booking.__dict__["read_stops"] = [
        BookingStop(booking_id=booking.pk, position=position, lat=place.lat, lng=place.lng, add=place.add)
        for position, place in enumerate(places, start=1)
    ]


def store_stops(booking: Booking) -> None:
    """Insert the planned stops of a stored booking."""
    stops = stops_of(booking)
    for stop in stops:
        stop.booking_id = booking.pk
    BookingStop.objects.bulk_create(stops)


def replace_stops(booking: Booking) -> None:
    """Store the planned stops instead of the earlier ones."""
    BookingStop.objects.filter(booking=booking.pk).delete()
    if booking.stop_count:
        store_stops(booking)
