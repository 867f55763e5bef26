"""Laying a trace of positions on the roads."""

from collections.abc import Sequence
from typing import Any, Final

from apps.geo.adapters.osrm.client import OsrmClient, TooBig
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, MatchedTrace, Refused, TracePoint

DEFAULT_ACCURACY_M: Final = 8.0
LEAST_ACCURACY_M: Final = 5.0
MOST_ACCURACY_M: Final = 50.0
"""A receiver that admits to more would make OSRM consider every road of the town."""


def ask_match(client: OsrmClient, trace: Sequence[TracePoint]) -> MatchedTrace:
    """Halves the trace, the middle point shared, as often as the server calls it too big."""
    if len(trace) < 2:
        raise Refused("a trace needs two points")
    try:
        return _ask_whole(client, trace)
    except TooBig:
        if len(trace) < 4:
            raise
    middle = len(trace) // 2
    first, second = ask_match(client, trace[: middle + 1]), ask_match(client, trace[middle:])
    return MatchedTrace(
        distance_km=first.distance_km + second.distance_km,
        duration_seconds=first.duration_seconds + second.duration_seconds,
        confidence=min(first.confidence, second.confidence),
        polylines=first.polylines + second.polylines,
        points=first.points + second.points[1:],
    )


def _ask_whole(client: OsrmClient, trace: Sequence[TracePoint]) -> MatchedTrace:
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
    return min(max(reported, LEAST_ACCURACY_M), MOST_ACCURACY_M)
