from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PhoneCode(models.Model):
    """A six-digit code sent to a phone.

    The code is not stored. It is computed from the row and the secret key, so that access to the database is
    not enough to log in.
    """

    class Purpose(models.TextChoices):
        SIGN_IN = "sign_in", _("Sign In")
        CHANGE_MOBILE = "change_mobile", _("Change Mobile")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    """`verificationId` in the documents."""
    purpose = models.CharField(max_length=20, choices=Purpose.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="phone_codes", db_index=False
    )
    mobile = models.CharField(max_length=20)
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)
    """When the code was used or cancelled."""
    from_known_device = models.BooleanField(default=False)
    """Requested from a device or address where the user has logged in; other requests are counted
    separately.
    """

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "purpose", "-created_at"], name="phone_code_newest"),
            models.Index(fields=["mobile", "-created_at"], name="phone_code_of_number"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.mobile}"
