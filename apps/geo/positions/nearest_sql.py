"""The statements of apps.geo.positions.nearest, built once per shape.

Every value is a parameter and every limit a literal, so that PostgreSQL plans a shape once: with the
sub-selects around the freshness and the exclusions, it estimates the same cost with and without values and
uses the generic plan.
"""

import re
from functools import lru_cache
from typing import Final, LiteralString

from psycopg import sql

from apps.geo.geometry.sphere import EARTH_RADIUS_KM, KM_PER_DEGREE, MAX_MERCATOR_LAT
from apps.geo.positions.bounds import SLACK

SPARE: Final = 4

_CONSTANTS: Final = {
    "radius": sql.Literal(EARTH_RADIUS_KM),
    "top": sql.Literal(MAX_MERCATOR_LAT),
    "slack": sql.Literal(SLACK),
    "per_degree": sql.Literal(KM_PER_DEGREE),
}

DISTANCE: Final = sql.SQL("""2 * {radius} * asin(sqrt(least(1.0,
    sin(radians(p.lat - %(near_lat)s::float8) / 2) ^ 2
    + cos(radians(%(near_lat)s::float8)) * cos(radians(p.lat))
      * sin(radians(p.lng - %(near_lng)s::float8) / 2) ^ 2)))""").format(**_CONSTANTS)

_COLUMNS = sql.SQL("p.driver_id, p.lat, p.lng, p.heading, p.at, {distance} AS distance_km").format(
    distance=DISTANCE
)

_ELIGIBLE = sql.SQL("""p.free
    AND (p.fit_until IS NULL OR p.fit_until > now())
    AND p.at > (SELECT now() - %(near_fresh_seconds)s::float8 * interval '1 second')
    AND p.driver_id <> ALL ((SELECT %(near_exclude)s::bigint[])::bigint[])
    AND ({where})""")


@lru_cache(maxsize=256)
def nearest_statement(joins: LiteralString, where: LiteralString, *, limit: int, boxes: int) -> sql.SQL:
    """Return the statement for up to `limit` drivers of one car type within the radius, nearest first.

    `doubt` is empty if the walk proves its result; otherwise it has the distance to search again.
    """
    eligible = _ELIGIBLE.format(where=sql.SQL(where))
    walks = [
        sql.SQL("""(SELECT {columns}, {number} AS window_number, p.spot <-> {here} AS walked
            FROM geo_driverposition p {joins}
            WHERE {eligible} AND {strip}
            ORDER BY p.spot <-> {here} LIMIT {fetched})""").format(
            columns=_COLUMNS,
            number=sql.Literal(number),
            here=_search_point(number),
            strip=_strip(number),
            joins=sql.SQL(joins),
            eligible=eligible,
            fetched=sql.Literal(limit + SPARE),
        )
        for number in range(boxes)
    ]
    return short_text(
        sql.SQL("""
WITH walk AS MATERIALIZED ({walks}),
doubt AS MATERIALIZED (
    SELECT reach_km, reach_km / {radius} + {slack} AS angle
    FROM (SELECT least((array_agg(distance_km ORDER BY distance_km))[{limit}], %(near_radius_km)s::float8)
          AS reach_km FROM walk) best,
         (SELECT min(walked) AS walked FROM (
             SELECT max(walked) AS walked FROM walk GROUP BY window_number HAVING count(*) = {fetched}
          ) cut_short) unseen
    WHERE reach_km >= (walked - 1e-6) * {per_degree} * (1 - 1e-9)
                    * cos(least(pi() / 2, radians(abs(%(near_lat)s::float8)) + reach_km / {radius}))
)
SELECT driver_id, lat, lng, heading, at, distance_km FROM (
    SELECT driver_id, lat, lng, heading, at, distance_km FROM walk WHERE NOT EXISTS (SELECT FROM doubt)
    UNION ALL
    SELECT {columns} FROM geo_driverposition p {joins}
    WHERE {eligible} AND ({again}) AND {distance} <= (SELECT reach_km FROM doubt)
) found
WHERE distance_km <= %(near_radius_km)s::float8
ORDER BY distance_km, driver_id LIMIT {limit}""").format(
            walks=sql.SQL(" UNION ALL ").join(walks),
            columns=_COLUMNS,
            distance=DISTANCE,
            joins=sql.SQL(joins),
            eligible=eligible,
            again=sql.SQL(" OR ").join(_second_box(number) for number in range(boxes)),
            limit=sql.Literal(limit),
            fetched=sql.Literal(limit + SPARE),
            **_CONSTANTS,
        )
    )


