from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.files.stored_files import document_name, vehicle_document_name
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage


def document_path(document: "DriverDocument", filename: str) -> str:
    if document.driver_id is None:
        return vehicle_document_name(document.vehicle_id or 0)
    return document_name(document.driver_id)


class DriverDocument(models.Model):
    """A document of a driver or of a vehicle, with its expiry date and review."""

    class Kind(models.TextChoices):
        LICENSE = "license", _("License")
        INSURANCE = "insurance", _("Insurance")
        VEHICLE = "vehicle", _("Vehicle")
        PERMIT = "permit", _("Driver permit")
        MEDICAL = "medical", _("Medical certificate")
        BACKGROUND = "background", _("Background check")
        INSPECTION = "inspection", _("Vehicle inspection")
        OTHER = "other", _("Other")

    class State(models.TextChoices):
        PENDING = "pending", _("Pending")
        ACCEPTED = "accepted", _("Accepted")
        REFUSED = "refused", _("Refused")

    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="driver_documents",
    )
    vehicle = models.ForeignKey(
        "fleet.Vehicle", on_delete=models.CASCADE, null=True, blank=True, related_name="documents"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    file = DocumentField(upload_to=document_path, storage=private_storage, blank=True)
    """Empty for the licence, whose image is in the profile (licenseImage)."""
    number = models.CharField(max_length=60, blank=True)
    expires_on = models.DateField(null=True, blank=True)
    claimed_expires_on = models.DateField(null=True, editable=False)
    """Expiry date as the driver entered it; it counts once staff accept the document."""
    uploaded_by_driver = models.BooleanField(default=False, db_default=False, editable=False)
    """Uploaded by the driver, so it counts only once it is accepted."""
    previous_expires_on = models.DateField(null=True, editable=False)
    """Expiry date of the previous licence, which applies until the new one is accepted."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    note = models.CharField(max_length=300, blank=True)
    """The reason for a refusal, or a note by an admin."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    reviewed_at = models.DateTimeField(null=True, blank=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        db_index=False,
    )
    reminded_for = models.DateField(null=True, editable=False)
    """The expiry date of the last reminder."""
    reminded_days = models.SmallIntegerField(null=True, editable=False)
    """Days before the expiry date at the last reminder; -1 after it."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(driver__isnull=False, vehicle__isnull=True)
                | Q(driver__isnull=True, vehicle__isnull=False),
                name="document_of_driver_or_vehicle",
            ),
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
            models.Index(fields=["id"], condition=Q(state="pending"), name="document_to_review"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}".strip()
