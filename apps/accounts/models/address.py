from typing import ClassVar

from django.conf import settings
from django.db import models


class SavedAddress(models.Model):
    """A place that a user has travelled to, with the number of trips."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_addresses"
    )
    description = models.CharField(max_length=300)
    lat = models.FloatField()
    lng = models.FloatField()
    count = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name_plural = "saved addresses"
        indexes: ClassVar = [models.Index(fields=["user", "-count"], name="address_most_used")]

    def __str__(self) -> str:
        return self.description
