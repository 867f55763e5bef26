from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from apps.chat.choices import Source

MAX_LENGTH = 1000
CLIENT_ID_LENGTH = 64


class ChatMessage(models.Model):
    """A message between a rider and the driver of a booking."""

    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.CASCADE, related_name="chat_messages", db_index=False
    )
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    """The driver of the conversation; the next driver does not see it."""
    source = models.CharField(max_length=10, choices=Source.choices)
    message = models.CharField(max_length=MAX_LENGTH)
    client_id = models.CharField(max_length=CLIENT_ID_LENGTH)
    """The client's id of the message, so that a message sent twice is stored once."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    delivered_at = models.DateTimeField(null=True, blank=True)
    """When the recipient's app received it."""
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(source__in=Source.values), name="chat_source_known"),
            models.CheckConstraint(condition=~Q(message=""), name="chat_message_not_empty"),
            models.CheckConstraint(
                condition=Q(read_at__isnull=True) | Q(delivered_at__lte=F("read_at")),
                name="chat_delivered_before_read",
            ),
            models.UniqueConstraint(
                fields=["booking", "driver", "source", "client_id"], name="chat_message_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["booking", "driver", "-id"], name="chat_newest"),
            models.Index(
                fields=["booking", "driver", "source"],
                condition=Q(read_at__isnull=True),
                name="chat_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} of {self.booking_id} at {self.created_at:%H:%M:%S}"
