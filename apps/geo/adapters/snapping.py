"""Rejects points that a server snapped to a road too far away, such as points at sea."""

from collections.abc import Iterable

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import SNAP_METRES, LatLng, NotOnNetwork


def require_near(pairs: Iterable[tuple[LatLng, LatLng]]) -> None:
    """Raise NotOnNetwork if a point (first) is too far from its road (second)."""
    for requested, snapped in pairs:
        metres = great_circle_km(requested, snapped) * 1000
        if metres > SNAP_METRES:
            raise NotOnNetwork(f"{requested} is {metres:.0f} m from the nearest road")
