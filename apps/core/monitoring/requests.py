"""The id of each request, and its line in the access log."""

import logging
import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from apps.core.monitoring import log_context, metrics, tracing

access_log = logging.getLogger("hansom.access")

HEADER: Final = "X-Request-ID"
WELL_FORMED: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HEALTH: Final = frozenset({"healthz", "readyz"})
"""Routes that probes call every few seconds; only failures are logged."""


class RequestMiddleware:
    """Gives each request an id, returns it as a header, and logs method, route, status and duration.

    A proxy may set the id. The route is the pattern, so that ids, tokens and search texts of a URL are not
    logged.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        with (
            log_context.log_fields(request_id=request_id_of(request.headers.get(HEADER, ""))),
            _traced(request) as span,
        ):
            request_id = log_context.fields()["request_id"]
            response = self._get_response(request)
            response[HEADER] = request_id
            _bind_session_user(request)
            answered = Answered(method_of(request), route_of(request), response.status_code)
            answered.report(time.perf_counter() - started)
            if span is not None:
                answered.describe(span)
        return response


@dataclass(frozen=True, slots=True)
class Answered:
    """A request whose reply is known."""

    method: str
    route: str
    status: int

    def report(self, seconds: float) -> None:
        """Count the request and write its line in the access log."""
        metrics.REQUEST_SECONDS.observe(
            seconds, method=self.method, route=self.route, status=f"{self.status // 100}xx"
        )
        if self.route == "static" or (self.route in HEALTH and self.status < 400):
            return
        access_log.info(
            "request",
            extra={
                "method": self.method,
                "route": self.route,
                "status": self.status,
                "duration_ms": round(seconds * 1000, 1),
            },
        )

    def describe(self, span: Any) -> None:
        """Name the request's span."""
        span.update_name(f"{self.method} {self.route}")
        span.set_attributes({"http.request.method": self.method, "http.route": self.route})
        span.set_attribute("http.response.status_code", self.status)


def request_id_of(given: str) -> str:
    """Return the proxy's request id if it is well-formed, else a new one."""
    return given if WELL_FORMED.fullmatch(given) else uuid4().hex


def route_of(request: HttpRequest) -> str:
    """Return the pattern of the URL: a few hundred values, whatever is requested."""
    match = request.resolver_match
    if match is not None:
        return str(match.route)
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unmatched"


def method_of(request: HttpRequest) -> str:
    """Return the method, or OTHER for one that a client invented."""
    return request.method if request.method in METHODS else "OTHER"


def _bind_session_user(request: HttpRequest) -> None:
    # Only a user who was already loaded: logging must not query the database.
    user = getattr(request, "_cached_user", None)
    if user is not None and user.pk is not None and "user_id" not in log_context.fields():
        log_context.bind(user_id=user.pk)


def _traced(request: HttpRequest) -> AbstractContextManager[Any]:
    """Return the request's span; probes and files have none."""
    path = request.path_info
    if path.strip("/") in HEALTH or path.startswith(settings.STATIC_URL):
        return nullcontext()
    # A browser began the trace with the user's action; whether it is recorded is decided here.
    given = request.headers.get(tracing.PARENT)
    parent = {tracing.PARENT: given} if given and path.startswith("/api/") else None
    return tracing.span(method_of(request), parent=parent, server=True)
