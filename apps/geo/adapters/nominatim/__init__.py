"""What points are called, by a Nominatim server (https://nominatim.org) under its usage policy."""

from apps.geo.adapters.nominatim.places import NominatimPlaces

__all__ = ["NominatimPlaces"]
