from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class BookingStop(models.Model):
    """A place between pickup and drop-off of a booking."""

    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.CASCADE, related_name="stops", db_index=False
    )
    position = models.PositiveSmallIntegerField()
    """From 1, in the order of the trip."""
    lat = models.FloatField()
    lng = models.FloatField()
    add = models.CharField(max_length=300)
    reached_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["booking", "position"], name="booking_stop_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="booking_stop_from_one"),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True) | Q(reached_at__isnull=False, left_at__gte=F("reached_at")),
                name="booking_stop_left_after_reached",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.booking_id} {self.position}. {self.add}"
