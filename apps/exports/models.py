from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.core.media import private_storage
from apps.exports.choices import ExportState, FileFormat


class Export(models.Model):
    """A file requested by a user, from the request to its deletion."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    format = models.CharField(max_length=4, choices=FileFormat.choices)
    filters = models.JSONField(default=dict)
    columns = models.JSONField(default=list)
    """The names of the requested columns, in order; empty for all."""
    language = models.CharField(max_length=10)
    """The language of the headers."""

    state = models.CharField(max_length=7, choices=ExportState.choices, default=ExportState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    rows_done = models.PositiveIntegerField(default=0)
    rows_total = models.PositiveIntegerField(null=True)
    """Counted when the writing starts."""
    error = models.CharField(max_length=60, blank=True)
    """An error code; empty unless it failed."""
    file = models.FileField(storage=private_storage, blank=True, max_length=200)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()
    """When it is deleted."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state=ExportState.DONE) ^ Q(file=""), name="export_file_when_done"
            ),
            models.CheckConstraint(
                condition=Q(state=ExportState.FAILED) ^ Q(error=""), name="export_error_when_failed"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], name="export_expiry"),
            # The clean-up of files checks whether a stored file still has its row.
            models.Index(fields=["file"], condition=~Q(file=""), name="export_file"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}.{self.format} {self.state}"
