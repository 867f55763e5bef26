from typing import ClassVar

from django.db import models


class CancelReason(models.Model):
    """A reason for cancelling that riders can choose."""

    label = models.CharField(max_length=250)
    value = models.PositiveSmallIntegerField()
    """The position in the list, from 0; `services.reasons` avoids gaps."""

    class Meta:
        ordering: ClassVar = ["value"]
        constraints: ClassVar = [
            # Deferred: two reasons that swap positions are equal for a moment.
            models.UniqueConstraint(
                fields=["value"], name="cancel_reason_one_a_place", deferrable=models.Deferrable.DEFERRED
            ),
        ]

    def __str__(self) -> str:
        return self.label
