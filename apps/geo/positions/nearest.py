"""The nearest free drivers in exact great-circle order, by one statement.

The partial GiST index returns a car type's free drivers by distance on its Mercator plane. A great circle of
length d stays below latitude |lat| + d, so it is at most d / cos(|lat| + d) long on the plane. Once the plane
distance exceeds the k-th best distance divided by that cosine, no further driver can be nearer, and the
result is proven. A few spare rows make this the usual case. Otherwise (many drivers at one place), the second
half of the statement searches everything within the k-th best distance. Near a pole, where the plane ends,
all drivers within the radius are read and sorted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, LiteralString

import psycopg
from django.db import connection
from psycopg import sql

from apps.core.postgres import prepares
from apps.geo.geometry.sphere import is_on_earth, rounded
from apps.geo.port import LatLng
from apps.geo.positions.bounds import search_bounds
from apps.geo.positions.nearest_sql import (
    SPARE,
    each_statement,
    nearest_statement,
    provided_statement,
    within_statement,
)
from apps.geo.positions.walk import Given, is_beyond, walk_of_each

MAX_WALK: Final = 1000
"""For more drivers, reading everything within the radius is as cheap."""
_BOX: Final = ("x", "west", "east")
"""The parts of a box that are parameters; they differ by car type."""


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
class Search:
    """Where drivers are searched for, and the further condition on them. Raises ValueError off the Earth."""

    at: LatLng
    radius_km: float
    fresh_seconds: float
    """How long ago a driver may have been seen."""
    eligibility: Eligibility = ANYONE
    params: Mapping[str, Any] = field(default_factory=dict)
    """Those of `eligibility`."""

    def __post_init__(self) -> None:
        if not is_on_earth(self.at.lat, self.at.lng):
            raise ValueError(f"not on Earth: {self.at}")


@dataclass(frozen=True, slots=True)
class Provided:
    """A condition on the whole search, as SQL with named parameters, for example that the user is logged in.

    It costs no statement of its own. Use a constant.
    """

    where: str
    params: Mapping[str, Any]


class NotProvided(Exception):
    """The condition on the search is false."""


@dataclass(frozen=True, slots=True)
class NearbyDriver:
    driver_id: int
    at: LatLng
    heading: float | None
    seen_at: datetime
    distance_km: float
    """Great-circle distance."""


@dataclass(slots=True)
class NearbyDrivers:
    """How many drivers were found, and the nearest of them."""

    found: int = 0
    nearest: list[NearbyDriver] = field(default_factory=list)


def nearest_drivers(
    search: Search, *, car_type_id: int, limit: int | None = None, exclude_ids: Iterable[int] = ()
) -> list[NearbyDriver]:
    """Return free drivers of the car type within the radius, seen lately.

    Nearest first, equal distances by driver id; all of them if `limit` is None.
    """
    statement, values = nearest_drivers_sql(
        search, car_type_id=car_type_id, limit=limit, exclude_ids=exclude_ids
    )
    return [_driver(row) for row in _run(statement, values)]


def nearest_drivers_of_each(
    search: Search,
    car_type_ids: Sequence[int],
    *,
    limit: int,
    returned: int | None = None,
    params_of_each: Given | None = None,
    provided: Provided | None = None,
) -> dict[int, NearbyDrivers]:
    """Count `nearest_drivers` of several car types by one statement, and return the nearest `returned`.

    Counts up to `limit`. `params_of_each` has the parameters of the eligibility that differ by car type: a
    type of PostgreSQL, and the values in the order of `car_type_ids`. Raises NotProvided if `provided` is
    false or there is no car type.
    """
    found = {car_type_id: NearbyDrivers() for car_type_id in car_type_ids}
    if not found:
        if provided is not None:
            raise NotProvided
        return found
    given = params_of_each or {}
    if returned is not None and limit <= MAX_WALK:
        returned = min(returned, limit)
        walked = _walk(search, car_type_ids, limit=limit, returned=returned, given=given, provided=provided)
        if walked is not None:
            return walked
    statement, values = nearest_drivers_of_each_sql(
        search, car_type_ids, limit=limit, returned=returned, params_of_each=given
    )
    if provided is None:
        rows = _run(statement, values)
    else:
        statement = provided_statement(statement.as_string(None), provided.where)
        rows = _rows_provided(_run(statement, {**values, **provided.params}))
    for place, number, *row in rows:
        drivers = found[car_type_ids[place - 1]]
        drivers.found = number
        drivers.nearest.append(_driver(row))
    return found


def _walk(
    search: Search,
    car_type_ids: Sequence[int],
    *,
    limit: int,
    returned: int,
    given: Given,
    provided: Provided | None,
) -> dict[int, NearbyDrivers] | None:
    """Return the drivers by one walk of each car type; None if that does not prove them."""
    at, radius_km = rounded(search.at), search.radius_km
    walk = walk_of_each(
        car_type_ids,
        at=at,
        radius_km=radius_km,
        fresh_seconds=search.fresh_seconds,
        limit=limit,
        returned=returned,
        joins=search.eligibility.joins,
        where=search.eligibility.where,
        params=search.params,
        given=given,
        provided="" if provided is None else provided.where,
    )
    if walk is None:
        return None
    rows = _run(walk.statement, walk.values if provided is None else {**walk.values, **provided.params})
    if not rows:
        raise NotProvided
    drivers = {}
    for car_type_id, (found, fetched, walked, first) in zip(car_type_ids, rows, strict=True):
        is_counted = found >= limit or fetched < limit + SPARE or is_beyond(at, walked=walked, km=radius_km)
        near = sorted(map(_walked_driver, first or ()), key=lambda one: (one.distance_km, one.driver_id))
        near = near[: min(returned, found)]
        if not is_counted or (
            near
            and fetched >= returned + SPARE
            and not is_beyond(at, walked=first[-1][-1], km=near[-1].distance_km)
        ):
            return None
        drivers[car_type_id] = NearbyDrivers(min(found, limit), near)
    return drivers


def _walked_driver(row: Sequence[float]) -> NearbyDriver:
    driver_id, lat, lng, heading, seen_at, distance_km, _walked = row
    seen = datetime.fromtimestamp(seen_at, UTC)
    return NearbyDriver(int(driver_id), LatLng(lat, lng), heading, seen, distance_km)


def nearest_drivers_of_each_sql(
    search: Search,
    car_type_ids: Sequence[int],
    *,
    limit: int,
    returned: int | None = None,
    params_of_each: Given | None = None,
) -> tuple[sql.SQL, dict[str, Any]]:
    """Return the search of several car types as a SELECT and its parameters.

    Columns: the place of the car type, from 1, the number found, and those of `nearest_drivers_sql`.
    """
    statement, values = nearest_drivers_sql(search, car_type_id=car_type_ids[0], limit=limit)
    at = rounded(search.at)
    bounds = [
        search_bounds(at, radius_km=search.radius_km, car_type_id=car_type_id) for car_type_id in car_type_ids
    ]
    given: dict[str, tuple[LiteralString, Sequence[Any]]] = dict(params_of_each or {})
    # The same number of boxes for each: their planes differ only by where they begin.
    for number in range(len(bounds[0].boxes)):
        for name in _BOX:
            column = [getattr(each.boxes[number], name) for each in bounds]
            given[f"near_{name}{number}"] = "float8", column
    names = tuple((name, kind) for name, (kind, _) in given.items())
    return each_statement(statement.as_string(None), names, returned=returned), values | {
        name: list(column) for name, (_, column) in given.items()
    }


def nearest_drivers_sql(
    search: Search, *, car_type_id: int, limit: int | None = None, exclude_ids: Iterable[int] = ()
) -> tuple[sql.SQL, dict[str, Any]]:
    """Return the search as a SELECT and its parameters, for use in a larger statement.

    Columns: driver_id, lat, lng, heading, at, distance_km.
    """
    at = rounded(search.at)
    bounds = search_bounds(at, radius_km=search.radius_km, car_type_id=car_type_id)
    make = nearest_statement if bounds.is_small and limit and limit <= MAX_WALK else within_statement
    statement = make(search.eligibility.joins, search.eligibility.where, limit=limit, boxes=len(bounds.boxes))
    values: dict[str, Any] = {
        **search.params,
        "near_lat": at.lat,
        "near_lng": at.lng,
        "near_y": bounds.y,
        "near_south": bounds.south,
        "near_north": bounds.north,
        "near_radius_km": float(search.radius_km),
        "near_fresh_seconds": float(search.fresh_seconds),
        "near_exclude": list(exclude_ids),
    }
    for number, box in enumerate(bounds.boxes):
        values |= {f"near_{name}{number}": getattr(box, name) for name in _BOX}
    return statement, values


def _rows_provided(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    if not rows:
        raise NotProvided
    return [row[1:] for row in rows if row[1] is not None]


def _driver(row: Sequence[Any]) -> NearbyDriver:
    driver_id, lat, lng, heading, seen_at, distance_km = row
    return NearbyDriver(driver_id, LatLng(lat, lng), heading, seen_at, distance_km)


def _run(statement: sql.SQL, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run on Django's connection as a prepared statement, which Django's own cursors do not use.

    Planning would cost three times the search.
    """
    connection.ensure_connection()
    raw = connection.connection
    with connection.wrap_database_errors, psycopg.Cursor(raw) as cursor:
        cursor.execute(statement, values, prepare=prepares(raw), binary=True)
        return cursor.fetchall()
