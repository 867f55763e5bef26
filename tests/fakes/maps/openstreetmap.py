"""Fakes of Photon and Nominatim. Both require a User-Agent; Nominatim also limits the request rate."""

import re
import time
from typing import Any, Final

from apps.geo.port import LatLng
from tests.fakes.maps import fixtures
from tests.fakes.maps.server import FakeMapServer, ReceivedRequest, Rejected

SEARCH: Final = {"q", "limit", "lat", "lon", "zoom", "location_bias_scale", "bbox", "layer", "countrycode"}
REVERSE: Final = {"lat", "lon", "radius", "limit", "layer"}
OSM_IDS: Final = re.compile(r"[NWR]\d+(?:,[NWR]\d+){0,49}")
LIBRARIES: Final = re.compile(r"^(python|httpx|curl|okhttp|java)", re.IGNORECASE)


def check_user_agent(request: ReceivedRequest) -> None:
    """Reject a missing User-Agent and the default one of an HTTP library."""
    agent = request.headers.get("user-agent", "")
    if not agent or LIBRARIES.match(agent):
        raise Rejected(403, {"message": "say who you are"})


class FakePhoton(FakeMapServer):
    name = "photon"

    def answer(self, request: ReceivedRequest) -> Any:
        check_user_agent(request)
        known = {"/api": SEARCH, "/reverse": REVERSE}.get(request.path)
        if known is None or request.method != "GET":
            raise Rejected(404, {"message": "not found"})
        if unknown := request.query.keys() - known:
            raise _bad(f"unknown query parameter: {unknown}")
        at = _position_of(request, _bad)
        language = request.headers.get("accept-language", "en")
        if request.path == "/reverse":
            if at is None:
                raise _bad("missing search term 'lat' and/or 'lon'")
            if not 0 < float(request.param("radius") or 1) <= 5000:
                raise _bad("radius")
            return _collection([_feature(language)] if fixtures.is_home(at) else [])
        text = request.param("q")
        if not text:
            raise _bad("missing search term 'q'")
        if not (request.param("limit") or "15").isdigit():
            raise _bad("limit")
        countries = request.query.get("countrycode", ["GB"])
        if not all(re.fullmatch("[A-Z]{2}", code) for code in countries):
            raise _bad("countrycode")
        found = [_feature(language)] if fixtures.matches_street(text) and "GB" in countries else []
        # The same street twice: OpenStreetMap stores a street in several ways.
        return _collection(found * 2)


def _bad(message: str) -> Rejected:
    return Rejected(400, {"message": message})


def _collection(features: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": features}


def _feature(language: str) -> dict[str, Any]:
    street, city, country = fixtures.names_in(language)
    return {
        "type": "Feature",
        "properties": {
            "name": street,
            "city": city,
            "postcode": "PO30 1SS",
            "country": country,
            "countrycode": "GB",
            "osm_type": "W",
            "osm_id": 4711,
            "osm_key": "highway",
            "osm_value": "primary",
        },
        # Longitude first.
        "geometry": {"type": "Point", "coordinates": [fixtures.HIGH_STREET.lng, fixtures.HIGH_STREET.lat]},
    }


class FakeNominatim(FakeMapServer):
    """Enforces the usage policy of the public server, which forbids autocomplete (`/search`)."""

    name = "nominatim"

    def __init__(self, *, per_second: float = 1.0) -> None:
        super().__init__()
        self._gap = 1 / per_second
        self._last: float | None = None

    def answer(self, request: ReceivedRequest) -> Any:
        check_user_agent(request)
        with self._lock:
            now = time.monotonic()
            too_soon = self._last is not None and now - self._last < self._gap
            self._last = now
        if too_soon:
            raise Rejected(429, {"error": "Too many requests"})
        if request.param("format") != "jsonv2":
            raise Rejected(400, {"error": {"code": 400, "message": "format"}})
        language = request.headers.get("accept-language", "en")
        match request.method, request.path:
            case "GET", "/search":
                raise Rejected(403, {"error": "Autocomplete is not allowed"})
            case "GET", "/lookup":
                if request.query.keys() - {"osm_ids", "format", "addressdetails"}:
                    raise Rejected(400, {"error": "unknown parameter"})
                if not OSM_IDS.fullmatch(request.param("osm_ids") or ""):
                    raise Rejected(400, {"error": "osm_ids"})
                return [_named(language)] if request.param("osm_ids") == "W4711" else []
            case "GET", "/reverse":
                if request.query.keys() - {"lat", "lon", "zoom", "format", "addressdetails", "layer"}:
                    raise Rejected(400, {"error": "unknown parameter"})
                at = _position_of(request, lambda message: Rejected(400, {"error": message}))
                if at is None or not 0 <= int(request.param("zoom") or 18) <= 18:
                    raise Rejected(400, {"error": "lat, lon, zoom"})
                return _named(language) if fixtures.is_home(at) else {"error": "Unable to geocode"}
        raise Rejected(404, {"error": "not found"})


def _named(language: str) -> dict[str, Any]:
    street, city, country = fixtures.names_in(language)
    return {
        "place_id": 260_000_001,
        "osm_type": "way",
        "osm_id": 4711,
        # Nominatim sends coordinates as strings.
        "lat": f"{fixtures.HIGH_STREET.lat:.7f}",
        "lon": f"{fixtures.HIGH_STREET.lng:.7f}",
        "display_name": f"{street}, {city}, PO30 1SS, {country}",
        "address": {"road": street, "city": city, "country_code": "gb"},
    }


def _position_of(request: ReceivedRequest, refusal: Any) -> LatLng | None:
    lat, lng = request.param("lat"), request.param("lon")
    if lat is None and lng is None:
        return None
    try:
        at = LatLng(float(lat or ""), float(lng or ""))
    except ValueError:
        raise refusal("lat and lon must be numbers, and come together") from None
    if not (-90 <= at.lat <= 90 and -180 <= at.lng <= 180):
        raise refusal("not on Earth")
    return at
