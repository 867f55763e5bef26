from decimal import Decimal
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


def _sum(**kwargs: Any) -> "models.DecimalField[Decimal | int, Decimal]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class DailyEarnings(models.Model):
    """The earnings of one driver's trips per day, each trip on the day when its money moved.

    Written only by triggers together with the booking (migration 0010, docs/decisions/0024). verify_ledger
    compares it with the ledger. Days are in the platform's time zone.
    """

    day = models.DateField()
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    """NULL for fees of bookings without a driver."""
    # No constraint: the row stays when the fleet admin's account is deleted.
    fleet_admin = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    vehicle_number = models.CharField(max_length=30, blank=True)
    """The vehicle of the last trip."""
    rides = models.PositiveIntegerField()
    """Paid bookings, completed or not."""
    trip_cost = _sum()
    driver_share = _sum()
    convenience_fees = _sum()
    discount = _sum()
    cancellation_fees = _sum()
    """Paid cancellation fees; not counted as rides or driver's share."""
    tips = _sum(db_default=0)
    """Tips by the day they were given; not part of the driver's share."""

    class Meta:
        verbose_name_plural = "daily earnings"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "driver", "fleet_admin"],
                nulls_distinct=False,
                name="daily_earnings_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["driver", "day"], name="daily_earnings_of_driver"),
            models.Index(
                fields=["fleet_admin", "day"],
                condition=Q(fleet_admin__isnull=False),
                name="daily_earnings_of_fleet",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} #{self.driver_id}"
