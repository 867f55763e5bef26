"""Map matching by Valhalla, requested in OSRM's format.

Only this format returns the segments and the matched points in one response. Its polylines still have
precision 6.
"""

from collections.abc import Sequence
from typing import Any, Final

from apps.geo.adapters.http import parsing
from apps.geo.adapters.valhalla.client import ValhallaClient, to_precision_5
from apps.geo.geometry.units import kilometres, seconds
from apps.geo.port import LatLng, MatchedTrace, Refused, TracePoint

DEFAULT_ACCURACY_M: Final = 8.0
MIN_ACCURACY_M: Final = 5.0
MAX_ACCURACY_M: Final = 50.0


def fetch_match(client: ValhallaClient, trace: Sequence[TracePoint]) -> MatchedTrace:
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
    with parsing("Valhalla"):
        matchings: list[dict[str, Any]] = reply["matchings"]
        return MatchedTrace(
            distance_km=kilometres(sum(float(found["distance"]) for found in matchings)),
            duration_seconds=seconds(sum(float(found["duration"]) for found in matchings)),
            confidence=min(float(found["confidence"]) for found in matchings),
            polylines=tuple(to_precision_5(found["geometry"]) for found in matchings),
            points=tuple(
                LatLng(lat=found["location"][1], lng=found["location"][0]) if found else None
                for found in reply["tracepoints"]
            ),
        )


def _accuracy(trace: Sequence[TracePoint]) -> float:
    """Return one accuracy for the whole trace: the worst reported, within limits."""
    worst = max(DEFAULT_ACCURACY_M if point.accuracy_m is None else point.accuracy_m for point in trace)
    return min(max(worst, MIN_ACCURACY_M), MAX_ACCURACY_M)
