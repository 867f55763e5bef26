"""Servers that snap a point to a road from any distance: what they say of points at sea is no route."""

from collections.abc import Iterable

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import SNAP_METRES, LatLng, NotOnNetwork


def must_be_near(pairs: Iterable[tuple[LatLng, LatLng]]) -> None:
    """Raises NotOnNetwork when a point (first) was moved too far to its road (second)."""
    for asked, found in pairs:
        metres = great_circle_km(asked, found) * 1000
        if metres > SNAP_METRES:
            raise NotOnNetwork(f"{asked} is {metres:.0f} m from the nearest road")
