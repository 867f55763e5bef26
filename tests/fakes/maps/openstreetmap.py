"""Photon and Nominatim: both want to know who asks, the second one at which pace too."""

import re
import time
from typing import Any, Final

from apps.geo.port import LatLng
from tests.fakes.maps import fixtures
from tests.fakes.maps.server import Asked, FakeMapServer, Rejected

SEARCH: Final = {"q", "limit", "lat", "lon", "zoom", "location_bias_scale", "bbox", "layer", "countrycode"}
REVERSE: Final = {"lat", "lon", "radius", "limit", "layer"}
OSM_IDS: Final = re.compile(r"[NWR]\d+(?:,[NWR]\d+){0,49}")
LIBRARIES: Final = re.compile(r"^(python|httpx|curl|okhttp|java)", re.IGNORECASE)


def check_who_asks(asked: Asked) -> None:
    """A library's own name identifies no one."""
    agent = asked.headers.get("user-agent", "")
    if not agent or LIBRARIES.match(agent):
        raise Rejected(403, {"message": "say who you are"})


class FakePhoton(FakeMapServer):
    name = "photon"

    def answer(self, asked: Asked) -> Any:
        check_who_asks(asked)
        known = {"/api": SEARCH, "/reverse": REVERSE}.get(asked.path)
        if known is None or asked.method != "GET":
            raise Rejected(404, {"message": "not found"})
        if unknown := asked.query.keys() - known:
            raise _bad(f"unknown query parameter: {unknown}")
        at = _spot(asked, _bad)
        language = asked.headers.get("accept-language", "en")
        if asked.path == "/reverse":
            if at is None:
                raise _bad("missing search term 'lat' and/or 'lon'")
            if not 0 < float(asked.only("radius") or 1) <= 5000:
                raise _bad("radius")
            return _collection([_feature(language)] if fixtures.is_home(at) else [])
        text = asked.only("q")
        if not text:
            raise _bad("missing search term 'q'")
        if not (asked.only("limit") or "15").isdigit():
            raise _bad("limit")
        countries = asked.query.get("countrycode", ["GB"])
        if not all(re.fullmatch("[A-Z]{2}", code) for code in countries):
            raise _bad("countrycode")
        found = [_feature(language)] if fixtures.is_meant(text) and "GB" in countries else []
        # The same street twice, as OpenStreetMap draws it.
        return _collection(found * 2)


def _bad(message: str) -> Rejected:
    return Rejected(400, {"message": message})


def _collection(features: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": features}


def _feature(language: str) -> dict[str, Any]:
    street, city, country = fixtures.words(language)
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
    """Under the policy of the public server: `/search` is what autocomplete would be, and it is forbidden."""

    name = "nominatim"

    def __init__(self, *, per_second: float = 1.0) -> None:
        super().__init__()
        self._gap = 1 / per_second
        self._last: float | None = None

    def answer(self, asked: Asked) -> Any:
        check_who_asks(asked)
        with self._lock:
            now = time.monotonic()
            too_soon = self._last is not None and now - self._last < self._gap
            self._last = now
        if too_soon:
            raise Rejected(429, {"error": "Too many requests"})
        if asked.only("format") != "jsonv2":
            raise Rejected(400, {"error": {"code": 400, "message": "format"}})
        language = asked.headers.get("accept-language", "en")
        match asked.method, asked.path:
            case "GET", "/search":
                raise Rejected(403, {"error": "Autocomplete is not allowed"})
            case "GET", "/lookup":
                if asked.query.keys() - {"osm_ids", "format", "addressdetails"}:
                    raise Rejected(400, {"error": "unknown parameter"})
                if not OSM_IDS.fullmatch(asked.only("osm_ids") or ""):
                    raise Rejected(400, {"error": "osm_ids"})
                return [_named(language)] if asked.only("osm_ids") == "W4711" else []
            case "GET", "/reverse":
                if asked.query.keys() - {"lat", "lon", "zoom", "format", "addressdetails", "layer"}:
                    raise Rejected(400, {"error": "unknown parameter"})
                at = _spot(asked, lambda message: Rejected(400, {"error": message}))
                if at is None or not 0 <= int(asked.only("zoom") or 18) <= 18:
                    raise Rejected(400, {"error": "lat, lon, zoom"})
                return _named(language) if fixtures.is_home(at) else {"error": "Unable to geocode"}
        raise Rejected(404, {"error": "not found"})


def _named(language: str) -> dict[str, Any]:
    street, city, country = fixtures.words(language)
    return {
        "place_id": 260_000_001,
        "osm_type": "way",
        "osm_id": 4711,
        # Coordinates come as text.
        "lat": f"{fixtures.HIGH_STREET.lat:.7f}",
        "lon": f"{fixtures.HIGH_STREET.lng:.7f}",
        "display_name": f"{street}, {city}, PO30 1SS, {country}",
        "address": {"road": street, "city": city, "country_code": "gb"},
    }


def _spot(asked: Asked, refusal: Any) -> LatLng | None:
    lat, lng = asked.only("lat"), asked.only("lon")
    if lat is None and lng is None:
        return None
    try:
        at = LatLng(float(lat or ""), float(lng or ""))
    except ValueError:
        raise refusal("lat and lon must be numbers, and come together") from None
    if not (-90 <= at.lat <= 90 and -180 <= at.lng <= 180):
        raise refusal("not on Earth")
    return at
