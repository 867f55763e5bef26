from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone


class DeskMessage(models.Model):
    """A dispatcher's message to drivers. Each recipient's inbox has it, with the times of the receipts."""

    key = models.CharField(max_length=120, unique=True)
    """The key of the inbox messages."""
    text = models.TextField()
    recipients = ArrayField(models.BigIntegerField())
    """The ids of the drivers: with them and the key, their inbox messages are found by index."""
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    fleet_id = models.BigIntegerField(null=True)
    """The fleet whose admin sent it; None for a message of the platform's staff."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["fleet_id", "-id"], name="desk_message_newest"),
            models.Index(fields=["created_at"], name="desk_message_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.text[:40]} to {len(self.recipients)}"
