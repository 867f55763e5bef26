"""Reverse look-ups by a Nominatim server (https://nominatim.org), following its usage policy."""

from apps.geo.adapters.nominatim.places import NominatimPlaces

__all__ = ["NominatimPlaces"]
