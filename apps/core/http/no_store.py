"""Keeps replies to logged-in users out of caches."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase


class NoStoreMiddleware:
    """Adds `Cache-Control: no-store` to replies to requests with a token, unless the view sets the header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "Authorization" in request.headers:
            response.headers.setdefault("Cache-Control", "no-store")
        return response
