from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class DeviceSession(models.Model):
    """A login on a device: the family of all its refresh tokens.

    It stores only the ids of tokens, so that access to the database is not enough to log in.
    """

    class Ending(models.TextChoices):
        SIGNED_OUT = "signed_out", _("Signed Out")
        ELSEWHERE = "elsewhere", _("Elsewhere")
        """Ended from another device, or on all devices."""
        REUSED = "reused", _("Reused")
        """A used refresh token was sent again, so it was probably stolen."""
        PASSWORD_CHANGED = "password_changed", _("Password Changed")

    family = models.CharField(max_length=32, primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="device_sessions", db_index=False
    )
    user_agent = models.CharField(max_length=400, blank=True)
    ip = models.GenericIPAddressField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_seen_at = models.DateTimeField(default=timezone.now)
    """When its tokens were last renewed."""
    token_id = models.CharField(max_length=32, blank=True)
    """The `jti` of the valid refresh token."""
    replaced_token_id = models.CharField(max_length=32, blank=True)
    """The previous `jti`, for a device that did not receive the response to its renewal."""
    # The default in the database is for processes of the previous release.
    unconfirmed_token_id = models.CharField(max_length=32, blank=True, default="", db_default="")
    """`token_id` after a renewal, until it or an access token issued with it is used: the device may not have
    received them.
    """
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=20, choices=Ending.choices, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "-last_seen_at"], name="device_session_of_user"),
            models.Index(fields=["last_seen_at"], name="device_session_seen"),
        ]

    def __str__(self) -> str:
        return f"{self.user} on {self.user_agent[:40]}"
