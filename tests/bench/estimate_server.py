"""The web process of the estimates bench: the platform's ASGI application, and what it is compared with.

The road network is replaced by constants, as if every route were cached. Started by tests.bench.estimates.
"""

import types
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from decimal import Decimal
from typing import Any, Final

import polyline
import psycopg

from config import asgi
from config.bodies import WholeBodies
from tests.bench.tariffs import ROUTE

# isort: split
from django.conf import settings
from django.urls import include, path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.http.body_limit import limit_of_scope
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.fares.serializers import EstimateQuerySerializer
from apps.geo.port import LatLng, Matrix, Route
from apps.geo.providers.maps import using_maps

ESTIMATES: Final = "/api/v1/estimates/"
LINE: Final = polyline.encode(ROUTE)

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class MinimalView(APIView):
    """Parses and validates the same body and returns it: no user, no database."""

    permission_classes = (AllowAny,)
    authentication_classes = ()

    def post(self, request: Request) -> Response:
        form = EstimateQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(request.data)


class Roads:
    """One route for every trip, and a minute to every pickup."""

    def route(self, start: LatLng, end: LatLng) -> Route:
        return Route(Decimal("8.421"), 741, LINE)

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        row = tuple(60 for _ in destinations)
        return Matrix(tuple(row for _ in sources), tuple((Decimal(1),) * len(row) for _ in sources))


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Return the body."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def statements(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Return how many statements this process has sent."""
    body = b"%d" % len(_sent)
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


APPS: Final[dict[str, tuple[App, str]]] = {
    "/echo/": (echo, "/echo/"),
    "/statements/": (statements, "/statements/"),
    # The same request, past what answers ahead of Django.
    "/django/": (WholeBodies(asgi.django_in_threads, limit=limit_of_scope), ESTIMATES),
}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Dispatch to a side of the bench."""
    known = APPS.get(scope.get("path", ""))
    if known is None:
        await asgi.application(scope, receive, send)
        return
    app, target = known
    await app({**scope, "path": target, "raw_path": target.encode()}, receive, send)


def _prepare() -> None:
    urls = types.ModuleType("bench_urls")
    urls.urlpatterns = [path("minimal/", MinimalView.as_view()), path("", include("config.urls"))]  # type: ignore[attr-defined]  # the module's own
    settings.ROOT_URLCONF = urls
    # Counted as usual, but never refused.
    ScopedThrottle.THROTTLE_RATES["estimates"] = "1000000/min"
    _lasting.enter_context(using_maps(routing=Roads()))  # type: ignore[arg-type]  # what estimates use


_lasting = ExitStack()
_sent: list[None] = []
_execute = psycopg.Cursor.execute


def _counting(self: Any, *args: Any, **kwargs: Any) -> Any:
    _sent.append(None)
    return _execute(self, *args, **kwargs)


psycopg.Cursor.execute = _counting  # type: ignore[method-assign]  # for the life of this process
_prepare()
