"""Names of the nearest settlements, from the imported map."""

from collections.abc import Sequence
from typing import Final

from django.db import connection

from apps.geo.geometry.sphere import great_circle_km, mercator_y
from apps.geo.port import LatLng

NEAR_KM: Final = 5.0

_NEAREST: Final = """
SELECT n.main_text, n.lat, n.lng
FROM unnest(%s::float8[], %s::float8[]) WITH ORDINALITY AS p(x, y, number)
LEFT JOIN LATERAL (
    SELECT main_text, lat, lng FROM geo_place WHERE kind = 'locality'
    ORDER BY spot <-> point(p.x, p.y) LIMIT 1
) n ON true
ORDER BY p.number
"""


def locality_names(places: Sequence[LatLng]) -> list[str]:
    """Return the name of the settlement nearest to each place, by one query; blank without one in 5 km."""
    if not places:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_NEAREST, [[at.lng for at in places], [mercator_y(at.lat) for at in places]])
        rows = cursor.fetchall()
    return [
        name if name is not None and great_circle_km(at, LatLng(lat, lng)) <= NEAR_KM else ""
        for at, (name, lat, lng) in zip(places, rows, strict=True)
    ]
