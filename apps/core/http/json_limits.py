"""JSON of bounded depth and bounded numbers, checked before a parser reads it.

Python's parser follows every bracket with a call of its own, and turns 1e999 into infinity.
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
"""Characters of one number."""
MAX_EXPONENT: Final = 30
JSON_TYPE: Final = "application/json"
TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]|-?[0-9][0-9.eE+-]*+', re.DOTALL)
"""A string (to the end where it is not closed), a bracket or a number."""


def require_bounded(text: str) -> None:
    """Raises ValueError for JSON that is nested too deeply or has too large a number."""
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
    """What JSON says; ValueError for what is none, or is not bounded."""
    require_bounded(text)
    return json.loads(text, parse_constant=refuse_constant)


class JsonLimitMiddleware:
    """400 `invalid` for a JSON body that is not bounded, whatever would have read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() == JSON_TYPE:
            try:
                require_bounded(request.body.decode(request.encoding or "utf-8"))
            except (ValueError, LookupError):
                # LookupError: a charset that is none.
                body = {"code": "invalid", "detail": str(SENTENCES["invalid"])}
                return JsonResponse(body, status=400)
        return self.get_response(request)
