from typing import ClassVar

from django.db import models


class CancelReason(models.Model):
    """A reason that a rider may choose when cancelling."""

    label = models.CharField(max_length=250)
    value = models.PositiveSmallIntegerField()
    """Its place in the list, counted from 0; `services.reasons` keeps the places without gaps."""

    class Meta:
        ordering: ClassVar = ["value"]
        constraints: ClassVar = [
            # Looked at when the transaction ends: two that change places meet on the way.
            models.UniqueConstraint(
                fields=["value"], name="cancel_reason_one_a_place", deferrable=models.Deferrable.DEFERRED
            ),
        ]

    def __str__(self) -> str:
        return self.label
