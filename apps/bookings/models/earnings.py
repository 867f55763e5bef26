from decimal import Decimal
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


def _sum(**kwargs: Any) -> "models.DecimalField[Decimal | int, Decimal]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class DailyEarnings(models.Model):
    """What one driver's trips of one day came to, each counted on the day when its money moved.

    Written by the database alone, with the booking (migration 0010, docs/decisions/0024); equal to the
    ledger, which verify_ledger proves. Days are those of the platform's time zone.
    """

    day = models.DateField()
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    """NULL: fees of bookings that nobody had taken."""
    # No constraint: it is whose fleet it was, also when that account is gone.
    fleet_admin = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    vehicle_number = models.CharField(max_length=30, blank=True)
    """Of the last of these trips."""
    rides = models.PositiveIntegerField()
    """Bookings that were PAID, COMPLETE or not."""
    trip_cost = _sum()
    driver_share = _sum()
    convenience_fees = _sum()
    discount = _sum()
    cancellation_fees = _sum()
    """What riders paid for late cancellations; no ride, and no driver's share."""
    tips = _sum(db_default=0)
    """On the day they were given; no part of the driver's share."""

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
