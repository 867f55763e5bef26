from collections.abc import Iterator

from apps.geo.adapters.local.matching import MIN_LIKENESS, closeness, likeness, matches_in
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
    """An implementation of apps.geo.port.Places with the table filled by import_map."""

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
        if query is None or not _is_in_country(country):
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
        # Ids are alphanumeric; other ids need no query.
        known = PlaceRow.objects.defer("search", "spot").filter(pk=place_id)
        row = known.first() if place_id.isalnum() else None
        if row is None:
            raise NoSuchPlace(place_id)
        return Place(row.pk, row.description, LatLng(row.lat, row.lng))

    def reverse(self, at: LatLng) -> Place:
        return name_of_point(at)


def _candidates(query: PlaceQuery, near: LatLng | None) -> list[Candidate]:
    """Return exact prefix matches; without any, the street without the number, then similar words."""
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
        candidate
        for candidate in candidates(words, words.loose_tsquery(), houses=False, near=near)
        if likeness(f"{candidate.main_text} {candidate.secondary_text}", words) >= MIN_LIKENESS
    ]


def _is_same(a: Candidate, b: Candidate) -> bool:
    """Return whether both are the same object (a pier mapped as road and sight) or look alike in the list."""
    if fold(a.main_text) != fold(b.main_text) or PlaceKind.HOUSE in (a.kind, b.kind):
        return a.main_text == b.main_text and a.secondary_text == b.secondary_text
    return a.secondary_text == b.secondary_text or great_circle_km(a.at, b.at) < SAME_KM


def _is_in_country(country: str | None) -> bool:
    """Return False if the imported region is known to be in another country."""
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
