from django.conf import settings
from django.db import models
from django.utils import timezone


class GuestLink(models.Model):
    """A link for the rider of a booking that staff made: to follow it, message the driver and cancel."""

    booking = models.OneToOneField("bookings.Booking", on_delete=models.CASCADE, related_name="guest_link")
    token_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token, so that a copy of the database does not reveal links."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.booking_id} since {self.created_at:%c}"
