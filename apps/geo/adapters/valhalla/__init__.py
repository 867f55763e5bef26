"""Routing by a Valhalla server (https://valhalla.github.io/valhalla/)."""

from apps.geo.adapters.valhalla.routing import ValhallaRouting

__all__ = ["ValhallaRouting"]
