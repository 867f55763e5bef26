"""Matrices of any size from a server with a limit."""

from collections.abc import Sequence
from typing import Any

from apps.geo.adapters.osrm.client import OsrmClient, TooBig
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, Matrix, NotOnNetwork


def fetch_matrix(
    client: OsrmClient, sources: Sequence[LatLng], destinations: Sequence[LatLng], *, snap_metres: float
) -> Matrix:
    """Return the matrix; halves the longer side as often as the server reports TooBig."""
    if not sources or not destinations:
        return Matrix(tuple(() for _ in sources), tuple(() for _ in sources))
    try:
        return _fetch_whole(client, sources, destinations, snap_metres)
    except TooBig:
        if len(sources) == len(destinations) == 1:
            raise
    if len(sources) >= len(destinations):
        middle = len(sources) // 2
        top = fetch_matrix(client, sources[:middle], destinations, snap_metres=snap_metres)
        bottom = fetch_matrix(client, sources[middle:], destinations, snap_metres=snap_metres)
        return Matrix(
            top.durations_seconds + bottom.durations_seconds, top.distances_km + bottom.distances_km
        )
    middle = len(destinations) // 2
    left = fetch_matrix(client, sources, destinations[:middle], snap_metres=snap_metres)
    right = fetch_matrix(client, sources, destinations[middle:], snap_metres=snap_metres)
    return Matrix(
        tuple(a + b for a, b in zip(left.durations_seconds, right.durations_seconds, strict=True)),
        tuple(a + b for a, b in zip(left.distances_km, right.distances_km, strict=True)),
    )


def _fetch_whole(
    client: OsrmClient, sources: Sequence[LatLng], destinations: Sequence[LatLng], snap_metres: float
) -> Matrix:
    reply = _fetch_table(client, sources, destinations)
    row_far = [_is_far(point, snap_metres) for point in reply["sources"]]
    column_far = [_is_far(point, snap_metres) for point in reply["destinations"]]

    def cells(table: list[list[Any]], convert: Any) -> tuple[tuple[Any, ...], ...]:
        return tuple(
            tuple(
                None if row_far[row] or column_far[column] else convert(value)
                for column, value in enumerate(values)
            )
            for row, values in enumerate(table)
        )

    return Matrix(cells(reply["durations"], seconds), cells(reply["distances"], kilometres))


def _fetch_table(
    client: OsrmClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]
) -> dict[str, Any]:
    points = [*sources, *destinations]
    options: dict[str, Any] = {
        "sources": list(range(len(sources))),
        "destinations": list(range(len(sources), len(points))),
        "annotations": ["duration", "distance"],
        "generate_hints": False,
    }
    try:
        return client.fetch("table", points, **options)
    except NotOnNetwork:
        # A point outside the server's radius fails the whole table. Without a radius it is reported as far.
        return client.fetch("table", points, **options, radiuses=["unlimited"] * len(points))


def _is_far(waypoint: dict[str, Any] | None, snap_metres: float) -> bool:
    return waypoint is None or float(waypoint["distance"]) > snap_metres
