from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.bookings.choices import OfferState


class Offer(models.Model):
    """One entry of requestedDrivers: an offer of a booking to a driver, and the answer.

    Rows are retained to show why a driver was chosen.
    """

    booking = models.ForeignKey("bookings.Booking", on_delete=models.CASCADE, related_name="offers")
    driver = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers")
    state = models.CharField(max_length=10, choices=OfferState.choices, default=OfferState.OFFERED)
    round = models.PositiveSmallIntegerField(default=1)
    rank = models.PositiveSmallIntegerField(default=1)
    """The position within the round, nearest first."""
    distance_km = models.FloatField(null=True, blank=True)
    """Great-circle distance to the pickup; null if the driver's position was unknown."""
    road_distance_km = models.FloatField(null=True, blank=True)
    """Distance by road; null if the routing service failed."""
    eta_seconds = models.PositiveIntegerField(null=True, blank=True)
    """Driving time; null if the routing service failed."""
    rank_entry_id = models.BigIntegerField(null=True, blank=True)
    """The place in the queue of a taxi rank that got the offer; NULL for other offers."""
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
