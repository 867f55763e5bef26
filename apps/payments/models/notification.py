from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.payments.choices import Verdict


class Notification(models.Model):
    """A received webhook or signed return, stored before it is handled."""

    provider = models.CharField(max_length=20)
    live = models.BooleanField(null=True, blank=True)
    """The mode of the account that verified it."""
    method = models.CharField(max_length=6, default="POST")
    headers = models.JSONField(default=dict)
    query = models.JSONField(default=dict)
    body = models.BinaryField()
    """The beginning, if it is forged."""
    body_digest = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    """SHA-256 of the whole body, if it is forged."""
    body_size = models.PositiveIntegerField(null=True, blank=True, editable=False)
    """Size of the whole body, if it is forged."""
    remote_addr = models.CharField(max_length=45, blank=True)
    received_at = models.DateTimeField(db_default=Now(), editable=False)

    verdict = models.CharField(max_length=10, choices=Verdict.choices, default=Verdict.RECEIVED)
    reason = models.CharField(max_length=250, blank=True)
    attempt = models.ForeignKey(
        "payments.Attempt",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="notifications",
        db_index=True,
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["received_at"], name="payment_notice_by_time"),
            models.Index(
                fields=["received_at", "id"], condition=Q(verdict="forged"), name="payment_notice_forged"
            ),
            models.Index(
                fields=["received_at"], condition=Q(verdict="received"), name="payment_notice_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.verdict}"
