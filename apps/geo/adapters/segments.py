"""Splits requests that exceed a server's limits and joins the responses."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

import polyline

from apps.geo.port import LatLng, Matrix, Route


def in_segments(points: Sequence[LatLng], max_points: int) -> Iterator[Sequence[LatLng]]:
    """Yield segments of at most `max_points` points, each starting at the end of the previous one."""
    for start in range(0, len(points) - 1, max_points - 1):
        yield points[start : start + max_points]


def join_routes(routes: Sequence[Route]) -> Route:
    """Return one route made of consecutive ones."""
    if len(routes) == 1:
        return routes[0]
    line: list[tuple[float, float]] = []
    for route in routes:
        segment = polyline.decode(route.polyline)
        line += segment[1:] if line and segment[:1] == line[-1:] else segment
    return Route(
        distance_km=sum((route.distance_km for route in routes[1:]), routes[0].distance_km),
        duration_seconds=sum(route.duration_seconds for route in routes),
        polyline=polyline.encode(line),
    )


def in_blocks(
    sources: Sequence[LatLng],
    destinations: Sequence[LatLng],
    fetch: Callable[[Sequence[LatLng], Sequence[LatLng]], Matrix],
    *,
    most_cells: int,
    most_points: int | None = None,
) -> Matrix:
    """Return the matrix, fetched in blocks of at most `most_cells` cells and `most_points` points a side."""
    side = min(most_cells, most_points or most_cells)
    width = min(len(destinations), side) or 1
    height = min(most_cells // width, side)
    durations: list[tuple[int | None, ...]] = []
    distances: list[tuple[Decimal | None, ...]] = []
    for top in range(0, len(sources), height):
        rows = sources[top : top + height]
        blocks = [
            fetch(rows, destinations[left : left + width]) for left in range(0, len(destinations), width)
        ]
        for row in range(len(rows)):
            durations.append(tuple(cell for block in blocks for cell in block.durations_seconds[row]))
            distances.append(tuple(cell for block in blocks for cell in block.distances_km[row]))
    return Matrix(tuple(durations), tuple(distances))
