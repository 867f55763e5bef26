"""Candidates of a place search: ranked roughly in SQL, few enough to rank again in Python."""

import math
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from psycopg import sql

from apps.geo.adapters.local.query import PlaceQuery
from apps.geo.port import LatLng

CANDIDATES: Final = 40


@dataclass(frozen=True, slots=True)
class Candidate:
    id: str
    kind: str
    main_text: str
    secondary_text: str
    city: str
    at: LatLng
    score: float


_SCORE = sql.SQL("""importance
    + CASE WHEN folded = %(text)s THEN 1.0
           WHEN starts_with(folded, %(text)s) THEN 0.5
           WHEN starts_with(%(text)s, folded || ' ') THEN 0.45 ELSE 0 END
    + CASE WHEN lower(house_number) = ANY (%(numbers)s::text[]) THEN 0.4 ELSE 0 END
    - {penalty}""")
# A nearby place outranks one of the same name across the region, but the next town is still found.
_PENALTY = sql.SQL("0.1 * ln(1 + 111.2 * sqrt((lat - %(lat)s) ^ 2 + ((lng - %(lng)s) * %(squeeze)s) ^ 2))")
# Written as in the conditions of the partial indexes.
_NAMED = sql.SQL("NOT kind = 'house'")
_HOUSES = sql.SQL("kind = 'house'")


def candidates(query: PlaceQuery, tsquery: str, *, houses: bool, near: LatLng | None) -> list[Candidate]:
    """Return the best rows that contain every word, unordered."""
    score = _SCORE.format(penalty=_PENALTY if near else sql.SQL("0"))
    parts = [
        sql.SQL("""(SELECT id, kind, main_text, secondary_text, city, lat, lng, {score} AS score
            FROM geo_place WHERE search @@ %(tsquery)s::tsquery AND {kind}
            ORDER BY score DESC, id LIMIT {limit})""").format(
            score=score, kind=kind, limit=sql.Literal(CANDIDATES)
        )
        for kind in ([_NAMED, _HOUSES] if houses else [_NAMED])
    ]
    params: dict[str, Any] = {"tsquery": tsquery, "text": query.text, "numbers": query.numbers}
    if near:
        params |= {"lat": near.lat, "lng": near.lng, "squeeze": math.cos(math.radians(near.lat))}
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(" UNION ALL ").join(parts), params)
        return [
            Candidate(place_id, kind, main_text, secondary_text, city, LatLng(lat, lng), float(score))
            for place_id, kind, main_text, secondary_text, city, lat, lng, score in cursor.fetchall()
        ]
