from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.fleet.choices import AreaKind


class PastDemand(models.Model):
    """The requests of an area in one hour of the week, counted over past weeks; rewritten every hour."""

    kind = models.CharField(max_length=4, choices=AreaKind.choices)
    name = models.CharField(max_length=80, blank=True)
    """The name of the zone or taxi rank, the key of the cell; blank for the whole platform."""
    weekday = models.PositiveSmallIntegerField(validators=[MaxValueValidator(6)])
    """0 is Monday, in the platform's time zone."""
    hour = models.PositiveSmallIntegerField(validators=[MaxValueValidator(23)])
    requests = models.PositiveIntegerField()
    hours = models.DecimalField(max_digits=6, decimal_places=2)
    """How long the counted hours were together; a change of the clock makes one longer or leaves it out."""
    weeks = models.PositiveSmallIntegerField()
    """In how many weeks the hour occurred."""
    computed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["weekday", "hour", "kind", "name"], name="past_demand_one_per_hour"
            ),
            models.CheckConstraint(
                condition=Q(weekday__lte=6, hour__lte=23, hours__gt=0, weeks__gte=1),
                name="past_demand_is_an_hour_of_the_week",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name} {self.weekday} {self.hour:02}"
