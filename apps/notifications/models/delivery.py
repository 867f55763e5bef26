from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.notifications.choices import Channel, DeliveryStatus
from apps.notifications.models.device import PushDevice


class Delivery(models.Model):
    """The result of one external message.

    It contains no text, codes or links, and the recipient is masked.
    """

    job_id = models.BigIntegerField(unique=True)
    """The outbox row that requested it; repeated runs use the same delivery."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    device = models.ForeignKey(
        PushDevice, on_delete=models.SET_NULL, null=True, blank=True, related_name="deliveries"
    )
    channel = models.CharField(max_length=10, choices=Channel.choices)
    provider = models.CharField(max_length=20, blank=True)
    to = models.CharField(max_length=120)
    template = models.CharField(max_length=40)
    """The email, the text message or the occasion."""
    status = models.CharField(max_length=10, choices=DeliveryStatus.choices, default=DeliveryStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    provider_id = models.CharField(max_length=200, blank=True)
    error = models.CharField(max_length=200, blank=True)
    """The last error, as codes and names: a provider's message may contain our text."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)
    """When the last attempt started."""
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status="sent", sent_at__isnull=False)
                | (~Q(status="sent") & Q(sent_at__isnull=True)),
                name="delivery_sent_has_its_time",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="delivery_of_user"),
            models.Index(fields=["created_at"], name="delivery_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.template} to {self.to}: {self.status}"
