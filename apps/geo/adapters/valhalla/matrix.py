"""Matrices of a server that rejects a whole matrix for one bad point."""

from collections.abc import Sequence
from typing import Any

from apps.geo.adapters.http import parsing
from apps.geo.adapters.valhalla.client import ValhallaClient, location
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, Matrix, NoRoute, NotOnNetwork


def fetch_matrix(client: ValhallaClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    """Return one block; points off the network and pairs without a route are None."""
    try:
        return _fetch_whole(client, sources, destinations)
    except (NotOnNetwork, NoRoute):
        pass
    if len(sources) == len(destinations) == 1:
        return _empty(1, 1)
    rows = _indexes_near_roads(client, sources)
    columns = _indexes_near_roads(client, destinations)
    if not rows or not columns:
        return _empty(len(sources), len(destinations))
    partial = _fetch_split(
        client, [sources[row] for row in rows], [destinations[column] for column in columns]
    )
    return _expand(partial, rows, columns, len(sources), len(destinations))


def _fetch_split(client: ValhallaClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    """Halve the longer side until the pairs without a route are found."""
    try:
        return _fetch_whole(client, sources, destinations)
    except (NotOnNetwork, NoRoute):
        if len(sources) == len(destinations) == 1:
            return _empty(1, 1)
    if len(sources) >= len(destinations):
        middle = len(sources) // 2
        top = _fetch_split(client, sources[:middle], destinations)
        bottom = _fetch_split(client, sources[middle:], destinations)
        return Matrix(
            top.durations_seconds + bottom.durations_seconds, top.distances_km + bottom.distances_km
        )
    middle = len(destinations) // 2
    left = _fetch_split(client, sources, destinations[:middle])
    right = _fetch_split(client, sources, destinations[middle:])
    return Matrix(
        tuple(a + b for a, b in zip(left.durations_seconds, right.durations_seconds, strict=True)),
        tuple(a + b for a, b in zip(left.distances_km, right.distances_km, strict=True)),
    )


def _fetch_whole(client: ValhallaClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    reply = client.fetch(
        "sources_to_targets",
        {
            "sources": [location(point) for point in sources],
            "targets": [location(point) for point in destinations],
            "units": "kilometers",
        },
    )
    with parsing("Valhalla"):
        cells: list[list[dict[str, Any]]] = reply["sources_to_targets"]
        return Matrix(
            tuple(tuple(seconds(cell["time"]) for cell in row) for row in cells),
            tuple(tuple(kilometres(_metres(cell["distance"])) for cell in row) for row in cells),
        )


def _metres(kilometres_or_none: float | None) -> float | None:
    return None if kilometres_or_none is None else round(kilometres_or_none * 1000)


def _indexes_near_roads(client: ValhallaClient, points: Sequence[LatLng]) -> list[int]:
    """Return the indexes of the points that are near a road."""
    reply = client.fetch("locate", {"locations": [location(point) for point in points], "verbose": False})
    with parsing("Valhalla"):
        return [index for index, snapped in enumerate(reply) if snapped.get("edges")]


def _empty(rows: int, columns: int) -> Matrix:
    return Matrix(((None,) * columns,) * rows, ((None,) * columns,) * rows)


def _expand(partial: Matrix, rows: list[int], columns: list[int], height: int, width: int) -> Matrix:
    """Return a matrix of the full size with the requested cells at their positions."""
    at_row = {row: index for index, row in enumerate(rows)}
    at_column = {column: index for index, column in enumerate(columns)}

    def cells(table: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
        return tuple(
            tuple(
                table[at_row[row]][at_column[column]] if row in at_row and column in at_column else None
                for column in range(width)
            )
            for row in range(height)
        )

    return Matrix(cells(partial.durations_seconds), cells(partial.distances_km))
