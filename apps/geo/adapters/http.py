"""JSON over HTTP for the providers that are asked across a network: never without a timeout."""

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

import httpx

from apps.geo.port import Retryable

REMOTE_SECONDS: Final = 3.0
"""Somebody is waiting for the page that waits for this."""
TOO_MANY: Final = 429


class Answer(NamedTuple):
    status: int
    body: Any


class JsonClient:
    """Questions to one server. Safe to share between threads, not across a fork."""

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
            verify=_trusted(),
            timeout=httpx.Timeout(timeout_seconds, connect=min(2.0, timeout_seconds)),
            limits=httpx.Limits(max_connections=32, max_keepalive_connections=8, keepalive_expiry=30),
        )

    def get(self, path: str, params: Any = None, *, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a GET; raises Retryable when there is none, or none that can be read."""
        return self._ask("GET", path, params=params, headers=headers)

    def post(self, path: str, body: Any, *, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a POST of JSON; raises Retryable as `get` does."""
        return self._ask("POST", path, json=body, headers=headers)

    def _ask(self, method: str, path: str, **request: Any) -> Answer:
        # Never with the address: Google's older calls carry the key in it.
        where = f"{self.name} {path.partition('?')[0]}"
        try:
            response = self._send(method, path, **request)
        except httpx.HTTPError as error:
            raise Retryable(f"{where}: {type(error).__name__}") from None
        if response.status_code >= 500 or response.status_code == TOO_MANY or response.is_redirect:
            raise Retryable(f"{where}: HTTP {response.status_code}")
        try:
            return Answer(response.status_code, response.json())
        except ValueError:
            raise Retryable(f"{where}: HTTP {response.status_code} without JSON") from None

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        try:
            return self._client.request(method, path, **request)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            # A kept connection that the other side has closed meanwhile; the next one will do.
            return self._client.request(method, path, **request)


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates, read once: it takes longer than most answers."""
    return httpx.create_ssl_context()


@contextmanager
def reading(name: str) -> Iterator[None]:
    """An answer of another shape than the documented one is no answer."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Retryable(f"{name}: an answer of an unknown shape: {error!r}") from error
