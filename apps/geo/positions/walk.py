"""The nearest drivers of several car types by one walk each, whose result is proven here.

The full statement of apps.geo.positions.nearest_sql proves its result itself and searches again if it must;
PostgreSQL needs twice as long to run it. In this one, the proof is left out: if it fails, the full statement
answers.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, LiteralString

from psycopg import sql

from apps.geo.geometry.sphere import EARTH_RADIUS_KM, KM_PER_DEGREE
from apps.geo.models.position import PLANE_STRIDE
from apps.geo.port import LatLng
from apps.geo.positions.bounds import search_bounds
from apps.geo.positions.nearest_sql import DISTANCE, SPARE, short_text

Given = Mapping[str, tuple[LiteralString, Sequence[Any]]]
"""Parameters that differ by car type: a type of PostgreSQL and the values."""

_BOX: Final = ("x", "west", "east")


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk of each car type as a statement and its parameters.

    Columns: the number found within the radius, of those fetched; the number fetched; the largest distance on
    the plane; and driver_id, lat, lng, heading, time, distance and distance on the plane of the first as one
    array of numbers.
    """

    statement: sql.SQL
    values: dict[str, Any]


def walk_of_each(
    car_type_ids: Sequence[int],
    *,
    at: LatLng,
    radius_km: float,
    fresh_seconds: float,
    limit: int,
    returned: int,
    joins: LiteralString,
    where: LiteralString,
    params: Mapping[str, Any],
    given: Given,
    provided: str,
) -> Walk | None:
    """Return the walk, with `provided` as a condition on the whole; None where only the full statement works.

    `at` is rounded.
    """
    bounds = search_bounds(at, radius_km=radius_km, car_type_id=0)
    if not bounds.is_small or len(bounds.boxes) > 1:
        return None
    box = bounds.boxes[0]
    bases = [PLANE_STRIDE * car_type_id for car_type_id in car_type_ids]
    columns: Given = {
        **{name: ("float8", [base + getattr(box, name) for base in bases]) for name in _BOX},
        **given,
    }
    values: dict[str, Any] = {
        **params,
        "near_lat": at.lat,
        "near_lng": at.lng,
        "near_y": bounds.y,
        "near_radius_km": float(radius_km),
        "near_fresh_seconds": float(fresh_seconds),
        "near_surely": surely_within(at, radius_km),
    }
    for name, (_kind, column) in columns.items():
        # As text, which costs less to make than an array of numbers.
        values[f"each_{name}"] = "{" + ",".join(map(str, column)) + "}"
    names = tuple((name, kind) for name, (kind, _) in columns.items())
    return Walk(_statement(names, joins, where, limit, returned, provided), values)


def is_beyond(at: LatLng, *, walked: float, km: float) -> bool:
    """Return whether everything that far on the plane is further away than `km`; as in nearest_statement."""
    narrowest = math.cos(min(math.pi / 2, math.radians(abs(at.lat)) + km / EARTH_RADIUS_KM))
    return km < (walked - 1e-6) * KM_PER_DEGREE * (1 - 1e-9) * narrowest


def surely_within(at: LatLng, radius_km: float) -> float:
    """Return the distance on the plane up to which everything is within the radius."""
    # A degree of the plane is at most as long as where the path is closest to the equator.
    most = radius_km / KM_PER_DEGREE / math.cos(math.radians(at.lat))
    widest = math.cos(math.radians(max(0.0, abs(at.lat) - most)))
    return radius_km / KM_PER_DEGREE / widest * (1 - 1e-9)


@lru_cache(maxsize=64)
def _statement(
    names: tuple[tuple[str, LiteralString], ...],
    joins: LiteralString,
    where: LiteralString,
    limit: int,
    returned: int,
    provided: str,
) -> sql.SQL:
    arrays = sql.SQL(", ").join(
        # Sub-selects hide the values: PostgreSQL would plan again for their number.
        sql.SQL("(SELECT {}::" + kind + "[])").format(sql.Placeholder(f"each_{name}"))
        for name, kind in names
    )
    own = where
    for name, _kind in names:
        own = own.replace(f"%({name})s", f"given.{name}")
    search = sql.SQL("""
SELECT given.place, near.* FROM unnest({arrays}) WITH ORDINALITY AS given ({columns}, place)
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (
            WHERE walked <= %(near_surely)s::float8 OR {distance} <= %(near_radius_km)s::float8
        ) AS found,
        count(*) AS fetched, max(walked) AS walked,
        array_agg(ARRAY[driver_id, lat, lng, heading, extract(epoch FROM at), {distance}, walked]::float8[])
            FILTER (WHERE number <= {first}) AS first
    FROM (SELECT *, row_number() OVER () AS number FROM (
        SELECT p.driver_id, p.lat, p.lng, p.heading, p.at,
            p.spot <-> point(given.x, %(near_y)s::float8) AS walked
        FROM geo_driverposition p {joins}
        WHERE p.free AND (p.fit_until IS NULL OR p.fit_until > now())
            AND p.at > (SELECT now() - %(near_fresh_seconds)s::float8 * interval '1 second')
            AND ({where}) AND p.spot >> point(given.west, 0) AND p.spot << point(given.east, 0)
        ORDER BY p.spot <-> point(given.x, %(near_y)s::float8) LIMIT {fetched}
    ) walk) p
) near""").format(
        arrays=arrays,
        columns=sql.SQL(", ").join(sql.Identifier(name) for name, _ in names),
        first=sql.Literal(returned + SPARE),
        fetched=sql.Literal(limit + SPARE),
        distance=DISTANCE,
        joins=sql.SQL(joins),
        where=sql.SQL(own),
    )
    return short_text(
        sql.SQL("WITH provided AS MATERIALIZED (SELECT WHERE ")
        + sql.SQL(provided)
        + sql.SQL(") SELECT found, fetched, walked, first FROM provided, (")
        + search
        + sql.SQL(") each ORDER BY place")
        if provided
        else sql.SQL("SELECT found, fetched, walked, first FROM (")
        + search
        + sql.SQL(") each ORDER BY place")
    )
