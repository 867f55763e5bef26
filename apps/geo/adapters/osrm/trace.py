"""Map matching of position traces."""

from collections.abc import Sequence
from typing import Any, Final

from apps.geo.adapters.osrm.client import OsrmClient, TooBig
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, MatchedTrace, Refused, TracePoint

DEFAULT_ACCURACY_M: Final = 8.0
MIN_ACCURACY_M: Final = 5.0
MAX_ACCURACY_M: Final = 50.0
"""A higher reported inaccuracy would make OSRM consider too many roads."""


def fetch_match(client: OsrmClient, trace: Sequence[TracePoint]) -> MatchedTrace:
    """Return the matched trace; halves it, with a shared middle point, as often as the server reports
    TooBig.
    """
    if len(trace) < 2:
        raise Refused("a trace needs two points")
    try:
        return _fetch_whole(client, trace)
    except TooBig:
        if len(trace) < 4:
            raise
    middle = len(trace) // 2
    first, second = fetch_match(client, trace[: middle + 1]), fetch_match(client, trace[middle:])
    return MatchedTrace(
        distance_km=first.distance_km + second.distance_km,
        duration_seconds=first.duration_seconds + second.duration_seconds,
        confidence=min(first.confidence, second.confidence),
        polylines=first.polylines + second.polylines,
        points=first.points + second.points[1:],
    )


def _fetch_whole(client: OsrmClient, trace: Sequence[TracePoint]) -> MatchedTrace:
    reply = client.fetch(
        "match",
        [point.at for point in trace],
        timestamps=[int(point.seen_at.timestamp()) for point in trace],
        radiuses=[_accuracy(point) for point in trace],
        overview="full",
        geometries="polyline",
        gaps="split",
        tidy=True,
        generate_hints=False,
    )
    matchings: list[dict[str, Any]] = reply["matchings"]
    return MatchedTrace(
        distance_km=kilometres(sum(float(found["distance"]) for found in matchings)),
        duration_seconds=seconds(sum(float(found["duration"]) for found in matchings)),
        confidence=min(float(found["confidence"]) for found in matchings),
        polylines=tuple(found["geometry"] for found in matchings),
        points=tuple(
            LatLng(lat=found["location"][1], lng=found["location"][0]) if found else None
            for found in reply["tracepoints"]
        ),
    )


def _accuracy(point: TracePoint) -> float:
    reported = DEFAULT_ACCURACY_M if point.accuracy_m is None else point.accuracy_m
    return min(max(reported, MIN_ACCURACY_M), MAX_ACCURACY_M)
