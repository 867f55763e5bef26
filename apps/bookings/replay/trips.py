"""The past trips of a period, in parts of the same size, with the columns that prices depend on."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import F, Func, Q, QuerySet, TextField, Value, Window
from django.db.models.base import ModelState
from django.db.models.functions import Cast, Coalesce, RowNumber

from apps.bookings.choices import SETTLED, UNPAID, Status
from apps.bookings.models import Booking
from apps.core.platform import platform_settings

PART: Final = 1000
"""The trips of a part."""
CANCELLED_FOR_A_FEE: Final = Q(status=Status.CANCELLED, cancellation_details__isnull=False)
"""Free ones included, if a rule could make them cost a fee."""
SEPARATOR: Final = "\x1f"

Place = tuple[datetime, int]
"""A booking's time and id, by which trips are ordered."""


@dataclass(frozen=True, slots=True)
class Period:
    """The times of the first and last day of the platform; the end is excluded."""

    begin: datetime
    end: datetime

    @classmethod
    def of_days(cls, first_day: date, last_day: date) -> "Period":
        tz = platform_settings().tz
        return cls(
            datetime.combine(first_day, time.min, tz),
            datetime.combine(last_day + timedelta(days=1), time.min, tz),
        )

    def bookings(self) -> QuerySet[Booking]:
        return Booking.objects.filter(trip_date__gte=self.begin, trip_date__lt=self.end)

    def trips(self) -> QuerySet[Booking]:
        """Return the bookings whose trip has ended or was cancelled for a fee."""
        return self.bookings().filter(Q(status__in=(*UNPAID, *SETTLED)) | CANCELLED_FOR_A_FEE)

    def free_cancellations(self) -> QuerySet[Booking]:
        return self.bookings().filter(status=Status.CANCELLED).exclude(CANCELLED_FOR_A_FEE)


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive trips of a period: those after the first place, up to the second one."""

    number: int
    after: Place | None
    until: Place | None


def parts_of(period: Period, *, size: int) -> list[Part]:
    """Return the parts of a period in order; trips that end meanwhile belong to one of them."""
    numbered = period.trips().annotate(number=Window(RowNumber(), order_by=("trip_date", "id")))
    last = numbered.annotate(beyond=F("number") % size).filter(beyond=0).order_by("number")
    ends: list[Place | None] = [*last.values_list("trip_date", "id"), None]
    return [
        Part(number, after, until)
        for number, (after, until) in enumerate(zip([None, *ends], ends, strict=False))
    ]


def read_trips(period: Period, part: Part) -> list[Booking]:
    """Return the trips of a part in their order."""
    rows = period.trips().order_by("trip_date", "id")
    if part.after is not None:
        at, pk = part.after
        rows = rows.filter(Q(trip_date__gt=at) | Q(trip_date=at, pk__gt=pk), trip_date__gte=at)
    if part.until is not None:
        at, pk = part.until
        rows = rows.filter(Q(trip_date__lt=at) | Q(trip_date=at, pk__lte=pk), trip_date__lte=at)
    return list(bookings_of(rows))


def bookings_of(rows: QuerySet[Booking]) -> Iterator[Booking]:
    """Yield bookings with the columns that prices depend on; the others are read when needed.

    Each row arrives as one text, without the constructor that visits the table's hundred columns: reading a
    trip costs a quarter of what the usual way does.
    """
    for text in rows.values_list(_ROW, flat=True):
        yield _booking(text)


def _booking(text: str) -> Booking:
    values: dict[str, Any] = dict(zip(_NAMES, text.split(SEPARATOR, len(_NAMES) - 1), strict=True))
    for name, convert in _CONVERTED:
        value = values[name]
        values[name] = convert(value) if value else None
    booking = Booking.__new__(Booking)
    state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    booking.__dict__ = values
    values["_state"] = state
    return booking


@lru_cache(maxsize=4096)
def _terms(text: str) -> Any:
    """Return what a JSON text contains; most trips have the terms of many others."""
    return json.loads(text)


def _without(key: str) -> str:
    return f"(%(expressions)s - '{key}')"


_NAMES: Final = (
    "id", "reference", "version", "app_category", "driver_id", "booking_type_admin", "street_trip",
    "book_later", "trip_date", "trip_start_time", "pickup_lat", "pickup_lng", "drop_lat", "drop_lng",
    "route_polyline",
    "estimate_distance_km", "estimate_duration_seconds", "distance_km", "total_trip_time", "rates",
    "trip_cost", "convenience_fees", "driver_share", "discount", "promo_details", "parcel_type_selected",
    "option_selected", "adjustment_reason", "stop_count",
    "passengers", "luggage", "children", "child_seats", "hire_minutes", "status", "customer_id", "tip_amount",
    "refunded_amount",
    "cancellation_details", "cancellation_fee", "cancellation_fee_owed", "cancellation_fee_written_off",
    "car_type_name",
)  # fmt: skip
"""The columns of a booking that its price depends on; the last one may contain any character."""
_EXPRESSIONS: Final = {
    # Each booking has a quote of its own; without it, the terms of many are the same text.
    "rates": _without("quote"),
    "cancellation_details": _without("lines"),
    "adjustment_reason": "CASE WHEN %(expressions)s <> '' THEN 'yes' END",
}
_CONVERSIONS: Final[tuple[tuple[type[Any], Callable[[str], Any]], ...]] = (
    (models.DecimalField, Decimal),
    (models.DateTimeField, datetime.fromisoformat),
    (models.BooleanField, "true".__eq__),
    (models.JSONField, _terms),
    (models.FloatField, float),
    (models.IntegerField, int),
    (models.ForeignKey, int),
)


def _conversion(name: str) -> Callable[[str], Any] | None:
    if name == "cancellation_details":
        return json.loads
    column = Booking._meta.get_field(name.removesuffix("_id"))
    return next((convert for kind, convert in _CONVERSIONS if isinstance(column, kind)), None)


def _text(name: str) -> Coalesce:
    template = _EXPRESSIONS.get(name)
    column: Any = F(name) if template is None else Func(F(name), template=template, output_field=TextField())
    return Coalesce(Cast(column, TextField()), Value(""))


_CONVERTED: Final = tuple((name, convert) for name in _NAMES if (convert := _conversion(name)) is not None)
_ROW: Final = Func(Value(SEPARATOR), *map(_text, _NAMES), function="concat_ws", output_field=TextField())
