from decimal import Decimal
from typing import Any, ClassVar

from django.db import models

from apps.core.money import MONEY_DIGITS, MONEY_PLACES

PLATFORM = 0
"""The fleet that stands for all of them."""


def _sum(**kwargs: Any) -> "models.DecimalField[Decimal | int, Decimal]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class DayTotals(models.Model):
    """What a day that is over came to, for the platform and for each fleet: the sums of its DailyEarnings.

    Written by the database alone (migration 0012); read through `bookings_days`, which adds the days
    that are not closed yet. A settlement on a closed day after all opens that day and all after it.
    """

    fleet = models.BigIntegerField()
    """The fleet admin, or PLATFORM."""
    day = models.DateField()
    rides = models.PositiveIntegerField()
    trip_cost = _sum()
    driver_share = _sum()
    convenience_fees = _sum()
    discount = _sum()
    cancellation_fees = _sum()
    tips = _sum(db_default=0)
    drivers = models.PositiveIntegerField()
    """Who drove that day."""
    cancelled = models.PositiveIntegerField()
    """Bookings that ended so, with a fee or without."""

    class Meta:
        verbose_name_plural = "totals of days"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fleet", "day"], name="day_totals_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["-day"], name="day_totals_latest")]

    def __str__(self) -> str:
        return f"{self.day} #{self.fleet}"
