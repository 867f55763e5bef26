"""Drivers' licences: documents that only a signed address shows.

A driver who signs up sends the image first and gets a token for it; the sign-up claims it. What no one
claims is forgotten.
"""

from datetime import timedelta
from pathlib import PurePosixPath
from typing import Any, Final

from django.core import signing
from django.core.files.storage import storages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.documents import good_until
from apps.accounts.models import DriverDocument, DriverProfile, LicenseUpload, User
from apps.accounts.services.fitness import refresh_fitness
from apps.core import events
from apps.core.errors import BadInput
from apps.core.media import PRIVATE
from apps.core.stored_files import document_name, forget_file, store_file, unclaimed_document_name
from apps.core.uploads import DOCUMENT, clean_image

TOKEN_SECONDS: Final = 3600
KEEP_UNCLAIMED: Final = timedelta(hours=24)
FILE_LICENSE_IMAGE: Final = "accounts.file_license_image"
_SALT: Final = "accounts.license_upload"


def store_license_image(file: "UploadedFile[bytes]") -> LicenseUpload:
    """Keep the licence of someone who has no account yet.

    Raises BadInput image_invalid, TooLarge image_too_large, Unavailable when the storage does not answer.
    """
    name = store_file(PRIVATE, unclaimed_document_name(), clean_image(file, DOCUMENT))
    return LicenseUpload.objects.create(image=name)


def license_token(upload: LicenseUpload) -> str:
    """What claims this upload, once, within TOKEN_SECONDS."""
    return signing.dumps(upload.pk, salt=_SALT)


@transaction.atomic
def claim_license_image(token: str, user: User) -> None:
    """Make an upload the licence of a driver who has a profile.

    Raises BadInput image_invalid for a token that is forged, too old or used.
    """
    try:
        pk = signing.loads(token, salt=_SALT, max_age=TOKEN_SECONDS)
    except signing.BadSignature:
        pk = None
    # Of two that claim it at once, the second finds the row gone.
    upload = LicenseUpload.objects.select_for_update().filter(pk=pk).first()
    if upload is None:
        raise BadInput("image_invalid", _("Upload the photo of your licence again."))
    name = upload.image.name or ""
    upload.delete()
    keep_license_image(user.pk, name)
    # It moves to the driver's own folder when all of this has come true.
    events.enqueue(FILE_LICENSE_IMAGE, user_id=user.pk)


def replace_license_image(*, user_id: int, file: "UploadedFile[bytes]") -> None:
    """Keep a driver's new licence instead of the one before; raises as `store_license_image`."""
    name = store_file(PRIVATE, document_name(user_id), clean_image(file, DOCUMENT))
    keep_license_image(user_id, name)


@transaction.atomic
def file_license_image(*, user_id: int) -> None:
    """Move a claimed licence below users/{uid}/driverDocuments; safe to run twice."""
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    before = profile.license_image.name if profile else None
    if profile is None or not before or before.startswith(f"users/{user_id}/"):
        return
    storage = storages[PRIVATE]
    # The same name at every try, so that a try that was rolled back leaves no second copy.
    name = f"users/{user_id}/driverDocuments/{PurePosixPath(before).name}"
    if not storage.exists(name):
        with storage.open(before) as file:
            storage.save(name, file)
    profile.license_image = name
    profile.save(update_fields=["license_image"])
    forget_file(PRIVATE, before)


@transaction.atomic
def forget_unclaimed_license_images() -> int:
    """Remove what no one claimed within KEEP_UNCLAIMED, file and all; how many there were."""
    old = LicenseUpload.objects.filter(created_at__lt=timezone.now() - KEEP_UNCLAIMED)
    uploads = list(old.select_for_update(skip_locked=True))
    for upload in uploads:
        forget_file(PRIVATE, upload.image.name or "")
    LicenseUpload.objects.filter(pk__in=[upload.pk for upload in uploads]).delete()
    return len(uploads)


def keep_license_image(user_id: int, name: str) -> None:
    """Make a stored picture a driver's licence instead of the one before, whose file goes."""
    with transaction.atomic():
        profile = DriverProfile.objects.select_for_update(no_key=True).get(pk=user_id)
        before = profile.license_image.name or ""
        profile.license_image = name
        profile.save(update_fields=["license_image"])
        forget_file(PRIVATE, before)
        # A new picture is a new document: what was said of the one before does not hold for it.
        # Only its end still counts, so that any picture would not do for a licence that has expired.
        license: dict[str, Any] = {"driver_id": user_id, "kind": DriverDocument.Kind.LICENSE}
        old = DriverDocument.objects.filter(**license).first()
        DriverDocument.objects.update_or_create(
            **license,
            defaults={
                "state": DriverDocument.State.PENDING,
                "previous_expires_on": None if old is None else good_until(old),
                "expires_on": None,
                "note": "",
                "reviewed_at": None,
            },
        )
        refresh_fitness(driver_id=user_id)
