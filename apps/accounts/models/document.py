from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.files.stored_files import document_name
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage


def document_path(document: "DriverDocument", filename: str) -> str:
    return document_name(document.driver_id)


class DriverDocument(models.Model):
    """A document of a driver with its expiry date and review."""

    class Kind(models.TextChoices):
        LICENSE = "license", _("License")
        INSURANCE = "insurance", _("Insurance")
        VEHICLE = "vehicle", _("Vehicle")
        OTHER = "other", _("Other")

    class State(models.TextChoices):
        PENDING = "pending", _("Pending")
        ACCEPTED = "accepted", _("Accepted")
        REFUSED = "refused", _("Refused")

    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="driver_documents"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    file = DocumentField(upload_to=document_path, storage=private_storage, blank=True)
    """Empty for the licence, whose image is in the profile (licenseImage)."""
    number = models.CharField(max_length=60, blank=True)
    expires_on = models.DateField(null=True, blank=True)
    previous_expires_on = models.DateField(null=True, editable=False)
    """Expiry date of the previous licence, which applies until the new one is accepted."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    note = models.CharField(max_length=300, blank=True)
    """The reason for a refusal, or a note by an admin."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    reviewed_at = models.DateTimeField(null=True, blank=True)
    reminded_for = models.DateField(null=True, editable=False)
    """The expiry date of the last reminder."""
    reminded_days = models.SmallIntegerField(null=True, editable=False)
    """Days before the expiry date at the last reminder; -1 after it."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["driver"], condition=Q(kind="license"), name="driver_document_one_license"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["expires_on"],
                condition=Q(expires_on__isnull=False),
                name="driver_document_expires",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}".strip()
