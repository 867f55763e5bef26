"""What was recorded of a period, as plain rows, for simulators and other evaluations."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db.models import Q

from apps.geo.geometry.cells import cell_of
from apps.geo.port import LatLng
from apps.recording.models import PositionSample, PresenceSpan, QuoteRecord

CHUNK: Final = 5_000


@dataclass(frozen=True, slots=True)
class RecordedSpan:
    """A driver's state, within the period."""

    driver_id: int
    state: str
    """free, busy or offline."""
    since: datetime
    until: datetime
    booking_id: int | None
    """The trip of a busy driver."""


@dataclass(frozen=True, slots=True)
class RecordedPosition:
    """Where an online driver was."""

    driver_id: int
    at: datetime
    place: LatLng
    free: bool
    car_type_id: int | None


@dataclass(frozen=True, slots=True)
class RecordedSupply:
    """The drivers of a period, by driver and time; positions only if they were recorded."""

    spans: tuple[RecordedSpan, ...]
    positions: tuple[RecordedPosition, ...]


@dataclass(frozen=True, slots=True)
class RecordedPrice:
    car_type_id: int
    price: Decimal
    surge: Decimal | None
    """None at the usual price."""
    eta_seconds: int | None


@dataclass(frozen=True, slots=True)
class RecordedQuote:
    """A request for a price; pickup and drop are the middles of cells of 500 m."""

    at: datetime
    requester: str
    pickup: LatLng
    drop: LatLng
    for_later: bool
    distance_km: Decimal
    duration_seconds: int
    prices: tuple[RecordedPrice, ...]
    booking_id: int | None
    """None if the quote was not taken."""
    car_type_id: int | None
    """Of the booking."""


def recorded_supply(since: datetime, until: datetime) -> RecordedSupply:
    """Return the spans that overlap a period, cut to it, and the positions in it."""
    return RecordedSupply(tuple(_spans(since, until)), tuple(_positions(since, until)))


def recorded_demand(since: datetime, until: datetime) -> tuple[RecordedQuote, ...]:
    """Return the quotes of a period, oldest first."""
    rows = QuoteRecord.objects.filter(at__gte=since, at__lt=until).order_by("at", "id")
    booked = rows.select_related("booking").only(
        *(field.name for field in QuoteRecord._meta.concrete_fields), "booking__car_type_id"
    )
    return tuple(_quote(row) for row in booked.iterator(chunk_size=CHUNK))


def _spans(since: datetime, until: datetime) -> Iterator[RecordedSpan]:
    open_or_later = Q(ended_at__isnull=True) | Q(ended_at__gt=since)
    rows = PresenceSpan.objects.filter(open_or_later, started_at__lt=until).order_by(
        "driver_id", "started_at"
    )
    for row in rows.iterator(chunk_size=CHUNK):
        end = until if row.ended_at is None else min(row.ended_at, until)
        yield RecordedSpan(row.driver_id, row.state, max(row.started_at, since), end, row.booking_id)


def _positions(since: datetime, until: datetime) -> Iterator[RecordedPosition]:
    rows = PositionSample.objects.filter(at__gte=since, at__lt=until).order_by("driver_id", "at")
    for row in rows.iterator(chunk_size=CHUNK):
        yield RecordedPosition(row.driver_id, row.at, LatLng(row.lat, row.lng), row.free, row.car_type_id)


def _quote(row: QuoteRecord) -> RecordedQuote:
    return RecordedQuote(
        at=row.at,
        requester=row.requester,
        pickup=cell_of(row.pickup_cell).centre,
        drop=cell_of(row.drop_cell).centre,
        for_later=row.for_later,
        distance_km=row.distance_km,
        duration_seconds=row.duration_seconds,
        prices=tuple(
            RecordedPrice(
                option["car_type"],
                Decimal(option["price"]),
                None if option["surge"] is None else Decimal(option["surge"]),
                option["eta_seconds"],
            )
            for option in row.options
        ),
        booking_id=row.booking_id,
        car_type_id=None if row.booking is None else row.booking.car_type_id,
    )
