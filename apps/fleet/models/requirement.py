from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.accounts.models import DriverDocument
from apps.fleet.choices import Effect, Subject


class Requirement(models.Model):
    """A document that drivers or vehicles need, for all or for one car type or fleet."""

    subject = models.CharField(max_length=10, choices=Subject.choices)
    kind = models.CharField(max_length=10, choices=DriverDocument.Kind.choices)
    effect = models.CharField(max_length=10, choices=Effect.choices, default=Effect.BLOCKS)
    grace_days = models.PositiveSmallIntegerField(default=0)
    """Days after the expiry, or after the requirement applies, in which trips are still offered."""
    car_type = models.ForeignKey(
        "fares.CarType", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """NULL: all car types."""
    fleet_admin = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """NULL: all fleets."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["subject", "kind", "car_type", "fleet_admin"],
                nulls_distinct=False,
                name="requirement_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject}: {self.kind}"
