"""Tables, of which one bad point fails the whole."""

from collections.abc import Sequence
from typing import Any

from apps.geo.adapters.http import reading
from apps.geo.adapters.valhalla.client import ValhallaClient, location
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, Matrix, NoRoute, NotOnNetwork


def ask_matrix(client: ValhallaClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    """One block; points that no road is near, and pairs that no road joins, get None."""
    try:
        return _ask_whole(client, sources, destinations)
    except (NotOnNetwork, NoRoute):
        pass
    if len(sources) == len(destinations) == 1:
        return _nothing(1, 1)
    rows = _on_the_network(client, sources)
    columns = _on_the_network(client, destinations)
    if not rows or not columns:
        return _nothing(len(sources), len(destinations))
    found = _ask_halves(client, [sources[row] for row in rows], [destinations[column] for column in columns])
    return _spread(found, rows, columns, len(sources), len(destinations))


def _ask_halves(client: ValhallaClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    """Between parts of the network that are not joined, the longer side is halved until all is known."""
    try:
        return _ask_whole(client, sources, destinations)
    except (NotOnNetwork, NoRoute):
        if len(sources) == len(destinations) == 1:
            return _nothing(1, 1)
    if len(sources) >= len(destinations):
        middle = len(sources) // 2
        top = _ask_halves(client, sources[:middle], destinations)
        bottom = _ask_halves(client, sources[middle:], destinations)
        return Matrix(
            top.durations_seconds + bottom.durations_seconds, top.distances_km + bottom.distances_km
        )
    middle = len(destinations) // 2
    left = _ask_halves(client, sources, destinations[:middle])
    right = _ask_halves(client, sources, destinations[middle:])
    return Matrix(
        tuple(a + b for a, b in zip(left.durations_seconds, right.durations_seconds, strict=True)),
        tuple(a + b for a, b in zip(left.distances_km, right.distances_km, strict=True)),
    )


def _ask_whole(client: ValhallaClient, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    reply = client.fetch(
        "sources_to_targets",
        {
            "sources": [location(point) for point in sources],
            "targets": [location(point) for point in destinations],
            "units": "kilometers",
        },
    )
    with reading("Valhalla"):
        cells: list[list[dict[str, Any]]] = reply["sources_to_targets"]
        return Matrix(
            tuple(tuple(seconds(cell["time"]) for cell in row) for row in cells),
            tuple(tuple(kilometres(_metres(cell["distance"])) for cell in row) for row in cells),
        )


def _metres(kilometres_or_none: float | None) -> float | None:
    return None if kilometres_or_none is None else round(kilometres_or_none * 1000)


def _on_the_network(client: ValhallaClient, points: Sequence[LatLng]) -> list[int]:
    """Which of the points have a road near."""
    reply = client.fetch("locate", {"locations": [location(point) for point in points], "verbose": False})
    with reading("Valhalla"):
        return [index for index, found in enumerate(reply) if found.get("edges")]


def _nothing(rows: int, columns: int) -> Matrix:
    return Matrix(((None,) * columns,) * rows, ((None,) * columns,) * rows)


def _spread(found: Matrix, rows: list[int], columns: list[int], height: int, width: int) -> Matrix:
    """The cells that were asked for, back at their places among those that were not."""
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

    return Matrix(cells(found.durations_seconds), cells(found.distances_km))
