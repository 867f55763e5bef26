"""How the Routes API writes points and times."""

from typing import Any

from apps.geo.port import LatLng


def waypoint(at: LatLng) -> dict[str, Any]:
    return {"location": {"latLng": {"latitude": at.lat, "longitude": at.lng}}}


def seconds_of(duration: str) -> int:
    """Of a google.protobuf.Duration: "165s", "0.5s"."""
    if not duration.endswith("s"):
        raise ValueError(f"no duration: {duration!r}")
    return round(float(duration[:-1]))


def preference(*, traffic: bool) -> str:
    """With traffic a route costs more, in money too."""
    return "TRAFFIC_AWARE" if traffic else "TRAFFIC_UNAWARE"
