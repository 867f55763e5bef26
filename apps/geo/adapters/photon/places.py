from typing import Any, Final

from apps.geo.adapters.http import REMOTE_SECONDS, JsonClient, JsonResponse, parsing
from apps.geo.adapters.photon.ids import place_of_id, signed_id
from apps.geo.adapters.photon.labels import label_of
from apps.geo.adapters.wording import coordinates_text, highlights, is_too_short, language
from apps.geo.port import LatLng, Place, PlaceSuggestion, Refused, Retryable

NEAR_ZOOM: Final = "12"
REVERSE_KM: Final = "1"
BAD_REQUEST: Final = 400


class PhotonPlaces:
    """An implementation of apps.geo.port.Places with Photon's HTTP API; our ids contain the place."""

    def __init__(self, base_url: str, *, user_agent: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._client = JsonClient(
            base_url, name="Photon", timeout_seconds=timeout_seconds, headers={"User-Agent": user_agent}
        )

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
        params = {"q": text, "limit": str(limit)}
        if near:
            params |= {"lat": f"{near.lat:.6f}", "lon": f"{near.lng:.6f}", "zoom": NEAR_ZOOM}
        if country:
            params["countrycode"] = country.upper()
        suggestions: dict[str, PlaceSuggestion] = {}
        for found in self._features("/api", params):
            with parsing("Photon"):
                # Servers from before 2025 ignore the parameter and return places worldwide.
                if country and str(found["properties"].get("countrycode", "")).upper() != country.upper():
                    continue
                suggestion = _suggestion(found, text)
                suggestions.setdefault(suggestion.description, suggestion)
        return list(suggestions.values())[:limit]

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        return place_of_id(place_id)

    def reverse(self, at: LatLng) -> Place:
        params = {"lat": f"{at.lat:.7f}", "lon": f"{at.lng:.7f}", "radius": REVERSE_KM, "limit": "1"}
        for found in self._features("/reverse", params):
            with parsing("Photon"):
                label = label_of(found["properties"])
                if label.whole:
                    return Place(signed_id(_spot(found), label.whole), label.whole, at)
        return Place(None, coordinates_text(at), at)

    def _features(self, path: str, params: dict[str, str]) -> list[dict[str, Any]]:
        # A header, because servers reject the `lang` parameter for languages they were not built with.
        answer = self._client.get(path, params, headers={"Accept-Language": language()})
        _require_success(answer)
        with parsing("Photon"):
            return list(answer.body["features"])


def _require_success(answer: JsonResponse) -> None:
    if answer.status == BAD_REQUEST:
        raise Refused("Photon rejected the request")
    if answer.status >= 400:
        raise Retryable(f"Photon: HTTP {answer.status}")


def _suggestion(found: dict[str, Any], typed: str) -> PlaceSuggestion:
    label = label_of(found["properties"])
    return PlaceSuggestion(
        place_id=signed_id(_spot(found), label.whole),
        description=label.whole,
        main_text=label.main,
        secondary_text=label.secondary,
        main_text_matches=highlights(label.main, typed),
    )


def _spot(found: dict[str, Any]) -> LatLng:
    lng, lat = found["geometry"]["coordinates"][:2]
    return LatLng(float(lat), float(lng))