@lru_cache(maxsize=256)
def within_statement(joins: LiteralString, where: LiteralString, *, limit: int | None, boxes: int) -> sql.SQL:
    """Return the statement for all drivers of one car type within the radius, or the first `limit`."""
    return short_text(
        sql.SQL("""
SELECT driver_id, lat, lng, heading, at, distance_km FROM (
    SELECT {columns} FROM geo_driverposition p {joins} WHERE {eligible} AND ({boxes})
) found
WHERE distance_km <= %(near_radius_km)s::float8
ORDER BY distance_km, driver_id {limit}""").format(
            columns=_COLUMNS,
            joins=sql.SQL(joins),
            eligible=_ELIGIBLE.format(where=sql.SQL(where)),
            boxes=sql.SQL(" OR ").join(
                sql.SQL("p.spot <@ {}").format(_box(number)) for number in range(boxes)
            ),
            limit=sql.SQL("") if limit is None else sql.SQL("LIMIT {}").format(sql.Literal(limit)),
        )
    )


@lru_cache(maxsize=256)
def each_statement(
    search: str, given: tuple[tuple[str, LiteralString], ...], *, returned: int | None = None
) -> sql.SQL:
    """Return the statement that runs the text of a search for each element of arrays of its parameters.

    `given` has their names and types. A row starts with the place of its element, from 1, and the number of
    drivers found for it. With `returned`, only that many of them become rows.
    """
    names = "|".join(re.escape(name) for name, _ in given)
    # A single search's parameters become columns of the row that it runs for.
    text = re.sub(rf"%\(({names})\)s", r"given.\1", search)
    arrays = sql.SQL(", ").join(
        sql.SQL("{}::" + kind + "[]").format(sql.Placeholder(name)) for name, kind in given
    )
    columns = sql.SQL(", ").join(sql.Identifier(name) for name, _ in given)
    return short_text(
        sql.SQL("""
SELECT given.place, near.* FROM unnest({arrays}) WITH ORDINALITY AS given ({columns}, place)
CROSS JOIN LATERAL (
    SELECT count(*) OVER () AS found, one.* FROM (""").format(arrays=arrays, columns=columns)
        + sql.SQL(text)
        + sql.SQL(") one ORDER BY one.distance_km, one.driver_id {limit}").format(
            limit=sql.SQL("") if returned is None else sql.SQL("LIMIT {}").format(sql.Literal(returned))
        )
        + sql.SQL(") near ORDER BY given.place, near.distance_km, near.driver_id")
    )


def _search_point(number: int) -> sql.Composed:
    return sql.SQL("point({x}, %(near_y)s::float8)").format(x=_number("x", number))


def _strip(number: int) -> sql.Composed:
    """Return the condition between two meridians, which ends a walk with too few drivers.

    A box would end it sooner, but PostgreSQL estimates a box at a thousandth of the table, so few rows that
    it reads and sorts them all.
    """
    return sql.SQL("p.spot >> point({west}, 0) AND p.spot << point({east}, 0)").format(
        west=_number("west", number), east=_number("east", number)
    )


def _box(number: int) -> sql.Composed:
    """Return the box around the radius, for one plane."""
    return sql.SQL(
        "box(point({west}, %(near_south)s::float8), point({east}, %(near_north)s::float8))"
    ).format(west=_number("west", number), east=_number("east", number))


def _second_box(number: int) -> sql.Composed:
    """Return the box around the k-th best distance; NULL, so empty, without doubt."""
    return sql.SQL("""p.spot <@ (
        SELECT box(
            point({x} - half, degrees(asinh(tand(greatest(%(near_lat)s::float8 - degrees(angle), -{top}))))),
            point({x} + half, degrees(asinh(tand(least(%(near_lat)s::float8 + degrees(angle), {top})))))
        )
        FROM doubt, LATERAL (
            SELECT degrees(asin(least(1.0, sin(angle) / cos(radians(%(near_lat)s::float8))))) AS half
        ) width)""").format(x=_number("x", number), **_CONSTANTS)


def _number(name: str, number: int) -> sql.Composed:
    return sql.SQL("{}::float8").format(sql.Placeholder(f"near_{name}{number}"))


def short_text(statement: sql.Composed) -> sql.SQL:
    """Return the statement as one short text: psycopg caches parsed texts below 4 KB."""
    return sql.SQL(" ".join(statement.as_string(None).split()))


@lru_cache(maxsize=256)
def provided_statement(search: str, condition: str) -> sql.SQL:
    """Return the statement that runs the text of a search if a condition is true.

    A row starts with true; with no driver, one row has nothing else. Without the condition there is no row.
    """
    return short_text(
        sql.SQL("WITH provided AS MATERIALIZED (SELECT true AS ok WHERE ")
        + sql.SQL(condition)
        + sql.SQL(") SELECT provided.ok, near.* FROM provided LEFT JOIN (")
        + sql.SQL(search)
        + sql.SQL(") near ON true ORDER BY near.place, near.distance_km, near.driver_id")
    )
