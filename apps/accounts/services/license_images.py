"""Drivers' licence images, private documents with signed URLs.

A new driver uploads the image first and receives a token that the sign-up claims. Unclaimed images are
deleted.
"""

from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import Any, Final

from django.core import signing
from django.core.files.storage import storages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverDocument, DriverProfile, LicenseUpload, User
from apps.accounts.profile.documents import valid_until
from apps.accounts.services.fitness import refresh_fitness
from apps.core.errors import BadInput
from apps.core.files.stored_files import (
    delete_file_after_commit,
    document_name,
    store_file,
    unclaimed_document_name,
)
from apps.core.files.uploads import DOCUMENT, clean_image
from apps.core.media import PRIVATE
from apps.core.outbox import events
from apps.core.privacy.retention import BATCH

TOKEN_SECONDS: Final = 3600
UNCLAIMED_LIFETIME: Final = timedelta(hours=24)
FILE_LICENSE_IMAGE: Final = "accounts.file_license_image"
_SALT: Final = "accounts.license_upload"


def store_license_image(file: "UploadedFile[bytes]") -> LicenseUpload:
    """Store a licence image from a visitor without an account.

    Raises BadInput image_invalid, TooLarge image_too_large, Unavailable if the storage does not respond.
    """
    name = store_file(PRIVATE, unclaimed_document_name(), clean_image(file, DOCUMENT))
    return LicenseUpload.objects.create(image=name)


def license_token(upload: LicenseUpload) -> str:
    """Return a token that claims this upload once, within TOKEN_SECONDS."""
    return signing.dumps(upload.pk, salt=_SALT)


@transaction.atomic
def claim_license_image(token: str, user: User) -> None:
    """Make an upload the licence image of a driver, who has a profile.

    Raises BadInput image_invalid if the token is forged, expired or already used.
    """
    try:
        pk = signing.loads(token, salt=_SALT, max_age=TOKEN_SECONDS)
    except signing.BadSignature:
        pk = None
    # The second of two concurrent claims finds no row.
    upload = LicenseUpload.objects.select_for_update().filter(pk=pk).first()
    if upload is None:
        raise BadInput("image_invalid", _("Upload the photo of your licence again."))
    name = upload.image.name or ""
    upload.delete()
    set_license_image(user.pk, name)
    # Move it to the driver's folder after the transaction commits.
    events.enqueue(FILE_LICENSE_IMAGE, user_id=user.pk)


def replace_license_image(*, user_id: int, file: "UploadedFile[bytes]") -> None:
    """Replace a driver's licence image; raises like `store_license_image`."""
    name = store_file(PRIVATE, document_name(user_id), clean_image(file, DOCUMENT))
    set_license_image(user_id, name)


@transaction.atomic
def file_license_image(*, user_id: int) -> None:
    """Move a claimed licence image below users/{uid}/driverDocuments; safe to run twice."""
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    previous = profile.license_image.name if profile else None
    if profile is None or not previous or previous.startswith(f"users/{user_id}/"):
        return
    storage = storages[PRIVATE]
    # Use the same name in each attempt, so that a rolled-back attempt leaves no second copy.
    name = f"users/{user_id}/driverDocuments/{PurePosixPath(previous).name}"
    if not storage.exists(name):
        with storage.open(previous) as file:
            storage.save(name, file)
    profile.license_image = name
    profile.save(update_fields=["license_image"])
    delete_file_after_commit(PRIVATE, previous)


@transaction.atomic
def delete_unclaimed_license_images(before: datetime) -> int:
    """Delete a batch of images uploaded before this time that no sign-up claimed, with their files."""
    old = LicenseUpload.objects.filter(created_at__lt=before).order_by("pk")
    uploads = list(old.select_for_update(skip_locked=True)[:BATCH])
    for upload in uploads:
        delete_file_after_commit(PRIVATE, upload.image.name or "")
    LicenseUpload.objects.filter(pk__in=[upload.pk for upload in uploads]).delete()
    return len(uploads)


def set_license_image(user_id: int, name: str) -> None:
    """Make a stored file a driver's licence image, delete the previous file and reset the review."""
    with transaction.atomic():
        profile = DriverProfile.objects.select_for_update(no_key=True).get(pk=user_id)
        previous = profile.license_image.name or ""
        profile.license_image = name
        profile.save(update_fields=["license_image"])
        delete_file_after_commit(PRIVATE, previous)
        # The review does not apply to a new image. The previous expiry date does, so that an arbitrary image
        # cannot replace an expired licence.
        key: dict[str, Any] = {"driver_id": user_id, "kind": DriverDocument.Kind.LICENSE}
        previous_document = DriverDocument.objects.filter(**key).first()
        DriverDocument.objects.update_or_create(
            **key,
            defaults={
                "state": DriverDocument.State.PENDING,
                "previous_expires_on": None if previous_document is None else valid_until(previous_document),
                "expires_on": None,
                "note": "",
                "reviewed_at": None,
            },
        )
        refresh_fitness(driver_id=user_id)
