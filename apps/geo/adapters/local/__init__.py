"""Places out of the platform's own index of the imported extract: no account, no call to anybody."""

from apps.geo.adapters.local.places import LocalPlaces

__all__ = ["LocalPlaces"]
