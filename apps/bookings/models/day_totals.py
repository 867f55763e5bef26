from decimal import Decimal
from typing import Any, ClassVar

from django.db import models

from apps.core.money import MONEY_DIGITS, MONEY_PLACES

PLATFORM = 0
"""The value of `fleet` for the totals of all fleets."""


def _sum(**kwargs: Any) -> "models.DecimalField[Decimal | int, Decimal]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class DayTotals(models.Model):
    """The totals of a past day, for the platform and each fleet: the sums of its DailyEarnings.

    Written only by triggers (migration 0012). `bookings_days` reads it and adds the days that are not closed
    yet. A settlement on a closed day opens that day and all later days again.
    """

    fleet = models.BigIntegerField()
    """The fleet admin's id, or PLATFORM."""
    day = models.DateField()
    rides = models.PositiveIntegerField()
    trip_cost = _sum()
    driver_share = _sum()
    convenience_fees = _sum()
    discount = _sum()
    cancellation_fees = _sum()
    tips = _sum(db_default=0)
    drivers = models.PositiveIntegerField()
    """The number of drivers with a ride."""
    cancelled = models.PositiveIntegerField()
    """The number of cancelled bookings, with and without a fee."""

    class Meta:
        verbose_name_plural = "totals of days"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fleet", "day"], name="day_totals_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["-day"], name="day_totals_latest")]

    def __str__(self) -> str:
        return f"{self.day} #{self.fleet}"
