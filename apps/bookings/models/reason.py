from typing import ClassVar

from django.db import models


class CancelReason(models.Model):
    """A reason that a rider may choose when cancelling."""

    label = models.CharField(max_length=250)
    value = models.PositiveSmallIntegerField(unique=True)
    """Its place in the list, counted from 0."""

    class Meta:
        ordering: ClassVar = ["value"]

    def __str__(self) -> str:
        return self.label
