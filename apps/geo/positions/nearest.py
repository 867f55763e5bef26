"""The nearest free drivers in exact great-circle order, by one statement.

The partial GiST index returns a car type's free drivers by distance on its Mercator plane. A great circle of
length d stays below latitude |lat| + d, so it is at most d / cos(|lat| + d) long on the plane. Once the plane
distance exceeds the k-th best distance divided by that cosine, no further driver can be nearer, and the
result is proven. A few spare rows make this the usual case. Otherwise (many drivers at one place), the second
half of the statement searches everything within the k-th best distance. Near a pole, where the plane ends,
all drivers within the radius are read and sorted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, LiteralString

import psycopg
from django.db import connection
from psycopg import sql

from apps.core.postgres import is_pooled
from apps.geo.geometry.sphere import is_on_earth, rounded
from apps.geo.port import LatLng
from apps.geo.positions.bounds import search_bounds
from apps.geo.positions.nearest_sql import nearest_statement, within_statement

MAX_WALK: Final = 1000
"""For more drivers, reading everything within the radius is as cheap."""


@dataclass(frozen=True, slots=True)
class Eligibility:
    """A further condition on drivers, as SQL about the row `p` of geo_driverposition.

    `joins` must not multiply rows. Parameters are named, cast (`%(floor)s::numeric`) and not called near_*.
    Use constants: each pair of texts is planned once per connection.

        Eligibility(joins="JOIN wallet_account w ON w.user_id = p.driver_id",
                    where="w.balance >= %(floor)s::numeric")
    """

    joins: LiteralString = ""
    where: LiteralString = "true"


ANYONE: Final = Eligibility()


@dataclass(frozen=True, slots=True)
class NearbyDriver:
    driver_id: int
    at: LatLng
    heading: float | None
    seen_at: datetime
    distance_km: float
    """Great-circle distance."""


def nearest_drivers(
    *,
    at: LatLng,
    radius_km: float,
    car_type_id: int,
    fresh_seconds: float,
    limit: int | None = None,
    exclude_ids: Iterable[int] = (),
    eligibility: Eligibility = ANYONE,
    params: Mapping[str, Any] | None = None,
) -> list[NearbyDriver]:
    """Return free drivers of the car type within the radius, seen in the last `fresh_seconds`.

    Nearest first, equal distances by driver id; all of them if `limit` is None. `params` are those of
    `eligibility`.
    """
    statement, values = nearest_drivers_sql(
        at=at,
        radius_km=radius_km,
        car_type_id=car_type_id,
        fresh_seconds=fresh_seconds,
        limit=limit,
        exclude_ids=exclude_ids,
        eligibility=eligibility,
        params=params,
    )
    return [
        NearbyDriver(driver_id, LatLng(lat, lng), heading, seen_at, distance_km)
        for driver_id, lat, lng, heading, seen_at, distance_km in _run(statement, values)
    ]


def nearest_drivers_sql(
    *,
    at: LatLng,
    radius_km: float,
    car_type_id: int,
    fresh_seconds: float,
    limit: int | None = None,
    exclude_ids: Iterable[int] = (),
    eligibility: Eligibility = ANYONE,
    params: Mapping[str, Any] | None = None,
) -> tuple[sql.SQL, dict[str, Any]]:
    """Return the search as a SELECT and its parameters, for use in a larger statement.

    Columns: driver_id, lat, lng, heading, at, distance_km.
    """
    if not is_on_earth(at.lat, at.lng):
        raise ValueError(f"not on Earth: {at}")
    at = rounded(at)
    bounds = search_bounds(at, radius_km=radius_km, car_type_id=car_type_id)
    make = nearest_statement if bounds.is_small and limit and limit <= MAX_WALK else within_statement
    statement = make(eligibility.joins, eligibility.where, limit=limit, boxes=len(bounds.boxes))
    values: dict[str, Any] = {
        **(params or {}),
        "near_lat": at.lat,
        "near_lng": at.lng,
        "near_y": bounds.y,
        "near_south": bounds.south,
        "near_north": bounds.north,
        "near_radius_km": float(radius_km),
        "near_fresh_seconds": float(fresh_seconds),
        "near_exclude": list(exclude_ids),
    }
    for number, box in enumerate(bounds.boxes):
        values |= {f"near_x{number}": box.x, f"near_west{number}": box.west, f"near_east{number}": box.east}
    return statement, values


def _run(statement: sql.SQL, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run on Django's connection as a prepared statement, which Django's own cursors do not use.

    Planning would cost three times the search. A pooler that assigns server connections per transaction
    cannot have prepared statements, unless DATABASE_URL's prepare_threshold allows them.
    """
    connection.ensure_connection()
    raw = connection.connection
    if raw.prepare_threshold is None and not is_pooled():
        # None disables even explicit preparation; with a high threshold nothing else is prepared.
        raw.prepare_threshold = 1_000_000
    with connection.wrap_database_errors, psycopg.Cursor(raw) as cursor:
        cursor.execute(statement, values, prepare=raw.prepare_threshold is not None, binary=True)
        return cursor.fetchall()
