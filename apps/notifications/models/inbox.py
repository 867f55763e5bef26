from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.notifications.choices import Occasion, Screen


class InboxMessage(models.Model):
    """A notification in the user's inbox, in the user's language at the time."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="inbox", db_index=False
    )
    key = models.CharField(max_length=120)
    """Identifies the event of the notification; a repeated one is stored once."""
    occasion = models.CharField(max_length=30, choices=Occasion.choices)
    title = models.CharField(max_length=120)
    msg = models.TextField()
    screen = models.CharField(max_length=20, choices=Screen.choices)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    delivered_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the user's app received a dispatcher's message; not recorded for others."""
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="inbox_message_once_a_fact"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="inbox_newest"),
            models.Index(fields=["user"], condition=Q(read_at__isnull=True), name="inbox_unread"),
        ]

    def __str__(self) -> str:
        return self.title
