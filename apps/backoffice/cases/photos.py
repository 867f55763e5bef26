"""Photos of messages in cases: uploaded first, then sent with a message."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.backoffice.models import Audience, Case, CaseMessage, CasePhoto
from apps.core.errors import BadInput
from apps.core.files.stored_files import case_photo_name, delete_file_after_commit, store_file
from apps.core.files.uploads import DOCUMENT, clean_image
from apps.core.media import PRIVATE
from apps.core.privacy.retention import BATCH

MAX_PHOTOS: Final = 5
"""Maximum photos of a message."""
UNSENT_LIFETIME: Final = timedelta(hours=24)


def store_case_photo(*, by: User, file: "UploadedFile[bytes]") -> CasePhoto:
    """Store a photo for a message that the user sends next.

    Raises BadInput image_invalid, TooLarge image_too_large, Unavailable if the storage fails.
    """
    name = store_file(PRIVATE, case_photo_name(by.pk), clean_image(file, DOCUMENT))
    return CasePhoto.objects.create(uploaded_by=by, image=name)


def attach_photos(message: CaseMessage, *, by: User, photo_ids: Sequence[int]) -> None:
    """Send uploaded photos with a message; call it inside the transaction that writes the message.

    Raises BadInput too_many_photos, photo_missing for one of someone else or of another message,
    photos_not_shown for a message that its reader gets as a notification only.
    """
    ids = set(photo_ids)
    if not ids:
        return
    if message.audience == Audience.OTHER:
        raise _refused("photos_not_shown", _("This person gets only the text. Remove the photos."))
    if len(ids) > MAX_PHOTOS:
        raise _refused("too_many_photos", _("You can send up to 5 photos with a message."))
    # The second of two messages with the same photo finds no row.
    unsent = CasePhoto.objects.select_for_update().filter(message=None, uploaded_by=by, pk__in=ids)
    if len(unsent) != len(ids):
        raise _refused("photo_missing", _("A photo was already sent or deleted. Add it again."))
    CasePhoto.objects.filter(pk__in=ids).update(message=message)


def delete_cases(cases: QuerySet[Case]) -> None:
    """Delete cases with their messages and photos."""
    found = list(cases.values_list("pk", flat=True))
    delete_photos(CasePhoto.objects.filter(message__case_id__in=found))
    Case.objects.filter(pk__in=found).delete()


def delete_photos(photos: QuerySet[CasePhoto]) -> None:
    """Delete photos, and their files after the commit."""
    with transaction.atomic():
        rows = list(photos.select_for_update(of=("self",)))
        for photo in rows:
            delete_file_after_commit(PRIVATE, photo.image.name or "")
        CasePhoto.objects.filter(pk__in=[photo.pk for photo in rows]).delete()


@transaction.atomic
def delete_unsent_photos(before: datetime) -> int:
    """Delete a batch of photos uploaded before this time that no message was sent with."""
    old = CasePhoto.objects.filter(message=None, created_at__lt=before).order_by("pk")
    found = list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:BATCH])
    delete_photos(CasePhoto.objects.filter(pk__in=found))
    return len(found)


def _refused(code: str, sentence: str) -> BadInput:
    return BadInput(code, sentence, fields={"photos": sentence})
