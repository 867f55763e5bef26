import logging
import re
from typing import Any, Final

from apps.geo.adapters.http import REMOTE_SECONDS, JsonClient, parsing
from apps.geo.adapters.wording import coordinates_text, language
from apps.geo.port import LatLng, NoSuchPlace, NotOffered, Place, PlaceSuggestion, Refused, Retryable
from apps.geo.providers.throttle import Throttle

log = logging.getLogger(__name__)

PLACE_ID: Final = re.compile(r"[NWR][0-9]{1,19}")
BUILDING_ZOOM: Final = "18"
BAD_REQUEST: Final = 400
FORBIDDEN: Final = 403


class NominatimPlaces:
    """An implementation of apps.geo.port.Places without autocomplete, which Nominatim's policy forbids.

    Ids are OSM's. `throttle` is shared by the whole application; requests wait for it, or raise Busy.
    """

    def __init__(
        self, base_url: str, *, user_agent: str, throttle: Throttle, timeout_seconds: float = REMOTE_SECONDS
    ) -> None:
        self._throttle = throttle
        self._client = JsonClient(
            base_url, name="Nominatim", timeout_seconds=timeout_seconds, headers={"User-Agent": user_agent}
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
        raise NotOffered("Nominatim's policy forbids autocomplete")

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        if not PLACE_ID.fullmatch(place_id):
            raise NoSuchPlace(place_id)
        results = self._fetch("/lookup", {"osm_ids": place_id})
        with parsing("Nominatim"):
            if not results:
                raise NoSuchPlace(place_id)
            # Coordinates are strings.
            at = LatLng(float(results[0]["lat"]), float(results[0]["lon"]))
            return Place(place_id, str(results[0]["display_name"]), at)

    def reverse(self, at: LatLng) -> Place:
        params = {"lat": f"{at.lat:.7f}", "lon": f"{at.lng:.7f}", "zoom": BUILDING_ZOOM}
        found = self._fetch("/reverse", params)
        with parsing("Nominatim"):
            if "error" in found:
                return Place(None, coordinates_text(at), at)
            place_id = f"{found['osm_type'][0].upper()}{found['osm_id']}" if "osm_id" in found else None
            return Place(place_id, str(found["display_name"]), at)

    def _fetch(self, path: str, params: dict[str, str]) -> Any:
        self._throttle.wait_for_turn()
        answer = self._client.get(
            path, {**params, "format": "jsonv2"}, headers={"Accept-Language": language()}
        )
        if answer.status == BAD_REQUEST:
            raise Refused("Nominatim rejected the request")
        if answer.status == FORBIDDEN:
            log.error("Nominatim blocks this application: see its usage policy")
        if answer.status >= 400:
            raise Retryable(f"Nominatim: HTTP {answer.status}")
        return answer.body
