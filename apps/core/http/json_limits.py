"""Limits the depth and number size of JSON before parsing.

Python's parser recurses at each bracket, and turns 1e999 into infinity.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse

from apps.core.http.api_errors import SENTENCES
from apps.core.validation.numbers import refuse_constant

MAX_DEPTH: Final = 32
MAX_NUMBER: Final = 40
"""Maximum characters of a number."""
MAX_EXPONENT: Final = 30
JSON_TYPE: Final = "application/json"
TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]|-?[0-9][0-9.eE+-]*+', re.DOTALL)
"""A string (up to the end if unterminated), a bracket or a number."""


def require_bounded(text: str) -> None:
    """Raise ValueError if JSON is nested too deeply or contains too large a number."""
    depth = 0
    for found in TOKEN.finditer(text):
        token = found[0]
        first = token[0]
        if first == '"':
            continue
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError("nested too deeply")
        elif first in "]}":
            depth -= 1
        elif len(token) > MAX_NUMBER or abs(int(token.lower().partition("e")[2] or 0)) > MAX_EXPONENT:
            raise ValueError("too large a number")


def load_json(text: str) -> Any:
    """Parse JSON within the limits. Raises ValueError."""
    require_bounded(text)
    return json.loads(text, parse_constant=refuse_constant)


class JsonLimitMiddleware:
    """Rejects a JSON body outside the limits with 400 `invalid`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() == JSON_TYPE:
            try:
                require_bounded(request.body.decode(request.encoding or "utf-8"))
            except (ValueError, LookupError):
                # LookupError: an unknown charset.
                body = {"code": "invalid", "detail": str(SENTENCES["invalid"])}
                return JsonResponse(body, status=400)
        return self.get_response(request)
