"""Requests to a Valhalla server, the meaning of its error codes, and conversion of its polylines."""

from collections.abc import Mapping
from typing import Any, Final

import polyline

from apps.geo.adapters.http import REMOTE_SECONDS, JsonClient, parsing
from apps.geo.port import SNAP_METRES, LatLng, NoRoute, NotOnNetwork, Refused, Retryable

BAD_REQUEST: Final = 400
COSTING: Final = {"costing": "auto"}


class TooBig(Refused):
    """More points than the server accepts."""


_ERRORS: Final[Mapping[str, type[Refused]]] = {
    "150": TooBig,
    "153": TooBig,
    "154": NoRoute,  # farther than the server drives
    "170": NoRoute,
    "171": NotOnNetwork,
    "442": NoRoute,
    "443": NoRoute,
    "444": NoRoute,
    # Codes of `format: osrm`.
    "NoRoute": NoRoute,
    "NoSegment": NotOnNetwork,
    "TooBig": TooBig,
}


class ValhallaClient:
    def __init__(self, base_url: str, *, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._client = JsonClient(base_url, name="Valhalla", timeout_seconds=timeout_seconds)

    def fetch(self, action: str, body: dict[str, Any]) -> Any:
        """Return the response of an action; raises Retryable or Refused (NoRoute, NotOnNetwork, TooBig)."""
        answer = self._client.post(f"/{action}", {**body, **COSTING})
        if answer.status < 400:
            return answer.body
        if answer.status != BAD_REQUEST:
            raise Retryable(f"Valhalla {action}: HTTP {answer.status}")
        with parsing("Valhalla"):
            code = str(answer.body.get("error_code") or answer.body.get("code"))
            message = answer.body.get("error") or answer.body.get("message")
        raise _ERRORS.get(code, Refused)(f"Valhalla {action}: {code}: {message}")


def location(at: LatLng) -> dict[str, float]:
    """Return a location; without the cut-off, a point at sea snaps to a road up to 35 km away."""
    return {"lat": at.lat, "lon": at.lng, "search_cutoff": SNAP_METRES}


def decoded(shape: str) -> list[tuple[float, float]]:
    """Decode a polyline of Valhalla, which has precision 6 instead of the usual 5."""
    return polyline.decode(shape, 6)


def to_precision_5(*shapes: str) -> str:
    """Join consecutive polylines of Valhalla into one with precision 5."""
    line: list[tuple[float, float]] = []
    for shape in shapes:
        segment = decoded(shape)
        line += segment[1:] if line and segment[:1] == line[-1:] else segment
    return polyline.encode(line, 5)
