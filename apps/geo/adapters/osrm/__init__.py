"""Routing by an OSRM server (https://project-osrm.org), HTTP API v1 of OSRM 5 and later."""

from apps.geo.adapters.osrm.routing import OsrmRouting

__all__ = ["OsrmRouting"]
