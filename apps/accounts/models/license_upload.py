from django.db import models
from django.utils import timezone

from apps.accounts.image_paths import unclaimed_document_path
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage


class LicenseUpload(models.Model):
    """A licence image uploaded before sign-up; deleted if no one claims it."""

    image = DocumentField(upload_to=unclaimed_document_path, storage=private_storage)
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    def __str__(self) -> str:
        return self.image.name or ""
