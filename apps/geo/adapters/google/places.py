import re
from typing import Any, Final

from apps.geo.adapters.google.rest import GoogleRest, RequestRejected
from apps.geo.adapters.google.webservice import GoogleWebService
from apps.geo.adapters.http import REMOTE_SECONDS, parsing
from apps.geo.adapters.wording import coordinates_text, is_too_short, language
from apps.geo.port import LatLng, Match, NoSuchPlace, Place, PlaceSuggestion

NEAR_METRES: Final = 30_000.0
SUGGESTION_FIELDS: Final = ",".join(
    f"suggestions.placePrediction.{name}" for name in ("placeId", "text", "structuredFormat")
)
PLACE_FIELDS: Final = "id,formattedAddress,location,displayName"
PLACE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,500}")


class GooglePlaces:
    """An implementation of apps.geo.port.Places with Places (New); reverse look-ups use Geocoding."""

    def __init__(
        self, *, key: str, places_url: str, maps_url: str, timeout_seconds: float = REMOTE_SECONDS
    ) -> None:
        self._places = GoogleRest(places_url, key=key, timeout_seconds=timeout_seconds)
        self._geocoding = GoogleWebService(maps_url, key=key, timeout_seconds=timeout_seconds)

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
        body: dict[str, Any] = {"input": text, "languageCode": language()}
        if near:
            center = {"latitude": near.lat, "longitude": near.lng}
            body["locationBias"] = {"circle": {"center": center, "radius": NEAR_METRES}}
        if country:
            body["includedRegionCodes"] = [country.lower()]
        if session:
            body["sessionToken"] = session
        found = self._places.post("/v1/places:autocomplete", body, fields=SUGGESTION_FIELDS)
        with parsing("Google"):
            # A response without suggestions is an empty object.
            predictions = [item.get("placePrediction") for item in found.get("suggestions", [])]
            return [_suggestion(prediction) for prediction in predictions if prediction][:limit]

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        if not PLACE_ID.fullmatch(place_id):
            raise NoSuchPlace(place_id)
        params = {"languageCode": language(), **({"sessionToken": session} if session else {})}
        try:
            found = self._places.get(f"/v1/places/{place_id}", params, fields=PLACE_FIELDS)
        except RequestRejected as error:
            raise NoSuchPlace(place_id) from error
        with parsing("Google"):
            return Place(place_id, _description(found), lat_lng(found["location"]))

    def reverse(self, at: LatLng) -> Place:
        found = self._geocoding.name_of_point(at, language=language())
        return Place(found[0], found[1], at) if found else Place(None, coordinates_text(at), at)


def lat_lng(found: dict[str, Any]) -> LatLng:
    """Return a google.type.LatLng; zero values are missing in JSON."""
    return LatLng(float(found.get("latitude", 0.0)), float(found.get("longitude", 0.0)))


def _suggestion(found: dict[str, Any]) -> PlaceSuggestion:
    description = str(found["text"]["text"])
    parts = found.get("structuredFormat", {})
    main = parts.get("mainText", {})
    return PlaceSuggestion(
        place_id=str(found["placeId"]),
        description=description,
        main_text=str(main.get("text", description)),
        secondary_text=str(parts.get("secondaryText", {}).get("text", "")),
        main_text_matches=tuple(_match(match) for match in main.get("matches", [])),
    )


def _match(found: dict[str, Any]) -> Match:
    # Zero values are missing: a match at the beginning has no startOffset.
    start = int(found.get("startOffset", 0))
    return Match(start, int(found["endOffset"]) - start)


def _description(found: dict[str, Any]) -> str:
    name, address = found.get("displayName", {}).get("text", ""), found.get("formattedAddress", "")
    if not name or address.startswith(name):
        return str(address)
    return ", ".join(part for part in (name, address) if part)
