from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.bookings.choices import OfferState


class Offer(models.Model):
    """One entry of requestedDrivers: a booking shown to a driver, and what the driver said.

    Rows are kept: they tell why this driver and not another.
    """

    booking = models.ForeignKey("bookings.Booking", on_delete=models.CASCADE, related_name="offers")
    driver = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers")
    state = models.CharField(max_length=10, choices=OfferState.choices, default=OfferState.OFFERED)
    round = models.PositiveSmallIntegerField(default=1)
    rank = models.PositiveSmallIntegerField(default=1)
    """Place in its round, nearest first."""
    distance_km = models.FloatField(null=True, blank=True)
    """As the crow flies from the driver to the pickup; unknown when an admin chose a driver out of sight."""
    road_distance_km = models.FloatField(null=True, blank=True)
    """By road; unknown when the routing service did not answer."""
    eta_seconds = models.PositiveIntegerField(null=True, blank=True)
    """By road; unknown when the routing service did not answer."""
    offered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=OfferState.values), name="offer_state_known"),
            models.UniqueConstraint(
                fields=["booking", "driver"],
                condition=Q(state=OfferState.OFFERED),
                name="offer_open_once_a_driver",
            ),
            models.UniqueConstraint(
                fields=["booking"], condition=Q(state=OfferState.ACCEPTED), name="offer_one_winner"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["driver", "-id"], condition=Q(state=OfferState.OFFERED), name="offer_open_of_driver"
            ),
            models.Index(fields=["expires_at"], condition=Q(state=OfferState.OFFERED), name="offer_open_due"),
        ]

    def __str__(self) -> str:
        return f"{self.booking_id} to {self.driver_id}: {self.state}"
