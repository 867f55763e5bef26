from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.bookings.choices import ReplayState


class ReplayRun(models.Model):
    """What the past trips of a period would have cost under a tariff, from the request to the results."""

    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    tariff = models.ForeignKey("fares.Tariff", on_delete=models.SET_NULL, null=True, related_name="+")
    """NULL for the tariff of each trip, and after the draft was deleted."""
    tariff_name = models.CharField(max_length=100, blank=True)
    """Empty for the tariff of each trip."""
    document = models.JSONField(null=True)
    """The tariff as it was at the request; NULL for the tariff of each trip."""
    first_day = models.DateField()
    last_day = models.DateField()

    state = models.CharField(max_length=7, choices=ReplayState.choices, default=ReplayState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    trips_done = models.PositiveIntegerField(default=0)
    trips_total = models.PositiveIntegerField()
    error = models.CharField(max_length=60, blank=True)
    """An error code; empty unless it failed."""
    results = models.JSONField(null=True)
    """Sums, and ids of bookings and drivers; names are read when they are shown."""
    accounts = models.JSONField(null=True)
    """Of each rider: id, trips, fares and fees as charged and under the tariff; NULL until it is done."""
    fingerprint = models.CharField(max_length=64, blank=True)
    """SHA-256 of tariff, period, code version, bookings and prices: equal runs have equal ones."""
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["requested_by"],
                condition=Q(state__in=(ReplayState.QUEUED, ReplayState.RUNNING)),
                name="replay_one_unfinished_a_user",
            ),
            models.CheckConstraint(condition=Q(last_day__gte=models.F("first_day")), name="replay_period"),
            models.CheckConstraint(
                condition=Q(state=ReplayState.DONE) ^ Q(results__isnull=True), name="replay_results_when_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tariff_name} {self.first_day} {self.last_day} {self.state}"
