from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.backoffice.models.case import CaseMessage
from apps.core.files.stored_files import case_photo_name
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage


def case_photo_path(photo: "CasePhoto", filename: str) -> str:
    return case_photo_name(photo.uploaded_by_id or 0)


class CasePhoto(models.Model):
    """A photo of a message in a case; uploaded first, and deleted if no message is sent with it."""

    message = models.ForeignKey(
        CaseMessage, on_delete=models.CASCADE, null=True, blank=True, related_name="photos"
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    image = DocumentField(upload_to=case_photo_path, storage=private_storage)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["created_at"], condition=models.Q(message=None), name="case_photo_without_message"
            ),
        ]

    def __str__(self) -> str:
        return self.image.name or ""
