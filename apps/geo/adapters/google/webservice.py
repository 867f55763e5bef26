"""maps.googleapis.com/maps/api: Geocoding and the legacy APIs. Always HTTP 200; errors are in `status`."""

import logging
from typing import Any, Final

from apps.geo.adapters.google.rest import RequestRejected
from apps.geo.adapters.http import REMOTE_SECONDS, JsonClient, parsing
from apps.geo.port import LatLng, NoSuchPlace, Place, Retryable

log = logging.getLogger(__name__)

SUCCESSES: Final = frozenset({"OK", "ZERO_RESULTS"})
_OUR_ERRORS: Final = frozenset({"REQUEST_DENIED", "OVER_QUERY_LIMIT", "OVER_DAILY_LIMIT", "UNKNOWN_ERROR"})


class GoogleWebService:
    def __init__(self, base_url: str, *, key: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._key = key
        self._client = JsonClient(base_url, name="Google", timeout_seconds=timeout_seconds)

    def fetch(self, call: str, **params: str) -> dict[str, Any]:
        """Return the response, possibly with ZERO_RESULTS; raises Retryable, or RequestRejected with the
        status.
        """
        answer = self._client.get(f"/maps/api/{call}/json", {**params, "key": self._key})
        with parsing("Google"):
            status, message = str(answer.body["status"]), str(answer.body.get("error_message", ""))
            if status in SUCCESSES:
                return dict(answer.body)
        if status in _OUR_ERRORS:
            log.error("Google rejects requests of this project: %s: %s", status, message)
            raise Retryable(f"Google {call}: {status}: {message}")
        raise RequestRejected(status, message)

    def name_of_point(self, at: LatLng, *, language: str) -> tuple[str, str] | None:
        """Return Geocoding's id and address of a point, or None."""
        body = self.fetch("geocode", latlng=f"{at.lat:.7f},{at.lng:.7f}", language=language)
        with parsing("Google"):
            results = body["results"]
            return (str(results[0]["place_id"]), str(results[0]["formatted_address"])) if results else None

    def place_by_id(self, place_id: str, *, language: str) -> Place:
        """Return Geocoding's address and coordinates of an id. Raises NoSuchPlace."""
        try:
            body = self.fetch("geocode", place_id=place_id, language=language)
        except RequestRejected as error:
            raise NoSuchPlace(place_id) from error
        with parsing("Google"):
            results = body["results"]
            if not results:
                raise NoSuchPlace(place_id)
            spot = results[0]["geometry"]["location"]
            return Place(place_id, str(results[0]["formatted_address"]), LatLng(spot["lat"], spot["lng"]))
