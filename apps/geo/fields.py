"""PostgreSQL's own `point` in Django's models: it needs no extension."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Greatest, Least

from apps.geo.geometry.sphere import MAX_MERCATOR_LAT


class PointField(models.Field):  # type: ignore[type-arg]  # not subscriptable at run time
    """A `point`, for GiST searches; read the plain lat and lng columns instead of it."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "point"


def mercator_point(*, x: Any, lat: Any) -> models.Func:
    """(x, Mercator height of lat), both in degrees.

    Mercator keeps angles, so nearest first on the plane is all but nearest first on the sphere.
    """
    clamped = Least(Greatest(lat, -MAX_MERCATOR_LAT), MAX_MERCATOR_LAT)
    tangent = models.Func(clamped, function="tand")
    height = models.Func(models.Func(tangent, function="asinh"), function="degrees")
    return models.Func(x, height, function="point", output_field=PointField())
