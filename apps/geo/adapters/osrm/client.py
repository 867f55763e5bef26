"""Requests to an OSRM server, and the meaning of its error codes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

# The transport of httpx without its layers, which cost as much as OSRM's response to a short request.
import httpcore

from apps.geo.port import LatLng, NoRoute, NotOnNetwork, Refused, Retryable

GET_POINTS: Final = 100
"""Up to this many points are sent in the URL, which every OSRM supports; POST needs version 26.

A server that accepts more points in a table has raised limits.
"""


class TooBig(Refused):
    """More points than the server accepts."""


_ERRORS: Final[Mapping[str, type[Refused]]] = {
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
        # Split here: httpcore would drop everything after the first semicolon of a URL in one string.
        self._origin = httpcore.URL(base_url)
        self._prefix = self._origin.target.rstrip(b"/").decode()
        self._pool = httpcore.ConnectionPool(
            max_connections=32, max_keepalive_connections=8, keepalive_expiry=30
        )
        seconds = dict.fromkeys(("read", "write", "pool"), timeout_seconds)
        self._extensions = {"timeout": {"connect": min(1.0, timeout_seconds), **seconds}}

    def fetch(self, service: str, points: Sequence[LatLng], **options: Any) -> dict[str, Any]:
        """Return the response for these points; raises Retryable or Refused (NoRoute, ...)."""
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
        raise _ERRORS.get(code, Refused)(f"OSRM {service}: {code}: {body.get('message', '')}")

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
            # OSRM closes a connection after 512 requests without notice; the next one works.
            return once()


def _as_query(options: Mapping[str, Any]) -> str:
    return "&".join(f"{name}={quote(_as_text(name, value), safe=';,')}" for name, value in options.items())


def _as_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ("," if name == "annotations" else ";").join(map(str, value))
    return str(value)
