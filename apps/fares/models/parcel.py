"""The options of a car type for parcels, and its fees for late cancellations."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


class _Extra(models.Model):
    """A choice for deliveries that adds an amount to the fare."""

    car_type = models.ForeignKey("fares.CarType", on_delete=models.CASCADE, related_name="%(class)ss")
    description = models.CharField(max_length=80)
    amount: "models.DecimalField[Any, Any]" = models.DecimalField(
        max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering: ClassVar = ["position", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="%(class)s_amount_not_negative"),
            models.UniqueConstraint(fields=["car_type", "description"], name="%(class)s_once_a_car_type"),
        ]

    def __str__(self) -> str:
        return self.description


class ParcelType(_Extra):
    """What is delivered."""


class ParcelOption(_Extra):
    """How it is delivered."""


class CancelSlab(models.Model):
    """The fee of a cancellation more than `mins_delayed` minutes after the acceptance."""

    car_type = models.ForeignKey("fares.CarType", on_delete=models.CASCADE, related_name="cancel_slabs")
    mins_delayed = models.PositiveSmallIntegerField()
    amount: "models.DecimalField[Any, Any]" = models.DecimalField(
        max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES
    )

    class Meta:
        ordering: ClassVar = ["mins_delayed"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="cancelslab_amount_not_negative"),
            models.UniqueConstraint(fields=["car_type", "mins_delayed"], name="cancelslab_once_a_car_type"),
        ]

    def __str__(self) -> str:
        return f"> {self.mins_delayed} min: {self.amount}"
