from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import GistIndex
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Coalesce

from apps.geo.fields import PointField, mercator_point

PLANE_STRIDE = 1000
"""Degrees between the planes of two car types; a plane is 360 wide."""


class DriverPosition(models.Model):
    """A driver's position and availability, in one narrow row per driver.

    Each car type has its own Mercator plane in one index, side by side, so that a search only reads drivers
    of one type. Migration 0002 sets a fill factor, so that updates without movement (a parked car's `at`) are
    HOT updates.
    """

    driver = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="position"
    )
    car_type_id = models.BigIntegerField(null=True)
    fleet_admin_id = models.BigIntegerField(null=True)
    lat = models.FloatField(null=True)
    lng = models.FloatField(null=True)
    heading = models.FloatField(null=True)
    """Degrees clockwise from north."""
    speed = models.FloatField(null=True)
    """Metres per second."""
    at = models.DateTimeField(null=True)
    """The time of the position; NULL before the first one."""
    received_at = models.DateTimeField(null=True)
    """When the server last received positions, of any age; NULL before the first ones."""
    online = models.BooleanField(default=False)
    free = models.BooleanField(default=False)
    """Online, approved and not on a trip."""
    fit_until = models.DateTimeField(null=True)
    """When the first of the driver's documents expires; NULL if none does."""
    spot = models.GeneratedField(
        expression=mercator_point(
            x=Func(
                Coalesce(F("car_type_id"), Value(0)) * Value(PLANE_STRIDE) + F("lng"),
                template="(%(expressions)s)",
                output_field=models.FloatField(),
            ),
            lat=F("lat"),
        ),
        output_field=PointField(),
        db_persist=True,
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(lat__isnull=True, lng__isnull=True, at__isnull=True)
                | Q(lat__isnull=False, lng__isnull=False, at__isnull=False)
                & Q(lat__range=(-90, 90), lng__range=(-180, 180)),
                name="position_whole_and_on_earth",
            ),
            models.CheckConstraint(condition=Q(free=False) | Q(online=True), name="free_means_online"),
        ]
        indexes: ClassVar = [
            GistIndex(fields=["spot"], condition=Q(free=True), name="position_free_spot"),
        ]

    def __str__(self) -> str:
        return f"{self.driver_id} {self.lat},{self.lng}"
