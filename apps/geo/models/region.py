from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class MapRegion(models.Model):
    """One import of an extract; the current one is the map in use."""

    name = models.CharField(max_length=120)
    extract_sha256 = models.CharField(max_length=64)
    version = models.CharField(max_length=40)
    """The version of the map files of these rows (in meta.json)."""
    west = models.FloatField()
    south = models.FloatField()
    east = models.FloatField()
    north = models.FloatField()
    center_lat = models.FloatField()
    center_lng = models.FloatField()
    place_count = models.PositiveIntegerField(default=0)
    country = models.CharField(max_length=2, blank=True)
    """The ISO code if the extract is in one country."""
    current = models.BooleanField(default=True)
    imported_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["current"], condition=Q(current=True), name="one_current_region"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.imported_at:%Y-%m-%d})"
