"""Quotes and how many were taken, by hour of the day, area and car type.

A number is shown only if at least MIN_RIDERS different riders are behind it. Records name no person, so
that riders are counted by what is certain: the most different tokens of one day, or the riders of
the bookings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db import connection

from apps.bookings.demand.past import MIN_RIDERS
from apps.bookings.models import Booking
from apps.core.platform import platform_settings
from apps.geo.geometry.cells import cell_of
from apps.recording.models import QuoteRecord

MOST_AREAS: Final = 20
_PERCENT: Final = Decimal(100)

_COUNT: Final = """
WITH quote AS (
    SELECT {group} AS place, {name} AS name, record.at, (record.at AT TIME ZONE 'UTC')::date AS day,
           rider_token, {taken} AS taken, CASE WHEN {taken} THEN booking.customer_id END AS customer_id
    FROM {records} record LEFT JOIN {bookings} booking ON booking.id = record.booking_id {join}
    WHERE record.at >= %(since)s AND record.at < %(until)s
), day AS (
    SELECT place, count(DISTINCT rider_token) AS riders FROM quote GROUP BY place, day
)
SELECT quote.place, (array_agg(quote.name ORDER BY quote.at DESC))[1],
       count(*), count(*) FILTER (WHERE taken),
       greatest(count(DISTINCT customer_id), (SELECT max(riders) FROM day WHERE day.place = quote.place))
FROM quote GROUP BY quote.place
"""


@dataclass(frozen=True, slots=True)
class _Group:
    group: str
    name: str = "''"
    taken: str = "record.booking_id IS NOT NULL"
    join: str = ""


_ALL: Final = _Group("''")
_HOUR: Final = _Group("extract(hour FROM record.at AT TIME ZONE %(tz)s)::int")
_AREA: Final = _Group("record.pickup_cell", name="record.pickup_name")
_CAR_TYPE: Final = _Group(
    "(option ->> 'car_type')::bigint",
    name="option ->> 'name'",
    taken="coalesce(booking.car_type_id = (option ->> 'car_type')::bigint, false)",
    join="CROSS JOIN LATERAL jsonb_array_elements(record.options) AS option",
)


def quote_summary(since: datetime, until: datetime) -> dict[str, Any]:
    """Return the numbers of a period: all, each hour of the day, the busiest areas, and each car type.

    Areas with too few riders are left out; other numbers are None. The quotes of a car type are those that
    showed it.
    """
    settings = platform_settings()
    values = {"since": since, "until": until, "tz": settings.time_zone}
    hours = {place: numbers for place, _, numbers in _count(_HOUR, values)}
    areas = [row for row in _count(_AREA, values) if row[2]["quotes"] is not None]
    areas.sort(key=lambda row: (-row[2]["quotes"], row[0]))
    car_types = sorted(_count(_CAR_TYPE, values), key=lambda row: row[1].casefold())
    return {
        "recording": settings.record_quotes,
        "total": next((numbers for _, _, numbers in _count(_ALL, values)), _numbers(0, 0)),
        "hours": [{"hour": hour} | hours.get(hour, _numbers(0, 0)) for hour in range(24)],
        "areas": [_area(key, name) | numbers for key, name, numbers in areas[:MOST_AREAS]],
        "car_types": [{"id": pk, "name": name} | numbers for pk, name, numbers in car_types],
    }


def _count(by: _Group, values: Mapping[str, Any]) -> list[tuple[Any, str, dict[str, Any]]]:
    statement = _COUNT.format(
        group=by.group,
        name=by.name,
        taken=by.taken,
        join=by.join,
        records=QuoteRecord._meta.db_table,
        bookings=Booking._meta.db_table,
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    return [
        (place, name, _numbers(quotes, taken) if riders >= MIN_RIDERS else _TOO_FEW)
        for place, name, quotes, taken, riders in rows
    ]


_TOO_FEW: Final[dict[str, Any]] = {"quotes": None, "taken": None, "conversion": None}


def _numbers(quotes: int, taken: int) -> dict[str, Any]:
    conversion = round(_PERCENT * taken / quotes, 1) if quotes else None
    return {"quotes": quotes, "taken": taken, "conversion": conversion}


def _area(key: str, name: str) -> dict[str, Any]:
    centre = cell_of(key).centre
    return {"id": key, "name": name, "lat": centre.lat, "lng": centre.lng}
