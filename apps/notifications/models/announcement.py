from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from apps.notifications.choices import (
    AnnouncementDevices,
    AnnouncementPeople,
    AnnouncementState,
    AnnouncementStep,
)
from apps.notifications.models.device import PushDevice


class Announcement(models.Model):
    """A notification of the specification: a short message from an admin to all users of a kind."""

    device_type = models.CharField(
        max_length=10, choices=AnnouncementDevices.choices, default=AnnouncementDevices.ALL
    )
    user_type = models.CharField(
        max_length=10, choices=AnnouncementPeople.choices, default=AnnouncementPeople.ALL
    )
    title = models.CharField(max_length=100)
    body = models.CharField(max_length=500)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    state = models.CharField(
        max_length=10, choices=AnnouncementState.choices, default=AnnouncementState.DRAFT, editable=False
    )
    round = models.PositiveIntegerField(default=0, editable=False)
    """How often it was sent; every round notifies again."""
    total = models.PositiveIntegerField(default=0, editable=False)
    sent = models.PositiveIntegerField(default=0, editable=False)
    failed = models.PositiveIntegerField(default=0, editable=False)
    """Counts of devices in the last round, all three."""
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(total__gte=F("sent") + F("failed")), name="announcement_counts_add_up"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class AnnouncementDelivery(models.Model):
    """One device of one round, with the progress that survives a worker's crash."""

    announcement = models.ForeignKey(
        Announcement, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    round = models.PositiveIntegerField()
    # The row stays when the device is deleted, because it was counted.
    device = models.ForeignKey(
        PushDevice, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", db_index=False
    )
    step = models.CharField(max_length=10, choices=AnnouncementStep.choices, default=AnnouncementStep.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    """When it is due, or when the sending started."""
    error = models.CharField(max_length=100, blank=True)

    class Meta:
        verbose_name_plural = "announcement deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["announcement", "round", "device"], name="announcement_once_a_device"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["announcement", "id"],
                condition=Q(step__in=("waiting", "sending")),
                name="announcement_unfinished",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.announcement_id}/{self.round} to {self.device_id}: {self.step}"
