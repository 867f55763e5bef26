from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from apps.recording.choices import PresenceState, Requester


class QuoteRecord(models.Model):
    """An estimate that a client got: rounded places, prices, and the booking that was made from it."""

    reference = models.CharField(max_length=16, unique=True)
    """`reference_of` its quotes."""
    at = models.DateTimeField()
    requester = models.CharField(max_length=7, choices=Requester.choices)
    rider_token = models.BigIntegerField(null=True)
    """Equal for quotes of one rider on one day, to count different riders; its key is deleted afterwards."""
    pickup_cell = models.CharField(max_length=20)
    drop_cell = models.CharField(max_length=20)
    """Keys of cells of 500 m (apps.geo.geometry.cells)."""
    pickup_name = models.CharField(max_length=120, blank=True)
    drop_name = models.CharField(max_length=120, blank=True)
    """The taxi rank, zone or settlement at the middle of the cell."""
    stop_count = models.PositiveSmallIntegerField(default=0)
    for_later = models.BooleanField(default=False)
    distance_km = models.DecimalField(max_digits=8, decimal_places=3)
    duration_seconds = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    options = models.JSONField()
    """An object for each car type shown: `car_type`, `name`, `price`, `surge`, `eta_seconds`, `drivers`."""
    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """NULL if the quote was not taken."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(requester__in=Requester.values), name="quote_record_requester_known"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["-at", "-id"], name="quote_record_newest")]

    def __str__(self) -> str:
        return f"{self.at:%c} {self.pickup_cell} {self.drop_cell}"


class PresenceSpan(models.Model):
    """A period in which a driver was free, on a trip, or offline; open until the next one begins."""

    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    state = models.CharField(max_length=7, choices=PresenceState.choices)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    booking = models.ForeignKey(
        "bookings.Booking",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    """Of a trip: the booking that the driver accepted when it began."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["driver"], condition=Q(ended_at__isnull=True), name="presence_one_open"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gt=F("started_at")),
                name="presence_ends_after_start",
            ),
            models.CheckConstraint(condition=Q(state__in=PresenceState.values), name="presence_state_known"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["driver", "started_at"], name="presence_of_driver"),
            models.Index(fields=["ended_at"], name="presence_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.driver_id} {self.state} {self.started_at:%Y-%m-%d %H:%M:%S}"


class PresenceChange(models.Model):
    """A change of a driver's availability, written by a trigger in its transaction, until it is in a span."""

    driver_id = models.BigIntegerField()
    at = models.DateTimeField()
    active = models.BooleanField()
    busy = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.driver_id} {self.at:%Y-%m-%d %H:%M:%S}"


class PositionSample(models.Model):
    """Where an online driver was at a time; partitioned by month (migration 0002)."""

    pk = models.CompositePrimaryKey("at", "driver")
    at = models.DateTimeField()
    """A multiple of 30 seconds."""
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    lat = models.FloatField()
    lng = models.FloatField()
    free = models.BooleanField()
    car_type_id = models.BigIntegerField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["driver", "at"], name="position_sample_of_driver")]

    def __str__(self) -> str:
        return f"{self.driver_id} {self.at:%Y-%m-%d %H:%M:%S} {self.lat:.5f},{self.lng:.5f}"
