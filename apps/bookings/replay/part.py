"""Prices the trips of a part of a period, in this process or in one of several."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from apps.bookings.choices import Status
from apps.bookings.models import Booking, TrackingPoint
from apps.bookings.replay.prices import (
    NotRepriced,
    Repriced,
    RepricedFee,
    has_zones,
    reprice,
    reprice_fee,
)
from apps.bookings.replay.summary import Summary
from apps.bookings.replay.trips import Part, Period, read_trips
from apps.bookings.trip.stops import read_stops
from apps.fares.tariff_engine.zones import Point
from apps.fares.tariffs.in_force import LoadedTariff, load_document

Result = Repriced | RepricedFee | NotRepriced


@dataclass(frozen=True, slots=True)
class Work:
    """What a replay compares, for every process alike."""

    period: Period
    document: Any
    """The tariff; None for the tariff of each trip."""
    holidays: tuple[date, ...]
    tz: ZoneInfo

    def tariff(self) -> LoadedTariff | None:
        if self.document is None:
            return None
        return load_document(self.document).with_holidays(self.holidays)


@dataclass(frozen=True, slots=True)
class Priced:
    """A part that is done: its number of trips, and what the fingerprint contains of them."""

    part: int
    trips: int
    lines: bytes


class Replayer:
    """Prices parts one after the other and adds them up."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.tariff = work.tariff()
        self.summary = Summary()

    def price(self, part: Part) -> Priced:
        trips, lines = read_trips(self.work.period, part), []
        for booking, priced in repriced(trips, self.tariff):
            self._add(booking, priced)
            lines.append(_line(booking, priced))
        return Priced(part.number, len(trips), "".join(lines).encode())

    def _add(self, booking: Booking, priced: Result) -> None:
        if isinstance(priced, NotRepriced):
            self.summary.leave(booking, priced.reason)
            return
        at = (booking.trip_start_time or booking.trip_date).astimezone(self.work.tz)
        if isinstance(priced, RepricedFee):
            self.summary.add_fee(booking, at, priced)
        else:
            self.summary.add(booking, at, priced)


def repriced(batch: Sequence[Booking], tariff: LoadedTariff | None) -> Iterator[tuple[Booking, Result]]:
    """Yield each booking with its prices, or the reason why it has none."""
    by_zones = tariff is not None and tariff.zone_map is not None
    tracks = _tracks(booking.pk for booking in batch if by_zones or has_zones(booking))
    read_stops(batch)
    for booking in batch:
        try:
            if booking.status == Status.CANCELLED:
                yield booking, reprice_fee(booking, tariff)
            else:
                yield booking, reprice(booking, tariff, track=tracks.get(booking.pk, ()))
        except NotRepriced as left:
            yield booking, left


def _tracks(booking_ids: Iterable[int]) -> dict[int, list[Point]]:
    """Return the points of each trip that its fare is based on."""
    ids = list(booking_ids)
    tracks: dict[int, list[Point]] = defaultdict(list)
    if ids:
        points = TrackingPoint.objects.filter(
            booking_id__in=ids, status__in=(Status.STARTED, Status.REACHED)
        ).order_by("booking_id", "at")
        for booking_id, lat, lng in points.values_list("booking_id", "lat", "lng"):
            tracks[booking_id].append((lat, lng))
    return tracks


def _line(booking: Booking, priced: Result) -> str:
    """Return what the fingerprint contains of a booking: which state of it was read, and its prices."""
    if isinstance(priced, NotRepriced):
        result = priced.reason
    else:
        own = f"{priced.own}"
        result = f"{own} {own if priced.new is priced.own else priced.new}"
    return (
        f"{booking.pk} {booking.version} {booking.distance_km} {booking.total_trip_time}"
        f" {booking.trip_cost} {booking.tip_amount} {booking.refunded_amount} {result}\n"
    )
