"""The great-circle distance between two places of a row, in SQL."""

from django.db.models import FloatField
from django.db.models.expressions import Case, Combinable, ExpressionWrapper, F, Value, When
from django.db.models.functions import ASin, Cos, Power, Radians, Sin, Sqrt
from django.db.models.lookups import GreaterThan

from apps.geo.geometry.sphere import EARTH_RADIUS_KM


def great_circle_km(a: tuple[str, str], b: tuple[str, str]) -> Combinable:
    """Return the haversine distance between two pairs of latitude and longitude fields, or NULL."""
    (lat_a, lng_a), (lat_b, lng_b) = a, b
    chord = Power(Sin(Radians(F(lat_b) - F(lat_a)) / 2.0), 2) + Cos(Radians(F(lat_a))) * Cos(
        Radians(F(lat_b))
    ) * Power(Sin(Radians(F(lng_b) - F(lng_a)) / 2.0), 2)
    # Rounding can exceed one between antipodes. LEAST would return a distance for an unknown place.
    within = Case(When(GreaterThan(chord, Value(1.0)), then=Value(1.0)), default=chord)
    whole = Value(2 * EARTH_RADIUS_KM) * ASin(Sqrt(within))
    return ExpressionWrapper(whole, output_field=FloatField())
