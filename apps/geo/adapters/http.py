"""JSON over HTTP for remote providers, always with a timeout."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import httpx

from apps.core.security.certificates import trusted_certificates
from apps.geo.port import Retryable

REMOTE_SECONDS: Final = 3.0
"""Short, because a user waits for the page."""
TOO_MANY: Final = 429


class JsonResponse(NamedTuple):
    status: int
    body: Any


class JsonClient:
    """A client of one server. Safe to share between threads, not across a fork."""

    def __init__(
        self,
        base_url: str,
        *,
        name: str,
        timeout_seconds: float = REMOTE_SECONDS,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._client = httpx.Client(
            base_url=base_url,
            headers=headers,
            verify=trusted_certificates(),
            timeout=httpx.Timeout(timeout_seconds, connect=min(2.0, timeout_seconds)),
            limits=httpx.Limits(max_connections=32, max_keepalive_connections=8, keepalive_expiry=30),
        )

    def get(self, path: str, params: Any = None, *, headers: Mapping[str, str] | None = None) -> JsonResponse:
        """Return the response to a GET; raises Retryable if there is none or it is not JSON."""
        return self._request("GET", path, params=params, headers=headers)

    def post(self, path: str, body: Any, *, headers: Mapping[str, str] | None = None) -> JsonResponse:
        """Return the response to a POST of JSON; raises Retryable as `get` does."""
        return self._request("POST", path, json=body, headers=headers)

    def _request(self, method: str, path: str, **request: Any) -> JsonResponse:
        # Without the query: Google's legacy APIs have the key in it.
        where = f"{self.name} {path.partition('?')[0]}"
        try:
            response = self._send(method, path, **request)
        except httpx.HTTPError as error:
            raise Retryable(f"{where}: {type(error).__name__}") from None
        if response.status_code >= 500 or response.status_code == TOO_MANY or response.is_redirect:
            raise Retryable(f"{where}: HTTP {response.status_code}")
        try:
            return JsonResponse(response.status_code, response.json())
        except ValueError:
            raise Retryable(f"{where}: HTTP {response.status_code} without JSON") from None

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        try:
            return self._client.request(method, path, **request)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            # The server has closed the idle connection; the next one works.
            return self._client.request(method, path, **request)


@contextmanager
def parsing(name: str) -> Iterator[None]:
    """Convert errors of an unexpected response format to Retryable."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Retryable(f"{name}: unexpected response format: {error!r}") from error
