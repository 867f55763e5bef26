"""One big file in pieces, as tile readers ask for it: Django's own file views know no ranges."""

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

AT_ONCE: Final = 1 << 20
"""A piece up to this size is read at once, a larger one streamed."""
_ONE_RANGE: Final = re.compile(r"bytes=(\d*)-(\d*)$")


@dataclass(frozen=True, slots=True)
class ServedFile:
    path: Path
    version: str
    """Changes with the content: the ETag, and the ?v= of an address that may be kept for ever."""
    content_type: str


def serve_ranges(find: Callable[[], ServedFile | None]) -> Callable[[HttpRequest], HttpResponseBase]:
    """A view of the file that `find` names: whole, or the one range asked for."""

    @require_safe
    def view(request: HttpRequest) -> HttpResponseBase:
        served = find()
        if served is None:
            raise Http404("there is no such file yet")
        response = _answer(request, served)
        response["ETag"] = f'"{served.version}"'
        response["Accept-Ranges"] = "bytes"
        if request.GET.get("v") == served.version:
            patch_cache_control(response, public=True, max_age=31_536_000, immutable=True)
        else:
            patch_cache_control(response, public=True, no_cache=True)
        return response

    return view


def _answer(request: HttpRequest, served: ServedFile) -> HttpResponseBase:
    etag = f'"{served.version}"'
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in known or f"W/{etag}" in known:
        return HttpResponseNotModified()
    try:
        # Opened once: the length and the bytes are those of one file, whatever an import does meanwhile.
        file = served.path.open("rb")
    except FileNotFoundError as error:
        raise Http404("there is no such file yet") from error
    size = file.seek(0, 2)
    wanted = _range(request, etag, size)
    if wanted is None:
        return _body(file, served, 0, size, status=200, is_head=request.method == "HEAD")
    start, end = wanted
    if start >= end:
        file.close()
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    response = _body(file, served, start, end, status=206, is_head=request.method == "HEAD")
    response["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    return response


def _range(request: HttpRequest, etag: str, size: int) -> tuple[int, int] | None:
    """Start and end of the one range asked for, empty when beyond the file; None for the whole file.

    Several ranges at once, a malformed one or one of another version get the whole, as HTTP allows.
    """
    if request.headers.get("If-Range", etag) != etag:
        return None
    asked = _ONE_RANGE.match(request.headers.get("Range", "").replace(" ", ""))
    if asked is None or asked.groups() == ("", ""):
        return None
    first, last = asked.groups()
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
    elif length <= AT_ONCE:
        with file:
            file.seek(start)
            response = HttpResponse(file.read(length), status=status, content_type=served.content_type)
    else:
        response = StreamingHttpResponse(
            _pieces(file, start, end), status=status, content_type=served.content_type
        )
    response["Content-Length"] = str(length)
    return response


def _pieces(file: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    with file:
        file.seek(start)
        while start < end and (piece := file.read(min(AT_ONCE, end - start))):
            start += len(piece)
            yield piece
