"""Replies made smaller on their way out. Built files are compressed by the build (WhiteNoise sends them)."""

import gzip
import re
from collections.abc import Callable
from typing import Final

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

WORTH_IT: Final = 1024
"""Smaller ones travel in one packet anyhow."""
TEXT: Final = re.compile(
    r"(?:text/|application/(?:[\w.-]+\+)?(?:json|xml)\b|application/vnd\.oai\.openapi\b)"
)
LEFT_ALONE: Final = re.compile(r"/(?:api/v1/auth|accounts|django-admin|dev|media)/")
"""Beside a secret, what a stranger can put into a reply would show in its size (BREACH): here it is the
browser's cookie that opens the door, so that a stranger's page can ask. Media are compressed already."""

# Of a reply made for one person, at once: more would take longer than it saves on the way.
BROTLI_QUALITY: Final = 4
GZIP_LEVEL: Final = 6


class CompressionMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not _may_be_smaller(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        coding = accepted_coding(request)
        if not coding:
            return response
        if coding == "br":
            response.content = brotli.compress(
                response.content, mode=brotli.MODE_TEXT, quality=BROTLI_QUALITY
            )
        else:
            response.content = gzip.compress(response.content, compresslevel=GZIP_LEVEL, mtime=0)
        response["Content-Encoding"] = coding
        response["Content-Length"] = str(len(response.content))
        etag = response.get("ETag", "")
        if etag.startswith('"'):
            # Another sequence of bytes, the same content.
            response["ETag"] = f"W/{etag}"
        return response


def accepted_coding(request: HttpRequest) -> str:
    """`br` or `gzip`, whichever the caller takes, the better one first; "" where it takes neither."""
    taken: dict[str, bool] = {}
    for part in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, rest = part.strip().partition(";")
        taken[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(?:\.0*)?\s*", rest)
    return next((coding for coding in ("br", "gzip") if taken.get(coding, taken.get("*", False))), "")


def _may_be_smaller(request: HttpRequest, response: HttpResponse) -> bool:
    # Parts of a file (206) are counted in its own bytes; a stream is none of these.
    return (
        response.status_code not in (204, 206, 304)
        and not response.has_header("Content-Encoding")
        and "no-transform" not in response.get("Cache-Control", "")
        and TEXT.match(response.get("Content-Type", "").lower()) is not None
        and LEFT_ALONE.match(request.path) is None
        and len(response.content) >= WORTH_IT
    )
