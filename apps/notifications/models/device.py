from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.accounts.models import DeviceSession
from apps.notifications.choices import DeviceKind, DevicePlatform


class PushDevice(models.Model):
    """A browser or phone that receives push messages for the user who is logged in there."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices", db_index=False
    )
    session = models.ForeignKey(DeviceSession, on_delete=models.CASCADE, related_name="push_devices")
    """The login that it belongs to; when it ends, no more messages are sent."""
    kind = models.CharField(max_length=10, choices=DeviceKind.choices)
    platform = models.CharField(max_length=10, choices=DevicePlatform.choices)
    """The specification's userPlatform."""
    address = models.CharField(max_length=1024, unique=True)
    """The endpoint of a Web Push subscription or a registration token: the specification's pushToken."""
    p256dh = models.CharField(max_length=100, blank=True)
    """The browser's public key; with `auth` used to encrypt Web Push messages."""
    auth = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(default=timezone.now)
    """When it was last registered, or a push service last accepted a message."""
    retired_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(kind="webpush") & ~Q(p256dh="") & ~Q(auth=""))
                | Q(kind="fcm", p256dh="", auth=""),
                name="push_device_has_its_keys",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user"], condition=Q(retired_at__isnull=True), name="push_device_in_use"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.platform} #{self.pk}"
