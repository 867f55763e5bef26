"""Files and the rows that name them: no file outlives its row, and none is lost on the way.

A storage knows no transactions. So a file is written down as a job before it is stored, and the job
removes it an hour later unless a row names it by then; and the file that a row gives up is removed by the
same job, after the commit, tried again until the storage answers.
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

FORGET_FILE: Final = "core.forget_file"
GRACE_SECONDS: Final = 3600
"""How long a stored file may wait for its row."""


def photo_name(user_id: int) -> str:
    """A new name below the documents' users/{uid}/profileImage."""
    return f"users/{user_id}/profileImage/{_token()}{SUFFIX}"


def booking_image_name(booking_id: int, kind: str) -> str:
    """A new name below the documents' bookings/{id}/{pickup_image|deliver_image}."""
    return f"bookings/{booking_id}/{kind}_image/{_token()}{SUFFIX}"


def document_name(user_id: int) -> str:
    """A new name below the documents' users/{uid}/driverDocuments, with the time as they ask."""
    return f"users/{user_id}/driverDocuments/{time.time_ns() // 1_000_000}-{_token()}{SUFFIX}"


def unclaimed_document_name() -> str:
    """A new name for the document of someone who has no id yet."""
    return f"uploads/driverDocuments/{time.time_ns() // 1_000_000}-{_token()}{SUFFIX}"


def store_file(alias: str, name: str, content: "bytes | File[Any]") -> str:
    """Store a file for a row that is written next; call it before that row's transaction begins.

    Raises Unavailable when the storage does not take it.
    """
    with transaction.atomic():
        events.enqueue(FORGET_FILE, delay_seconds=GRACE_SECONDS, storage=alias, name=name)
    try:
        return storages[alias].save(name, ContentFile(content) if isinstance(content, bytes) else content)
    except Exception as error:
        # A full disk or a bucket that does not answer: each storage has errors of its own.
        log.exception("not stored: %s", name)
        raise Unavailable("unavailable", _("Try again in a moment.")) from error


def forget_file(alias: str, name: str) -> None:
    """Remove a file once this transaction, which takes its name out of the rows, has committed."""
    if name:
        events.enqueue(FORGET_FILE, storage=alias, name=name)


def remove_unless_named(alias: str, name: str) -> bool:
    """Remove a file that no row names; True when it went."""
    if is_named(name):
        return False
    storages[alias].delete(name)
    return True


def is_named(name: str) -> bool:
    """Whether a file field of any model holds this name."""
    return any(
        model._default_manager.filter(**{field.name: name}).exists()
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.FileField)
    )


def _token() -> str:
    return secrets.token_urlsafe(16)
