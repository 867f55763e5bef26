"""One question to a Valhalla server, what its refusals mean, and its lines in everybody's precision."""

from collections.abc import Mapping
from typing import Any, Final

import polyline

from apps.geo.adapters.http import REMOTE_SECONDS, JsonClient, reading
from apps.geo.port import SNAP_METRES, LatLng, NoRoute, NotOnNetwork, Refused, Retryable

BAD_QUESTION: Final = 400
COSTING: Final = {"costing": "auto"}


class TooBig(Refused):
    """More points than this server takes at once."""


_REFUSALS: Final[Mapping[str, type[Refused]]] = {
    "150": TooBig,
    "153": TooBig,
    "154": NoRoute,  # farther than the server drives
    "170": NoRoute,
    "171": NotOnNetwork,
    "442": NoRoute,
    "443": NoRoute,
    "444": NoRoute,
    # Those of `format: osrm`.
    "NoRoute": NoRoute,
    "NoSegment": NotOnNetwork,
    "TooBig": TooBig,
}


class ValhallaClient:
    def __init__(self, base_url: str, *, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._client = JsonClient(base_url, name="Valhalla", timeout_seconds=timeout_seconds)

    def fetch(self, action: str, body: dict[str, Any]) -> Any:
        """The reply of an action; raises Retryable or Refused (NoRoute, NotOnNetwork, TooBig)."""
        answer = self._client.post(f"/{action}", {**body, **COSTING})
        if answer.status < 400:
            return answer.body
        if answer.status != BAD_QUESTION:
            raise Retryable(f"Valhalla {action}: HTTP {answer.status}")
        with reading("Valhalla"):
            code = str(answer.body.get("error_code") or answer.body.get("code"))
            message = answer.body.get("error") or answer.body.get("message")
        raise _REFUSALS.get(code, Refused)(f"Valhalla {action}: {code}: {message}")


def location(at: LatLng) -> dict[str, float]:
    """Without a cut-off a point at sea snaps to a road 35 km away."""
    return {"lat": at.lat, "lon": at.lng, "search_cutoff": SNAP_METRES}


def decoded(shape: str) -> list[tuple[float, float]]:
    """A line of Valhalla's, which writes six digits where the rest of the world writes five."""
    return polyline.decode(shape, 6)


def in_five_digits(*shapes: str) -> str:
    """One line out of Valhalla's that follow each other."""
    line: list[tuple[float, float]] = []
    for shape in shapes:
        segment = decoded(shape)
        line += segment[1:] if line and segment[:1] == line[-1:] else segment
    return polyline.encode(line, 5)
