from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class DeviceSession(models.Model):
    """One sign-in on one device: the family that all of its refresh tokens carry."""

    class Ending(models.TextChoices):
        SIGNED_OUT = "signed_out"
        ELSEWHERE = "elsewhere"
        """Ended from another device, or everywhere at once."""
        REUSED = "reused"
        """A used refresh token was shown again: somebody has stolen it."""
        PASSWORD_CHANGED = "password_changed"

    family = models.CharField(max_length=32, primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="device_sessions", db_index=False
    )
    user_agent = models.CharField(max_length=400, blank=True)
    ip = models.GenericIPAddressField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_seen_at = models.DateTimeField(default=timezone.now)
    """When its tokens were last renewed."""
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=20, choices=Ending.choices, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "-last_seen_at"], name="device_session_of_user"),
            models.Index(
                fields=["last_seen_at"], condition=Q(ended_at__isnull=False), name="device_session_ended"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} on {self.user_agent[:40]}"
