"""Driving times and lengths between the places of a simulated city: by real roads or in a street grid."""

import contextlib
import csv
import gzip
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from apps.geo.geometry.sphere import KM_PER_DEGREE, great_circle_km
from apps.geo.importer.map_files import read_meta
from apps.geo.port import LatLng, MapsError, Routing

TILE: Final = 45
"""Starts and ends of one matrix request; an OSRM server accepts 100 places."""
STREET_POINTS: Final = "street_points.csv.gz"
NO_ROUTE: Final = -1


class RoadTimesError(Exception):
    """There is no map, or the routing service fails."""


@dataclass(frozen=True, slots=True)
class RoadTimes:
    """Places, and between all of them the seconds and kilometres by road; every pair has a route."""

    places: list[LatLng]
    seconds: Any
    """Array of places by places."""
    km: Any
    straight_km: Any
    """Great-circle distances."""

    @property
    def fingerprint(self) -> str:
        """Return a hash of the table."""
        return hashlib.sha256(self.seconds.tobytes() + self.km.tobytes()).hexdigest()[:12]

    def nearest_place(self, to: LatLng) -> int:
        return min(range(len(self.places)), key=lambda place: great_circle_km(self.places[place], to))


def map_road_times(
    map_dir: Path, routing: Routing, *, radius_km: float, count: int, folder: Path | None = None
) -> RoadTimes:
    """Return the road times between `count` places in the streets around the map's centre.

    The table is stored in `folder`, by default beside the map, and read again by later runs. Raises
    RoadTimesError.
    """
    meta = read_meta(map_dir)
    if meta is None:
        raise RoadTimesError(f"{map_dir} holds no map: run manage.py import_map first, or use --city grid.")
    stored = (folder or map_dir.resolve().parent) / f"road-times-{meta.version}-{radius_km:g}km-{count}.npz"
    if stored.exists():
        with np.load(stored) as table:
            return _table([LatLng(*at) for at in table["places"].tolist()], table["seconds"], table["km"])
    wanted = _street_places(map_dir / STREET_POINTS, LatLng(*meta.center), radius_km, count)
    places, seconds, km = _connected(wanted, *_routed(wanted, routing))
    # If the folder is read-only, the next run requests the table again.
    with contextlib.suppress(OSError):
        np.savez_compressed(stored, places=np.array(places), seconds=seconds, km=km)
    return _table(places, seconds, km)


def grid_road_times(*, streets: int = 18, block_km: float = 0.25) -> RoadTimes:
    """Return the road times of a street grid: every fourth street is quick, and a river has three bridges."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import dijkstra

    river = streets // 2
    bridges = {1, streets // 2, streets - 2}
    edges: list[tuple[int, int, float]] = []
    for row in range(streets):
        for column in range(streets):
            here = row * streets + column
            if column + 1 < streets:
                edges.append((here, here + 1, 36.0 if row % 4 == 1 else 18.0))
            if row + 1 < streets and (row + 1 != river or column in bridges):
                edges.append((here, here + streets, 36.0 if column % 4 == 1 else 18.0))
    starts, ends, speeds = (np.array(values) for values in zip(*edges, strict=True))
    hours = block_km / speeds
    # Ten seconds at each crossing.
    cost = np.round(hours * 3600 + 10).astype(float)
    size = streets * streets
    graph = coo_array((cost, (starts, ends)), shape=(size, size)).tocsr()
    seconds = dijkstra(graph, directed=False).round().astype(np.int32)
    length = coo_array((np.full(len(edges), block_km), (starts, ends)), shape=(size, size)).tocsr()
    km = dijkstra(length, directed=False)
    degree = block_km / KM_PER_DEGREE
    places = [
        LatLng(round(row * degree, 7), round(column * degree, 7))
        for row in range(streets)
        for column in range(streets)
    ]
    return _table(places, seconds, km)


def _table(places: list[LatLng], seconds: Any, km: Any) -> RoadTimes:
    lat, lng = np.radians(np.array(places)).T
    half_lat, half_lng = (lat[:, None] - lat) / 2, (lng[:, None] - lng) / 2
    chord = np.sin(half_lat) ** 2 + np.cos(lat)[:, None] * np.cos(lat) * np.sin(half_lng) ** 2
    straight = 2 * math.degrees(1) * KM_PER_DEGREE * np.arcsin(np.sqrt(np.minimum(1.0, chord)))
    return RoadTimes(places, seconds, km.round(3), straight.round(6))


def _street_places(points: Path, center: LatLng, radius_km: float, count: int) -> list[LatLng]:
    """Return points of the streets, spread over all streets around the centre; the same for the same map."""
    try:
        with gzip.open(points, "rt") as lines:
            every = sorted({LatLng(float(lat), float(lng)) for _, lat, lng in csv.reader(lines)})
    except OSError as error:
        raise RoadTimesError(f"{points} cannot be read: import the map again.") from error
    near = [at for at in every if great_circle_km(at, center) <= radius_km]
    near.sort(key=lambda at: hashlib.sha256(f"{at.lat},{at.lng}".encode()).digest())
    return near[:count]


def _routed(places: Sequence[LatLng], routing: Routing) -> tuple[Any, Any]:
    seconds = np.full((len(places), len(places)), NO_ROUTE, dtype=np.int32)
    km = np.zeros((len(places), len(places)))
    for top in range(0, len(places), TILE):
        for left in range(0, len(places), TILE):
            rows, columns = places[top : top + TILE], places[left : left + TILE]
            try:
                matrix = routing.matrix(rows, columns)
            except MapsError as error:
                raise RoadTimesError(
                    f"The routing service does not answer ({error}): start it, or use --city grid."
                ) from error
            block = slice(top, top + len(rows)), slice(left, left + len(columns))
            seconds[block] = [
                [NO_ROUTE if value is None else value for value in row] for row in matrix.durations_seconds
            ]
            km[block] = [[float(value or 0) for value in row] for row in matrix.distances_km]
    return seconds, km


def _connected(places: list[LatLng], seconds: Any, km: Any) -> tuple[list[LatLng], Any, Any]:
    """Leave out the places without a route to or from most others, until every pair has one."""
    kept = np.arange(len(places))
    while len(kept):
        missing = seconds[np.ix_(kept, kept)] == NO_ROUTE
        without = missing.sum(axis=0) + missing.sum(axis=1)
        if not without.any():
            break
        kept = np.delete(kept, int(without.argmax()))
    if len(kept) < 2:
        raise RoadTimesError("The roads of this map are not connected.")
    return [places[number] for number in kept], seconds[np.ix_(kept, kept)], km[np.ix_(kept, kept)]
