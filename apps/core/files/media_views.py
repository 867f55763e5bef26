"""Serves uploaded files if neither a proxy nor a bucket does."""

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

from apps.core.media import PRIVATE, PUBLIC, is_local, is_signature_valid

TYPES: Final = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}
"""Content types by our own file suffix; nothing is guessed, and no text or HTML is served."""
DOWNLOADS: Final = {
    ".csv": "text/csv; charset=utf-8",
    ".pdf": "application/pdf",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".zip": "application/zip",
}
"""Export files, always sent as attachments."""
# If a browser still interprets an image as a page, the page cannot do anything.
INERT: Final = "default-src 'none'; sandbox"
ONE_YEAR: Final = 365 * 24 * 3600


@require_safe
def public_media(request: HttpRequest, name: str) -> HttpResponseBase:
    """Serve a public image; cached permanently, because names are not reused."""
    response = _file(PUBLIC, name)
    response["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
    return response


@require_safe
def private_media(request: HttpRequest, name: str) -> HttpResponseBase:
    """Serve a private file for a valid signed URL; 404 otherwise."""
    query = request.GET
    if not is_signature_valid(name, expires=query.get("expires", ""), signature=query.get("signature", "")):
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
        # Outside the folder, missing, a folder, or a name with NUL: reply the same for all.
        raise Http404 from error
    response = FileResponse(file, content_type=content_type)
    if path.suffix.lower() in also:
        response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=path.name)
    else:
        # FileResponse would add the file name.
        response["Content-Disposition"] = "inline"
    response["Content-Security-Policy"] = INERT
    return response
