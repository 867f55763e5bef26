"""Google's legacy APIs, for projects from before March 2025 that lack the newer ones."""

from apps.geo.adapters.google_legacy.places import GoogleLegacyPlaces
from apps.geo.adapters.google_legacy.routing import GoogleLegacyRouting

__all__ = ["GoogleLegacyPlaces", "GoogleLegacyRouting"]
