from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class TripShare(models.Model):
    """A link that shows one live trip until it expires or is revoked."""

    booking = models.ForeignKey("bookings.Booking", on_delete=models.CASCADE, related_name="shares")
    token_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token, so that a copy of the database does not reveal links."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.booking_id} until {self.expires_at:%c}"


class SosAlert(models.Model):
    """An SOS alert from a live trip."""

    booking = models.ForeignKey("bookings.Booking", on_delete=models.CASCADE, related_name="sos_alerts")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    lat = models.FloatField(null=True, blank=True)
    lng = models.FloatField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    handled_at = models.DateTimeField(null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-id"], condition=models.Q(handled_at__isnull=True), name="sos_open"),
        ]

    def __str__(self) -> str:
        return f"SOS of {self.booking_id}"
