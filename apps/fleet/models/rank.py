from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils import timezone

from apps.fleet.choices import QueueEnd

MIN_RADIUS_M, MAX_RADIUS_M = 20, 5000
MAX_DRIVERS = 500


class Rank(models.Model):
    """A taxi rank: a circle in which drivers queue for the bookings that start there."""

    name = models.CharField(max_length=80)
    lat = models.FloatField(validators=[MinValueValidator(-90), MaxValueValidator(90)])
    lng = models.FloatField(validators=[MinValueValidator(-180), MaxValueValidator(180)])
    radius_m = models.PositiveSmallIntegerField(
        default=100, validators=[MinValueValidator(MIN_RADIUS_M), MaxValueValidator(MAX_RADIUS_M)]
    )
    max_drivers = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(1), MaxValueValidator(MAX_DRIVERS)]
    )
    """The most drivers in the queue."""
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Upper("name"), name="rank_name_unique"),
        ]

    def __str__(self) -> str:
        return self.name


class RankQueueEntry(models.Model):
    """A driver's place in the queue of a rank; it is open until it ends, and remains with the reason.

    The order of the queue is the order of the ids: the rank is locked while a driver enters.
    """

    rank = models.ForeignKey(Rank, on_delete=models.PROTECT, related_name="entries")
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rank_entries"
    )
    automatic = models.BooleanField(default=False)
    """The driver was checked in by entering the area."""
    entered_at = models.DateTimeField()
    missed_offers = models.PositiveSmallIntegerField(default=0)
    """Offers from the rank that the driver declined or did not answer."""
    outside_since = models.DateTimeField(null=True, blank=True)
    """When the driver was first seen outside the area; NULL inside."""
    ended_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=10, choices=QueueEnd.choices, blank=True)
    note = models.CharField(max_length=200, blank=True)
    """Why an admin removed the driver."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["driver"], condition=Q(ended_at__isnull=True), name="rank_entry_one_open"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, end_reason="")
                | (Q(ended_at__gte=F("entered_at")) & ~Q(end_reason="")),
                name="rank_entry_ends_with_reason",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["rank", "id"], condition=Q(ended_at__isnull=True), name="rank_queue"),
            models.Index(
                fields=["rank", "-ended_at", "-id"], condition=Q(ended_at__isnull=False), name="rank_ended"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.driver} {self.entered_at:%Y-%m-%d %H:%M}"
