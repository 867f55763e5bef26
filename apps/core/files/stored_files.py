"""Keeps stored files and the rows that name them consistent.

Storage is not transactional. A cleanup job is therefore enqueued before a file is stored, and removes it
an hour later unless a row names it. The same job removes a file after the commit that drops its name, and
is retried until the storage responds.
"""

import logging
import secrets
import time
from typing import Any, Final

from django.apps import apps
from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Unavailable
from apps.core.files.uploads import SUFFIX
from apps.core.outbox import events

log = logging.getLogger(__name__)

DELETE_FILE: Final = "core.delete_file"
GRACE_SECONDS: Final = 3600
"""Time in which a stored file must be named by a row."""


def photo_name(user_id: int) -> str:
    """Return a new name below the documents' users/{uid}/profileImage."""
    return f"users/{user_id}/profileImage/{_token()}{SUFFIX}"


def booking_image_name(booking_id: int, kind: str) -> str:
    """Return a new name below the documents' bookings/{id}/{pickup_image|deliver_image}."""
    return f"bookings/{booking_id}/{kind}_image/{_token()}{SUFFIX}"


def document_name(user_id: int) -> str:
    """Return a new name with a timestamp below the documents' users/{uid}/driverDocuments."""
    return f"users/{user_id}/driverDocuments/{time.time_ns() // 1_000_000}-{_token()}{SUFFIX}"


def vehicle_document_name(vehicle_id: int) -> str:
    """Return a new name with a timestamp below vehicles/{id}/documents."""
    return f"vehicles/{vehicle_id}/documents/{time.time_ns() // 1_000_000}-{_token()}{SUFFIX}"


def case_photo_name(user_id: int) -> str:
    """Return a new name below users/{uid}/casePhotos, for the user who uploads it."""
    return f"users/{user_id}/casePhotos/{_token()}{SUFFIX}"


def unclaimed_document_name() -> str:
    """Return a new name for the document of a user without an id."""
    return f"uploads/driverDocuments/{time.time_ns() // 1_000_000}-{_token()}{SUFFIX}"


def store_file(alias: str, name: str, content: "bytes | File[Any]") -> str:
    """Store a file for a row that is written next; call it before that row's transaction.

    Raises Unavailable if the storage fails.
    """
    with transaction.atomic():
        events.enqueue(DELETE_FILE, delay_seconds=GRACE_SECONDS, storage=alias, name=name)
    try:
        return storages[alias].save(name, ContentFile(content) if isinstance(content, bytes) else content)
    except Exception as error:
        # Full disk, unreachable bucket: each storage has its own errors.
        log.exception("file not stored: %s", name)
        raise Unavailable("unavailable", _("Try again in a moment.")) from error


def delete_file_after_commit(alias: str, name: str) -> None:
    """Delete a file once this transaction, which removes its name from the rows, has committed."""
    if name:
        events.enqueue(DELETE_FILE, storage=alias, name=name)


def remove_unless_named(alias: str, name: str) -> bool:
    """Remove a file unless a row names it; returns whether it was removed."""
    if is_named(name):
        return False
    storages[alias].delete(name)
    return True


def is_named(name: str) -> bool:
    """Return whether a file field of any model has this name."""
    return any(
        model._default_manager.filter(**{field.name: name}).exists()
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.FileField)
    )


def _token() -> str:
    return secrets.token_urlsafe(16)
