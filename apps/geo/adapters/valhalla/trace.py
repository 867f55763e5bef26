"""Laying a trace of positions on the roads: Valhalla's map matching, answered in OSRM's shape.

That shape alone holds the stretches and where each point came to lie in one answer; its lines still have
six digits.
"""

from collections.abc import Sequence
from typing import Any, Final

from apps.geo.adapters.http import reading
from apps.geo.adapters.valhalla.client import ValhallaClient, in_five_digits
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, MatchedTrace, Refused, TracePoint

DEFAULT_ACCURACY_M: Final = 8.0
LEAST_ACCURACY_M: Final = 5.0
MOST_ACCURACY_M: Final = 50.0


def ask_match(client: ValhallaClient, trace: Sequence[TracePoint]) -> MatchedTrace:
    if len(trace) < 2:
        raise Refused("a trace needs two points")
    reply = client.fetch(
        "trace_route",
        {
            "shape": [
                {"lat": point.at.lat, "lon": point.at.lng, "time": int(point.seen_at.timestamp())}
                for point in trace
            ],
            "shape_match": "map_snap",
            "trace_options": {"gps_accuracy": _accuracy(trace)},
            "directions_type": "none",
            "format": "osrm",
        },
    )
    with reading("Valhalla"):
        matchings: list[dict[str, Any]] = reply["matchings"]
        return MatchedTrace(
            distance_km=kilometres(sum(float(found["distance"]) for found in matchings)),
            duration_seconds=seconds(sum(float(found["duration"]) for found in matchings)),
            confidence=min(float(found["confidence"]) for found in matchings),
            polylines=tuple(in_five_digits(found["geometry"]) for found in matchings),
            points=tuple(
                LatLng(lat=found["location"][1], lng=found["location"][0]) if found else None
                for found in reply["tracepoints"]
            ),
        )


def _accuracy(trace: Sequence[TracePoint]) -> float:
    """One for the whole trace: that of its worst receiver moment, within reason."""
    worst = max(DEFAULT_ACCURACY_M if point.accuracy_m is None else point.accuracy_m for point in trace)
    return min(max(worst, LEAST_ACCURACY_M), MOST_ACCURACY_M)
