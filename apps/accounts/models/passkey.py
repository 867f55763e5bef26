from django.conf import settings
from django.db import models
from django.utils import timezone


class Passkey(models.Model):
    """A WebAuthn credential that logs a user in; it stores no secret, only the public key."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    credential_id = models.BinaryField(max_length=1023, unique=True)
    public_key = models.BinaryField(max_length=2000)
    """In COSE format."""
    user_handle = models.BinaryField(max_length=64)
    """Random, the same for all passkeys of a user; authenticators store it in place of the user's id."""
    transports = models.JSONField(default=list, blank=True)
    """How a browser reaches the authenticator, for example `internal` or `usb`."""
    sign_count = models.PositiveBigIntegerField(default=0)
    """The authenticator's counter at its last use; passkeys that are synced between devices have 0."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
