from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.bookings.choices import Role, Status


class BookingEvent(models.Model):
    """One transition of a booking and its actor; a trigger rejects changes and deletion."""

    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.PROTECT, related_name="events", db_index=False
    )
    version = models.PositiveIntegerField()
    """The booking's version after the transition, without gaps."""
    name = models.CharField(max_length=20)
    from_status = models.CharField(max_length=15, choices=Status.choices, blank=True)
    to_status = models.CharField(max_length=15, choices=Status.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["booking", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["booking", "version"], name="booking_event_one_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.booking_id}#{self.version} {self.name}"
