from django.db import models
from django.utils import timezone

from apps.core.files.stored_files import unclaimed_document_name
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage


def license_upload_path(upload: "LicenseUpload", filename: str) -> str:
    return unclaimed_document_name()


class LicenseUpload(models.Model):
    """A licence image uploaded before sign-up; deleted if no one claims it."""

    image = DocumentField(upload_to=license_upload_path, storage=private_storage)
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    def __str__(self) -> str:
        return self.image.name or ""
