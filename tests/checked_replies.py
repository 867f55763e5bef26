"""Compare every API reply to a test client with the published schema."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.conf import settings
from django.test.client import Client
from django.urls import Resolver404

from tests import published_schema

DESCRIBED: Final = ("api/v1/", "functions/", "healthz", "readyz")
"""Every path below these is described."""


@pytest.fixture(scope="session", autouse=True)
def _replies_are_as_published() -> Iterator[None]:
    send = Client.request

    def request(self: Client, **environ: Any) -> Any:
        response = send(self, **environ)
        unpublished = misses_of(str(environ.get("REQUEST_METHOD", "GET")).lower(), response)
        assert not unpublished, "The published schema (`make schema`) does not say: " + "; ".join(unpublished)
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request)
        yield


def misses_of(method: str, response: Any) -> list[str]:
    """Return the differences between the schema and this reply to a test client."""
    try:
        route = response.resolver_match.route
    except Resolver404:
        return []
    # Some tests add paths of their own.
    is_described = route.startswith(DESCRIBED) and settings.ROOT_URLCONF == "config.urls"
    if method not in published_schema.METHODS or not is_described:
        return []
    is_readable = not response.streaming and not response.has_header("Content-Encoding")
    return published_schema.misses(
        method,
        route,
        response.status_code,
        response.get("Content-Type", ""),
        response.content.decode(errors="replace") if is_readable else None,
    )
