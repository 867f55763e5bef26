"""One question to an OSRM server, and what its refusals mean."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

# The transport under httpx, without its layers: they cost as much as OSRM's own answer to a short question.
import httpcore

from apps.geo.port import LatLng, NoRoute, NotOnNetwork, Refused, Retryable

GET_POINTS: Final = 100
"""Up to this many points go into the address, which every OSRM reads; POST came with 26.

A server that takes more than a hundred points in a table has had its limits raised by somebody.
"""


class TooBig(Refused):
    """More points than this server takes at once."""


_REFUSALS: Final[Mapping[str, type[Refused]]] = {
    "NoRoute": NoRoute,
    "NoSegment": NotOnNetwork,
    "TooBig": TooBig,
}
_FAILURES: Final = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
)
_JSON: Final = {"Content-Type": "application/json"}
_NONE: Final[Mapping[str, str]] = {}


class OsrmClient:
    """Safe to share between threads, not across a fork."""

    def __init__(self, base_url: str, *, timeout_seconds: float = 5.0) -> None:
        # Taken apart here: given as one text, httpcore would drop what follows the first semicolon.
        self._origin = httpcore.URL(base_url)
        self._prefix = self._origin.target.rstrip(b"/").decode()
        self._pool = httpcore.ConnectionPool(
            max_connections=32, max_keepalive_connections=8, keepalive_expiry=30
        )
        seconds = dict.fromkeys(("read", "write", "pool"), timeout_seconds)
        self._extensions = {"timeout": {"connect": min(1.0, timeout_seconds), **seconds}}

    def fetch(self, service: str, points: Sequence[LatLng], **options: Any) -> dict[str, Any]:
        """The reply to a question about points; raises Retryable or Refused (NoRoute, ...)."""
        try:
            response = self._send(service, points, options)
            body = json.loads(response.content)
        except (*_FAILURES, ValueError) as error:
            raise Retryable(f"OSRM {service}: {error!r}") from error
        code = body.get("code") if isinstance(body, dict) else None
        if code == "Ok":
            return dict(body)
        if code is None or response.status >= 500:
            raise Retryable(f"OSRM {service}: HTTP {response.status}")
        raise _REFUSALS.get(code, Refused)(f"OSRM {service}: {code}: {body.get('message', '')}")

    def _send(self, service: str, points: Sequence[LatLng], options: Mapping[str, Any]) -> httpcore.Response:
        path = f"{self._prefix}/{service}/v1/driving"
        if len(points) > GET_POINTS:
            coordinates = [[round(point.lng, 6), round(point.lat, 6)] for point in points]
            content = json.dumps({"coordinates": coordinates, **options}).encode()
            return self._request("POST", path, content, _JSON)
        text = ";".join(f"{point.lng:.6f},{point.lat:.6f}" for point in points)
        return self._request("GET", f"{path}/{text}?{_as_query(options)}")

    def _request(
        self, method: str, target: str, content: bytes | None = None, headers: Mapping[str, str] = _NONE
    ) -> httpcore.Response:
        origin = self._origin
        url = httpcore.URL(scheme=origin.scheme, host=origin.host, port=origin.port, target=target.encode())

        def once() -> httpcore.Response:
            return self._pool.request(
                method,
                url,
                content=content,
                headers=list(headers.items()),
                extensions=self._extensions,
            )

        try:
            return once()
        except (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError):
            # OSRM closes a connection after 512 requests without saying so; the next one will do.
            return once()


def _as_query(options: Mapping[str, Any]) -> str:
    return "&".join(f"{name}={quote(_as_text(name, value), safe=';,')}" for name, value in options.items())


def _as_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ("," if name == "annotations" else ";").join(map(str, value))
    return str(value)
