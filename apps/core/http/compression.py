"""Compresses dynamic replies. The build compresses static files, which WhiteNoise serves."""

import gzip
import re
from collections.abc import Callable
from typing import Final

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

MIN_BYTES: Final = 1024
"""Smaller replies fit in one packet anyway."""
TEXT: Final = re.compile(
    r"(?:text/|application/(?:[\w.-]+\+)?(?:json|xml)\b|application/vnd\.oai\.openapi\b)"
)
UNCOMPRESSED_PATHS: Final = re.compile(r"/(?:api/v1/auth|accounts|django-admin|dev|media)/")
"""Paths that are not compressed. Compressing a secret together with attacker-controlled input leaks it
through the size (BREACH); these paths use cookies, so another site can trigger requests. Media files are
compressed already.
"""

# Each reply is compressed on request; higher levels cost more time than they save.
BROTLI_QUALITY: Final = 4
GZIP_LEVEL: Final = 6


class CompressionMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not _is_compressible(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        coding = accepted_coding(request)
        if not coding:
            return response
        response.content = compressed(response.content, coding)
        response["Content-Encoding"] = coding
        response["Content-Length"] = str(len(response.content))
        etag = response.get("ETag", "")
        if etag.startswith('"'):
            # Same content, different bytes.
            response["ETag"] = f"W/{etag}"
        return response


def compressed(content: bytes, coding: str) -> bytes:
    """Return the content in a coding of `accepted_coding`."""
    if coding == "br":
        packed: bytes = brotli.compress(content, mode=brotli.MODE_TEXT, quality=BROTLI_QUALITY)
        return packed
    return gzip.compress(content, compresslevel=GZIP_LEVEL, mtime=0)


def accepted_coding(request: HttpRequest) -> str:
    """Return `br` or `gzip` as the client accepts, `br` preferred; "" if neither."""
    taken: dict[str, bool] = {}
    for part in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, rest = part.strip().partition(";")
        taken[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(?:\.0*)?\s*", rest)
    return next((coding for coding in ("br", "gzip") if taken.get(coding, taken.get("*", False))), "")


def _is_compressible(request: HttpRequest, response: HttpResponse) -> bool:
    # 206 replies are ranges of the uncompressed file; streams have no content.
    return (
        response.status_code not in (204, 206, 304)
        and not response.has_header("Content-Encoding")
        and "no-transform" not in response.get("Cache-Control", "")
        and TEXT.match(response.get("Content-Type", "").lower()) is not None
        and UNCOMPRESSED_PATHS.match(request.path) is None
        and len(response.content) >= MIN_BYTES
    )
