"""The stops of a booking between pickup and drop-off; a booking without any reads nothing."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import takewhile

from django.utils.translation import gettext

from apps.bookings.models import Booking, BookingStop
from apps.fares.estimates.quotes import Spot
from apps.fares.tariff_engine.zones import Point
from apps.geo.port import LatLng


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


def stops_ahead(booking_ids: Iterable[int]) -> dict[int, list[LatLng]]:
    """Return the stops that the car has not reached, in order, by booking, with one query."""
    rows = BookingStop.objects.filter(booking__in=list(booking_ids), reached_at=None)
    ahead: dict[int, list[LatLng]] = {}
    for booking_id, lat, lng in rows.order_by("booking_id", "position").values_list(
        "booking_id", "lat", "lng"
    ):
        ahead.setdefault(booking_id, []).append(LatLng(lat, lng))
    return ahead


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


def planned_waits(booking: Booking) -> list[int]:
    """Return the waits at stops with the one before the drive back, which is as planned until it is over."""
    waits = waits_at_stops(booking)
    if booking.is_round_trip and stops_of(booking) and stops_of(booking)[-1].left_at is None:
        waits.append(booking.return_wait_seconds)
    return waits


def outward_of(booking: Booking) -> tuple[Spot, tuple[Spot, ...]]:
    """Return the destination and the stops on the way there; a round trip turns at its last stop."""
    stops = spots_of(booking)
    if booking.is_round_trip and stops:
        return stops[-1], stops[:-1]
    return Spot(booking.drop_lat, booking.drop_lng, booking.drop_add), stops


def round_trip_text(return_wait_minutes: int | None) -> str:
    """Return a round trip in words of the active language; empty for one way."""
    if return_wait_minutes is None:
        return ""
    return gettext("Round trip, wait %(minutes)s min") % {"minutes": return_wait_minutes}


def hire_text(hire_minutes: int | None) -> str:
    """Return a booking by the hour in words of the active language; empty for another trip."""
    if hire_minutes is None:
        return ""
    hours, minutes = divmod(hire_minutes, 60)
    if minutes:
        return gettext("By the hour, %(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
    return gettext("By the hour, %(hours)s h") % {"hours": hours}


def store_stops(booking: Booking) -> None:
    """Insert the planned stops of a stored booking."""
    stops = stops_of(booking)
    for stop in stops:
        stop.booking_id = booking.pk
    BookingStop.objects.bulk_create(stops)


def reached_stops(booking: Booking) -> list[BookingStop]:
    """Return the stops that the car has reached, which are the first ones."""
    return [stop for stop in stops_of(booking) if stop.reached_at is not None]


def is_at(stop: BookingStop, place: Spot) -> bool:
    """Return whether the stop is this place, in the precision that a quote stores."""
    same = round(stop.lat, 6) == round(place.lat, 6) and round(stop.lng, 6) == round(place.lng, 6)
    return same and stop.add == place.add


def change_stops(booking: Booking, places: Sequence[Spot]) -> None:
    """Set the stops without storing them; those at the beginning that do not change keep their rows and
    marks.
    """
    same = takewhile(lambda pair: is_at(*pair), zip(stops_of(booking), places, strict=False))
    kept = [stop for stop, _ in same]
    booking.stop_count = len(places)
    booking.__dict__["read_stops"] = kept + [
        BookingStop(booking_id=booking.pk, position=position, lat=place.lat, lng=place.lng, add=place.add)
        for position, place in enumerate(places[len(kept) :], start=len(kept) + 1)
    ]


def store_changed_stops(booking: Booking) -> None:
    """Delete the removed stops and insert the new ones."""
    new = [stop for stop in stops_of(booking) if stop._state.adding]
    kept = booking.stop_count - len(new)
    BookingStop.objects.filter(booking=booking.pk, position__gt=kept).delete()
    BookingStop.objects.bulk_create(new)


def describe_stops(booking: Booking) -> str:
    """Return the stops as one text for events and the audit log."""
    return "; ".join(f"{stop.add} ({stop.lat:.5f}, {stop.lng:.5f})" for stop in stops_of(booking))
