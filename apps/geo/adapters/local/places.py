from collections.abc import Iterator

from apps.geo.adapters.local.matching import LEAST_LIKENESS, closeness, likeness, matches_in
from apps.geo.adapters.local.query import PlaceQuery
from apps.geo.adapters.local.reverse import name_of_point
from apps.geo.adapters.local.search import Candidate, candidates
from apps.geo.choices import PlaceKind
from apps.geo.folding import fold
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.models import MapRegion
from apps.geo.models import Place as PlaceRow
from apps.geo.port import LatLng, NoSuchPlace, Place, PlaceSuggestion

SAME_KM = 0.4


class LocalPlaces:
    """apps.geo.port.Places over the table that import_map fills."""

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        query = PlaceQuery.of(text)
        if query is None or not _lies_in(country):
            return []
        ranked = sorted(
            _candidates(query, near), key=lambda found: -found.score - closeness(found.main_text, query)
        )
        chosen: list[Candidate] = []
        for candidate in ranked:
            if not any(_is_same(candidate, other) for other in chosen):
                chosen.append(candidate)
            if len(chosen) == limit:
                break
        return [_suggestion(found, query) for found in chosen]

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        # Ids are letters and digits; anything else need not trouble the database.
        known = PlaceRow.objects.defer("search", "spot").filter(pk=place_id)
        row = known.first() if place_id.isalnum() else None
        if row is None:
            raise NoSuchPlace(place_id)
        return Place(row.pk, row.description, LatLng(row.lat, row.lng))

    def reverse(self, at: LatLng) -> Place:
        return name_of_point(at)


def _candidates(query: PlaceQuery, near: LatLng | None) -> list[Candidate]:
    """Exact beginnings; failing those the street without the number, failing that likely slips."""
    found = candidates(query, query.tsquery(), houses=bool(query.numbers), near=near)
    if found:
        return found
    street = query.without_numbers()
    if street is not None:
        found = candidates(street, street.tsquery(), houses=False, near=near)
        if found:
            return found
    words = street or query
    return [
        like
        for like in candidates(words, words.loose_tsquery(), houses=False, near=near)
        if likeness(f"{like.main_text} {like.secondary_text}", words) >= LEAST_LIKENESS
    ]


def _is_same(one: Candidate, other: Candidate) -> bool:
    """One thing drawn twice (a pier as a road and as a sight), or two that look alike in the list."""
    if fold(one.main_text) != fold(other.main_text) or PlaceKind.HOUSE in (one.kind, other.kind):
        return one.main_text == other.main_text and one.secondary_text == other.secondary_text
    return one.secondary_text == other.secondary_text or great_circle_km(one.at, other.at) < SAME_KM


def _lies_in(country: str | None) -> bool:
    """False when the imported region is known to lie elsewhere."""
    if not country:
        return True
    known = MapRegion.objects.filter(current=True).values_list("country", flat=True).first()
    return not known or known.upper() == country.upper()


def _suggestion(found: Candidate, query: PlaceQuery) -> PlaceSuggestion:
    return PlaceSuggestion(
        place_id=found.id,
        description=", ".join(_parts(found)),
        main_text=found.main_text,
        secondary_text=found.secondary_text,
        main_text_matches=matches_in(found.main_text, query),
    )


def _parts(found: Candidate) -> Iterator[str]:
    yield found.main_text
    if found.secondary_text:
        yield found.secondary_text
