from typing import ClassVar

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q


class SurgeFactor(models.Model):
    """A factor of a zone and car type from one change to the next, with the numbers that it follows from."""

    zone = models.CharField(max_length=80, blank=True)
    """The zone's name in the tariff; blank outside all zones and without zones."""
    car_type = models.ForeignKey("fares.CarType", on_delete=models.CASCADE, related_name="+")
    factor = models.DecimalField(max_digits=4, decimal_places=2, validators=[MinValueValidator(1)])
    previous = models.DecimalField(max_digits=4, decimal_places=2, default=1)
    waiting = models.PositiveIntegerField()
    """Waiting requests at the time of the change."""
    free = models.PositiveIntegerField()
    """Free cars at the time of the change."""
    computed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """The time of the next change; NULL for the current factor."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(factor__gte=1, previous__gte=1), name="surge_at_least_one"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("computed_at")),
                name="surge_ends_after_it_begins",
            ),
            models.UniqueConstraint(
                fields=["zone", "car_type"], condition=Q(ended_at__isnull=True), name="surge_one_current"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["computed_at", "id"], name="surge_by_time"),
            models.Index(fields=["ended_at"], name="surge_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.zone or '-'} {self.car_type_id} {self.factor}"
