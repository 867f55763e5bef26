"""Places of the platform's own index of the imported extract, without external requests."""

from apps.geo.adapters.local.places import LocalPlaces

__all__ = ["LocalPlaces"]
