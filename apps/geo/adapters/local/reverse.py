"""Reverse look-ups: the house or POI at a point, else the street, else the settlement."""

import math
from typing import Final

from django.db import connection

from apps.geo.geometry.sphere import EARTH_RADIUS_KM, great_circle_km, mercator_y
from apps.geo.port import LatLng, Place

HOUSE_KM: Final = 0.04
POI_KM: Final = 0.02
"""Within these distances a point counts as at the house or the POI."""
NEAR_KM: Final = 0.25
SETTLEMENT_KM: Final = 25.0

# Nearest-neighbour searches on the Mercator plane, each by an index and for one row. The one for houses has a
# limit: without mapped houses it would pass every shop of the country.
_NEAREST = """
(SELECT 'house', id, main_text, secondary_text, lat, lng FROM geo_place
 WHERE kind IN ('house', 'poi') AND kind = 'house'
   AND spot <@ box(point(%(west)s, %(south)s), point(%(east)s, %(north)s))
 ORDER BY spot <-> point(%(x)s, %(y)s) LIMIT 1)
UNION ALL
(SELECT 'either', id, main_text, secondary_text, lat, lng FROM geo_place
 WHERE kind IN ('house', 'poi') ORDER BY spot <-> point(%(x)s, %(y)s) LIMIT 1)
UNION ALL
(SELECT 'street', s.id, s.main_text, s.secondary_text, n.lat, n.lng FROM
   (SELECT street_id, lat, lng FROM geo_streetpoint ORDER BY spot <-> point(%(x)s, %(y)s) LIMIT 1) n
 JOIN geo_place s ON s.id = n.street_id)
UNION ALL
(SELECT 'settlement', id, main_text, secondary_text, lat, lng FROM geo_place
 WHERE kind = 'locality' ORDER BY spot <-> point(%(x)s, %(y)s) LIMIT 1)
"""


def name_of_point(at: LatLng) -> Place:
    """Return the point with a description; its id is that of the named object."""
    with connection.cursor() as cursor:
        cursor.execute(_NEAREST, _around(at))
        rows = cursor.fetchall()
    nearest: dict[str, tuple[float, str, str]] = {}
    for kind, place_id, main_text, secondary_text, lat, lng in rows:
        description = ", ".join(part for part in (main_text, secondary_text) if part)
        nearest[kind] = (great_circle_km(at, LatLng(lat, lng)), place_id, description)

    nothing = (float("inf"), "", "")
    house, either = nearest.get("house", nothing), nearest.get("either", nothing)
    street, settlement = nearest.get("street", nothing), nearest.get("settlement", nothing)
    for near, limit in ((either, POI_KM), (house, HOUSE_KM), (street, NEAR_KM), (either, NEAR_KM)):
        if near[0] <= limit:
            return Place(near[1], near[2], at)
    if settlement[0] <= SETTLEMENT_KM:
        # The point is not in the village, only near it.
        return Place(None, settlement[2], at)
    return Place(None, f"{at.lat:.5f}, {at.lng:.5f}", at)


def _around(at: LatLng) -> dict[str, float]:
    y = mercator_y(at.lat)
    reach = math.degrees(HOUSE_KM / EARTH_RADIUS_KM / max(0.001, math.cos(math.radians(at.lat))))
    box = {"west": at.lng - reach, "east": at.lng + reach, "south": y - reach, "north": y + reach}
    return {"x": at.lng, "y": y, **box}
