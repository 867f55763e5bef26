"""Google's older calls, which projects from before March 2025 may have instead of the newer ones."""

from apps.geo.adapters.google_legacy.places import GoogleLegacyPlaces
from apps.geo.adapters.google_legacy.routing import GoogleLegacyRouting

__all__ = ["GoogleLegacyPlaces", "GoogleLegacyRouting"]
