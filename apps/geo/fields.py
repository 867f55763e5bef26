"""PostgreSQL's `point` type for Django models; it needs no extension."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Greatest, Least

from apps.geo.geometry.sphere import MAX_MERCATOR_LAT


class PointField(models.Field):  # type: ignore[type-arg]  # not subscriptable at run time
    """A `point` column for GiST searches; read the lat and lng columns instead."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "point"


def mercator_point(*, x: Any, lat: Any) -> models.Func:
    """Return the point (x, Mercator y of lat), both in degrees.

    Mercator preserves angles, so the order by distance on the plane is nearly that on the sphere.
    """
    clamped = Least(Greatest(lat, -MAX_MERCATOR_LAT), MAX_MERCATOR_LAT)
    tangent = models.Func(clamped, function="tand")
    height = models.Func(models.Func(tangent, function="asinh"), function="degrees")
    return models.Func(x, height, function="point", output_field=PointField())
