"""Serves a large file in ranges for tile readers; Django's own file views do not support ranges."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

MAX_UNSTREAMED: Final = 1 << 20
"""A range up to this size is read at once, a larger one is streamed."""
_ONE_RANGE: Final = re.compile(r"bytes=(\d*)-(\d*)$")


@dataclass(frozen=True, slots=True)
class ServedFile:
    path: Path
    version: str
    """Changes with the content: the ETag, and the ?v= of a URL that can be cached forever."""
    content_type: str


def serve_ranges(find: Callable[[], ServedFile | None]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return a view of the file returned by `find`: the whole file or a single range."""

    @require_safe
    def view(request: HttpRequest) -> HttpResponseBase:
        served = find()
        if served is None:
            raise Http404("there is no such file yet")
        response = _response(request, served)
        response["ETag"] = f'"{served.version}"'
        response["Accept-Ranges"] = "bytes"
        if request.GET.get("v") == served.version:
            patch_cache_control(response, public=True, max_age=31_536_000, immutable=True)
        else:
            patch_cache_control(response, public=True, no_cache=True)
        return response

    return view


def _response(request: HttpRequest, served: ServedFile) -> HttpResponseBase:
    etag = f'"{served.version}"'
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in etags or f"W/{etag}" in etags:
        return HttpResponseNotModified()
    try:
        # Opened once, so that length and content are of the same file even if an import replaces it.
        file = served.path.open("rb")
    except FileNotFoundError as error:
        raise Http404("there is no such file yet") from error
    size = file.seek(0, 2)
    byte_range = _range(request, etag, size)
    if byte_range is None:
        return _body(file, served, 0, size, status=200, is_head=request.method == "HEAD")
    start, end = byte_range
    if start >= end:
        file.close()
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    response = _body(file, served, start, end, status=206, is_head=request.method == "HEAD")
    response["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    return response


def _range(request: HttpRequest, etag: str, size: int) -> tuple[int, int] | None:
    """Return start and end of the requested range, empty beyond the end; None for the whole file.

    Several ranges, a malformed range and a range of another version return the whole file, as HTTP allows.
    """
    if request.headers.get("If-Range", etag) != etag:
        return None
    match = _ONE_RANGE.match(request.headers.get("Range", "").replace(" ", ""))
    if match is None or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if not first:
        return max(0, size - int(last)), size
    if last and int(last) < int(first):
        return None
    return int(first), min(size, int(last) + 1 if last else size)


def _body(
    file: BinaryIO, served: ServedFile, start: int, end: int, *, status: int, is_head: bool
) -> HttpResponseBase:
    length = end - start
    response: HttpResponseBase
    if is_head:
        file.close()
        response = HttpResponse(status=status, content_type=served.content_type)
    elif length <= MAX_UNSTREAMED:
        with file:
            file.seek(start)
            response = HttpResponse(file.read(length), status=status, content_type=served.content_type)
    else:
        response = StreamingHttpResponse(
            _chunks(file, start, end), status=status, content_type=served.content_type
        )
    response["Content-Length"] = str(length)
    return response


def _chunks(file: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    with file:
        file.seek(start)
        while start < end and (chunk := file.read(min(MAX_UNSTREAMED, end - start))):
            start += len(chunk)
            yield chunk
