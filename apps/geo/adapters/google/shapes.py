"""Conversions of points and durations of the Routes API."""

from typing import Any

from apps.geo.port import LatLng


def waypoint(at: LatLng) -> dict[str, Any]:
    return {"location": {"latLng": {"latitude": at.lat, "longitude": at.lng}}}


def seconds_of(duration: str) -> int:
    """Return the seconds of a google.protobuf.Duration, such as "165s" or "0.5s"."""
    if not duration.endswith("s"):
        raise ValueError(f"not a duration: {duration!r}")
    return round(float(duration[:-1]))


def preference(*, traffic: bool) -> str:
    """Return the routing preference; routes with traffic are slower and billed higher."""
    return "TRAFFIC_AWARE" if traffic else "TRAFFIC_UNAWARE"
