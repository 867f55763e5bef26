"""Uploaded images, where no proxy and no bucket serves them."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import storages
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from apps.core.media import PRIVATE, PUBLIC, is_local, may_see

TYPES: Final = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}
"""The only types that are ever shown, by the name that we chose; no guessing, no text, no HTML."""
DOWNLOADS: Final = {
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Files of ours that are saved, never shown."""
# Should a browser take an image for a page all the same, the page can do nothing.
INERT: Final = "default-src 'none'; sandbox"
ONE_YEAR: Final = 365 * 24 * 3600


@require_safe
def public_media(request: HttpRequest, name: str) -> HttpResponseBase:
    """An image that everyone may see; its name is used once, so it may be stored for ever."""
    response = _file(PUBLIC, name)
    response["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
    return response


@require_safe
def private_media(request: HttpRequest, name: str) -> HttpResponseBase:
    """A document, to who brings its signed address in time; to others it is not there."""
    asked = request.GET
    if not may_see(name, expires=asked.get("expires", ""), signature=asked.get("signature", "")):
        raise Http404
    response = _file(PRIVATE, name, also=DOWNLOADS)
    response["Cache-Control"] = "private, no-store"
    return response


def _file(alias: str, name: str, *, also: Mapping[str, str] = MappingProxyType({})) -> FileResponse:
    storage = storages[alias]
    path = PurePosixPath(name)
    content_type = {**TYPES, **also}.get(path.suffix.lower())
    if content_type is None or not is_local(storage):
        raise Http404
    try:
        file = storage.open(name)
    except (SuspiciousFileOperation, OSError, ValueError) as error:
        # Outside of the folder, no such file, a folder, a name with a null: all the same to who asks.
        raise Http404 from error
    response = FileResponse(file, content_type=content_type)
    if path.suffix.lower() in also:
        response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=path.name)
    else:
        # FileResponse would name the file; there is nothing to tell.
        response["Content-Disposition"] = "inline"
    response["Content-Security-Policy"] = INERT
    return response
