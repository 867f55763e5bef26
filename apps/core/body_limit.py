"""How much a request may carry, refused by its own announcement before a byte of it is read."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

UPLOAD_TYPE: Final = "multipart/form-data"
GATEWAY_PATH: Final = re.compile(r"/api/v1/payments/[^/]+/(?:webhook|start|return|cancel|card)/")
"""Where payment providers and the browsers that they send back call; anyone may."""


def limit_of(path: str, content_type: str) -> int:
    """The most bytes that a body of this type may have at this path."""
    if GATEWAY_PATH.match(path):
        return settings.MAX_GATEWAY_BYTES
    return settings.MAX_UPLOAD_BYTES if _is_upload(content_type) else settings.MAX_JSON_BYTES


def limit_of_scope(scope: dict[str, Any]) -> int:
    """The same for an ASGI connection."""
    types = (value for name, value in scope["headers"] if name == b"content-type")
    return limit_of(scope.get("path", ""), next(types, b"").decode("latin-1"))


def _is_upload(content_type: str) -> bool:
    return content_type.lower().startswith(UPLOAD_TYPE)


class BodyLimitMiddleware:
    """413 for a body that is larger than its kind may be.

    Django itself looks at the size of forms only, and a JSON body would be read to its end. A body that does
    not announce its size is taken for empty (WSGI knows no other way).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        content_type = request.META.get("CONTENT_TYPE", "")
        limit = limit_of(request.path_info, content_type)
        if announced.isdecimal() and int(announced[:20]) > limit:
            is_picture = limit == settings.MAX_UPLOAD_BYTES
            code = "image_too_large" if is_picture else "too_large"
            detail = (
                _("This photo is too large. Maximum: 8 MB.")
                if is_picture
                else _("This request is too large.")
            )
            return JsonResponse({"code": code, "detail": detail}, status=413)
        return self.get_response(request)
