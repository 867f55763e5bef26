"""Requests for estimates over HTTP."""

from collections.abc import Sequence
from typing import Any

from rest_framework.test import APIClient

from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.port import LatLng, Matrix, Retryable

NEWPORT = {"lat": 50.7003, "lng": -1.2928, "add": "St Thomas' Square, Newport"}
COWES = {"lat": 50.7595, "lng": -1.2984, "add": "The Parade, Cowes"}
RYDE = (50.7300, -1.1620)


def get_estimate(client: APIClient, *, status: int = 200, **changes: Any) -> dict[str, Any]:
    body = {"pickup": NEWPORT, "drop": COWES} | changes
    reply = client.post(
        "/api/v1/estimates/", {name: value for name, value in body.items() if value != "gone"}
    )
    assert reply.status_code == status, reply.content
    estimate: dict[str, Any] = reply.json()
    return estimate


class NoMatrix:
    """Routing without distance tables."""

    def __init__(self, routing: OsrmRouting) -> None:
        self._routing = routing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._routing, name)

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        raise Retryable("too busy")
