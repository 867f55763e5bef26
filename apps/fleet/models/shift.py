from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Shift(models.Model):
    """A driver's shift, open until it ends."""

    driver = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shifts")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["driver"], condition=Q(ended_at__isnull=True), name="shift_one_open"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
                name="shift_ends_after_start",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["driver", "-started_at"], name="shift_of_driver"),
            models.Index(fields=["-started_at", "-id"], name="shift_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.driver} {self.started_at:%Y-%m-%d %H:%M}"


class ShiftBreak(models.Model):
    """A break within a shift, open until the driver resumes."""

    shift = models.ForeignKey(Shift, on_delete=models.CASCADE, related_name="breaks")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["shift"], condition=Q(ended_at__isnull=True), name="shift_break_one_open"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
                name="shift_break_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shift_id} {self.started_at:%H:%M}"
