from typing import Any, Final

from apps.geo.adapters.google.places import PLACE_ID
from apps.geo.adapters.google.webservice import GoogleWebService
from apps.geo.adapters.http import REMOTE_SECONDS, parsing
from apps.geo.adapters.wording import coordinates_text, is_too_short, language
from apps.geo.port import LatLng, Match, NoSuchPlace, Place, PlaceSuggestion

NEAR_METRES: Final = 30_000


class GoogleLegacyPlaces:
    """An implementation of apps.geo.port.Places with Place Autocomplete (legacy) and Geocoding."""

    def __init__(self, *, key: str, maps_url: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._service = GoogleWebService(maps_url, key=key, timeout_seconds=timeout_seconds)

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        if is_too_short(text):
            return []
        params = {"input": text, "language": language()}
        if near:
            params |= {"location": f"{near.lat:.7f},{near.lng:.7f}", "radius": str(NEAR_METRES)}
        if country:
            params["components"] = f"country:{country.lower()}"
        if session:
            params["sessiontoken"] = session
        found = self._service.fetch("place/autocomplete", **params)
        with parsing("Google"):
            return [_suggestion(prediction) for prediction in found["predictions"]][:limit]

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        # Geocoding does not end a session: without Place Details each keystroke is billed.
        if not PLACE_ID.fullmatch(place_id):
            raise NoSuchPlace(place_id)
        return self._service.place_by_id(place_id, language=language())

    def reverse(self, at: LatLng) -> Place:
        found = self._service.name_of_point(at, language=language())
        return Place(found[0], found[1], at) if found else Place(None, coordinates_text(at), at)


def _suggestion(found: dict[str, Any]) -> PlaceSuggestion:
    description, parts = str(found["description"]), found.get("structured_formatting", {})
    return PlaceSuggestion(
        place_id=str(found["place_id"]),
        description=description,
        main_text=str(parts.get("main_text", description)),
        secondary_text=str(parts.get("secondary_text", "")),
        main_text_matches=tuple(
            Match(int(match.get("offset", 0)), int(match["length"]))
            for match in parts.get("main_text_matched_substrings", [])
        ),
    )
