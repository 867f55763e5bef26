"""Google Maps Platform: Places (New), Routes, and Geocoding for reverse look-ups."""

from apps.geo.adapters.google.places import GooglePlaces
from apps.geo.adapters.google.routing import GoogleRouting

__all__ = ["GooglePlaces", "GoogleRouting"]
