"""Map providers: their order, fallback, rate limits and caching."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import translation
from pydantic import ValidationError
from rest_framework.test import APIClient

from apps.geo.adapters.local import LocalPlaces
from apps.geo.adapters.nominatim import NominatimPlaces
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.port import Busy, LatLng, NoRoute, NoSuchPlace, NotOffered, Refused, Retryable, TracePoint
from apps.geo.providers.fallback import BACKOFF_SECONDS, Fallback, FallbackPlaces, FallbackRouting
from apps.geo.providers.maps import Maps, maps, using_maps
from apps.geo.providers.registry import attributions_of, places_of, routing_of, user_agent
from apps.geo.providers.throttle import Throttle
from config.env_maps import MapsEnv
from tests.fakes.maps.fixtures import HIGH_STREET, OTHER_ISLAND
from tests.fakes.maps.google import KEY, FakeGoogle
from tests.fakes.maps.google_legacy import FakeGoogleLegacy
from tests.fakes.maps.openstreetmap import FakeNominatim, FakePhoton
from tests.fakes.maps.server import respond
from tests.fakes.maps.valhalla import FakeValhalla

NEWPORT = LatLng(50.7000, -1.2930)
RYDE = LatLng(50.7300, -1.1620)
UNREACHABLE = "http://127.0.0.1:9"
DOWN = respond(500, b"{}")


@pytest.fixture
def valhalla() -> Iterator[FakeValhalla]:
    with FakeValhalla() as fake:
        yield fake


@pytest.fixture
def google() -> Iterator[FakeGoogle]:
    with FakeGoogle() as fake:
        yield fake


@pytest.fixture
def geocoding() -> Iterator[FakeGoogleLegacy]:
    with FakeGoogleLegacy() as fake:
        yield fake


@pytest.fixture
def photon() -> Iterator[FakePhoton]:
    with FakePhoton() as fake:
        yield fake


@pytest.fixture
def nominatim() -> Iterator[FakeNominatim]:
    with FakeNominatim() as fake:
        yield fake


def maps_env(**values: Any) -> MapsEnv:
    values.setdefault("google_maps_key", KEY)
    return MapsEnv(**values)


# -- the environment ---------------------------------------------------------------------------


def test_defaults_are_the_own_servers() -> None:
    env = MapsEnv()
    assert isinstance(routing_of(env), OsrmRouting)
    assert isinstance(places_of(env), LocalPlaces)
    assert [one.text for one in attributions_of(env)] == ["© OpenStreetMap contributors"]
    assert isinstance(maps().routing, OsrmRouting)


def test_order_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAP_PLACES", "photon, nominatim,local")
    monkeypatch.setenv("MAP_ROUTING", "valhalla,osrm")
    env = MapsEnv()
    assert (env.map_places, env.map_routing) == (["photon", "nominatim", "local"], ["valhalla", "osrm"])
    assert isinstance(routing_of(env), FallbackRouting)
    assert isinstance(places_of(env), FallbackPlaces)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("MAP_ROUTING", "bing", "map_routing"),
        ("MAP_ROUTING", "", "map_routing"),
        ("MAP_PLACES", "osrm", "map_places"),
        ("MAP_PLACES", "local,local", "twice"),
        ("MAP_PLACES", "google,local", "GOOGLE_MAPS_KEY"),
        ("MAP_ROUTING", "osrm,google_legacy", "GOOGLE_MAPS_KEY"),
        ("MAP_PLACES", "nominatim", "MAP_PLACES"),
        ("NOMINATIM_PER_SECOND", "5", "NOMINATIM_PER_SECOND"),
        ("NOMINATIM_PER_SECOND", "0", "nominatim_per_second"),
        ("MAP_TIMEOUT_SECONDS", "0", "map_timeout_seconds"),
    ],
)
def test_invalid_configuration_stops_the_start(
    name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match=says):
        MapsEnv()


def test_user_agent_has_the_installations_address() -> None:
    assert user_agent(MapsEnv()) == "Hansom/1 (+http://localhost:8000)"
    assert (
        user_agent(MapsEnv(map_user_agent="Cabs of Cowes, ops@example.org"))
        == "Cabs of Cowes, ops@example.org"
    )


def test_every_provider_in_use_is_attributed_once() -> None:
    env = maps_env(map_routing=["google", "osrm"], map_places=["google", "photon", "local"])
    assert [one.text for one in attributions_of(env)] == ["© OpenStreetMap contributors", "Google Maps"]


@pytest.mark.django_db
def test_map_info_has_the_attributions(demo_map: Any) -> None:
    named = APIClient().get("/api/v1/map/").json()["attributions"]
    copyright_page = "https://www.openstreetmap.org/copyright"
    assert named == [{"text": "© OpenStreetMap contributors", "url": copyright_page}]


# -- the order ---------------------------------------------------------------------------------


def test_first_provider_is_used_and_the_next_not_requested(
    valhalla: FakeValhalla, google: FakeGoogle
) -> None:
    routing = routing_of(
        maps_env(map_routing=["valhalla", "google"], valhalla_url=valhalla.url, google_routes_url=google.url)
    )
    assert routing.route(NEWPORT, RYDE).distance_km > 9
    assert (len(valhalla.seen), len(google.seen)) == (1, 0)


def test_failing_provider_is_skipped_and_tried_last(valhalla: FakeValhalla, google: FakeGoogle) -> None:
    routing = routing_of(
        maps_env(map_routing=["valhalla", "google"], valhalla_url=valhalla.url, google_routes_url=google.url)
    )
    valhalla.fail_next(DOWN)
    assert routing.drive_time(NEWPORT, RYDE).distance_km > 9
    assert len(google.seen) == 1
    # It is paused: the next request goes to the other one.
    routing.drive_time(RYDE, NEWPORT)
    assert (len(valhalla.seen), len(google.seen)) == (0, 2)


def test_refusal_is_final_and_no_other_provider_is_requested(
    valhalla: FakeValhalla, google: FakeGoogle
) -> None:
    routing = routing_of(
        maps_env(map_routing=["valhalla", "google"], valhalla_url=valhalla.url, google_routes_url=google.url)
    )
    with pytest.raises(NoRoute):
        routing.route(NEWPORT, OTHER_ISLAND)
    assert google.seen == []


def test_unsupported_request_goes_to_the_next_provider(valhalla: FakeValhalla, google: FakeGoogle) -> None:
    from datetime import UTC, datetime

    routing = routing_of(
        maps_env(map_routing=["google", "valhalla"], valhalla_url=valhalla.url, google_routes_url=google.url)
    )
    now = datetime.now(UTC)
    assert len(routing.match([TracePoint(NEWPORT, now), TracePoint(RYDE, now)]).points) == 2
    assert google.seen == []
    alone = routing_of(maps_env(map_routing=["google"], google_routes_url=google.url))
    with pytest.raises(NotOffered):
        alone.match([TracePoint(NEWPORT, now), TracePoint(RYDE, now)])


def test_failure_of_all_providers_is_retryable() -> None:
    routing = routing_of(
        maps_env(
            map_routing=["valhalla", "osrm"],
            valhalla_url=UNREACHABLE,
            osrm_url=UNREACHABLE,
            map_timeout_seconds=0.3,
        )
    )
    for _ in range(2):
        with pytest.raises(Retryable):
            routing.matrix([NEWPORT], [RYDE])


def test_paused_provider_is_first_again_after_its_pause() -> None:
    clock, calls, up = [0.0], list[str](), {"a": False, "b": True}
    order = Fallback({"a": "a", "b": "b"}, clock=lambda: clock[0])

    def fetch(name: str) -> str:
        calls.append(name)
        if not up[name]:
            raise Retryable(name)
        return name

    assert order.first_response(fetch) == ("b", "b")
    up["a"] = True
    assert order.first_response(fetch) == ("b", "b")
    clock[0] = BACKOFF_SECONDS
    assert order.first_response(fetch) == ("a", "a")
    assert calls == ["a", "b", "b", "a"]


def test_busy_provider_is_not_paused() -> None:
    turns = iter([True, False])
    order = Fallback({"a": "a", "b": "b"})

    def fetch(name: str) -> str:
        if name == "a" and next(turns):
            raise Busy("wait")
        return name

    assert [order.first_response(fetch)[0] for _ in range(2)] == ["b", "a"]


def test_place_id_names_its_provider(
    photon: FakePhoton, google: FakeGoogle, geocoding: FakeGoogleLegacy
) -> None:
    places = places_of(
        maps_env(
            map_places=["google", "photon"],
            photon_url=photon.url,
            google_places_url=google.url,
            google_maps_url=geocoding.url,
        )
    )
    from_google = places.autocomplete("high street")[0].place_id
    assert from_google == "google~ChIJ_high-street"
    google.fail_next(DOWN)
    from_photon = places.autocomplete("high str")[0].place_id
    assert from_photon.startswith("photon~")
    # Each is looked up at its own provider, whatever the order.
    assert places.place(from_google).place_id == from_google
    assert places.place(from_photon).place_id == from_photon
    for unknown in ("ChIJ_high-street", "bing~1", "photon~forged", "~", ""):
        with pytest.raises(NoSuchPlace):
            places.place(unknown)


@pytest.mark.django_db
def test_place_id_of_several_providers_works_through_the_api(photon: FakePhoton) -> None:
    places = places_of(maps_env(map_places=["photon", "local"], photon_url=photon.url))
    visitor = APIClient()
    with using_maps(places=places):
        found = visitor.get("/api/v1/places/autocomplete/", {"q": "high street"}).json()["results"][0]
        place = visitor.get(f"/api/v1/places/{found['place_id']}/").json()
    assert (place["lat"], place["lng"]) == (HIGH_STREET.lat, HIGH_STREET.lng)
    assert place["description"] == found["description"]


@pytest.mark.django_db
def test_search_through_the_api_is_one_session(google: FakeGoogle) -> None:
    places = places_of(
        maps_env(map_places=["google"], google_places_url=google.url, google_maps_url=UNREACHABLE)
    )
    visitor, session = APIClient(), "0b7a5f0e-8d53-4f62-9c53-6c2cf3c1f7a4"
    with using_maps(places=places):
        query = {"q": "high", "session": session}
        found = visitor.get("/api/v1/places/autocomplete/", query).json()["results"][0]
        visitor.get(f"/api/v1/places/{found['place_id']}/", {"session": session})
        refused = visitor.get("/api/v1/places/autocomplete/", {"q": "high", "session": "x" * 60})
    assert google.billed == [session]
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["session"])


# -- Nominatim's rate limit --------------------------------------------------------------------


def test_nominatim_gets_one_request_a_second_from_all_processes(nominatim: FakeNominatim) -> None:
    env = maps_env(map_places=["nominatim", "local"], nominatim_url=nominatim.url)
    # Like two processes: two clients sharing Redis.
    places = [
        NominatimPlaces(env.nominatim_url, user_agent="Tests", throttle=Throttle("nominatim", per_second=1))
        for _ in range(2)
    ]
    outcomes: list[str] = []

    def fetch(number: int) -> None:
        try:
            places[number % 2].reverse(LatLng(50.6 + number / 1000, -1.3))
            outcomes.append("answered")
        except Busy:
            outcomes.append("busy")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(fetch, range(8)))
    # One at once and one after a second; those that would wait longer fail at once.
    assert sorted(outcomes) == ["answered"] * 2 + ["busy"] * 6
    assert nominatim.rejected == []
    gap = nominatim.seen[1].at - nominatim.seen[0].at
    assert 1.0 <= gap < 2.0


def test_fake_nominatim_refuses_too_many_requests(nominatim: FakeNominatim) -> None:
    places = NominatimPlaces(nominatim.url, user_agent="Tests", throttle=Throttle("other", per_second=1000))
    places.reverse(HIGH_STREET)
    with pytest.raises(Retryable):
        places.reverse(HIGH_STREET)


def test_nominatim_is_not_requested_without_redis(nominatim: FakeNominatim, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    places = NominatimPlaces(nominatim.url, user_agent="Tests", throttle=Throttle("nominatim", per_second=1))
    with pytest.raises(Retryable):
        places.reverse(HIGH_STREET)
    assert nominatim.seen == []


def test_autocomplete_skips_nominatim(nominatim: FakeNominatim, photon: FakePhoton) -> None:
    places = places_of(
        maps_env(map_places=["nominatim", "photon"], nominatim_url=nominatim.url, photon_url=photon.url)
    )
    assert places.autocomplete("high street")[0].place_id.startswith("photon~")
    assert nominatim.seen == []
    assert places.reverse(HIGH_STREET).place_id == "nominatim~W4711"


# -- cache -------------------------------------------------------------------------------------


def test_replies_are_cached_for_all_processes_by_language(photon: FakePhoton) -> None:
    env = maps_env(map_places=["photon"], photon_url=photon.url)
    first, second = places_of(env), places_of(env)
    at = LatLng(HIGH_STREET.lat + 1e-6, HIGH_STREET.lng)
    assert first.reverse(HIGH_STREET).description == second.reverse(at).description
    assert second.reverse(at).at == at
    # Another process with other spaces, other case and a nearby position.
    first.autocomplete("High  Street", near=LatLng(50.7001, -1.2931), country="GB")
    second.autocomplete("high street ", near=LatLng(50.7004, -1.2904), country="GB")
    assert len(photon.seen) == 2
    with translation.override("ar"):
        assert "نيوبورت" in first.reverse(HIGH_STREET).description
    first.autocomplete("high street", country="FI")
    assert len(photon.seen) == 4


def test_failures_and_refusals_are_not_cached(valhalla: FakeValhalla) -> None:
    routing = routing_of(maps_env(map_routing=["valhalla"], valhalla_url=valhalla.url))
    valhalla.fail_next(DOWN)
    with pytest.raises(Retryable):
        routing.route(NEWPORT, RYDE)
    for _ in range(2):
        with pytest.raises(Refused):
            routing.route(NEWPORT, OTHER_ISLAND)
    assert routing.route(NEWPORT, RYDE) == routing.route(NEWPORT, RYDE)
    assert len(valhalla.seen) == 3


def test_googles_replies_are_cached_for_a_minute(
    google: FakeGoogle, geocoding: FakeGoogleLegacy, redis_client: Any
) -> None:
    env = maps_env(
        map_routing=["google"],
        map_places=["google"],
        google_routes_url=google.url,
        google_places_url=google.url,
        google_maps_url=geocoding.url,
    )
    routing, places = routing_of(env), places_of(env)
    routing.route(NEWPORT, RYDE)
    routing.drive_time(NEWPORT, RYDE)
    routing.route_through([NEWPORT, RYDE])
    routing.matrix([NEWPORT], [RYDE])
    places.autocomplete("high")
    places.place("ChIJ_high-street")
    places.reverse(HIGH_STREET)
    lives = [redis_client.ttl(key) for key in redis_client.scan_iter("*maps:google:*")]
    assert len(lives) == 6
    assert all(0 < seconds <= 60 for seconds in lives)


def test_unavailable_cache_is_ignored(photon: FakePhoton, monkeypatch: pytest.MonkeyPatch) -> None:
    from redis.exceptions import ConnectionError as RedisAway

    def away(*_: Any, **__: Any) -> None:
        raise RedisAway("gone")

    monkeypatch.setattr(type(cache._connections["default"]), "get", away)  # type: ignore[attr-defined]
    monkeypatch.setattr(type(cache._connections["default"]), "set", away)  # type: ignore[attr-defined]
    places = places_of(maps_env(map_places=["photon"], photon_url=photon.url))
    assert places.reverse(HIGH_STREET) == places.reverse(HIGH_STREET)
    assert len(photon.seen) == 2


def test_own_servers_are_fast_without_a_cache(osrm_url: str) -> None:
    began = cache.get("maps:none")
    routing = routing_of(MapsEnv(osrm_url=osrm_url))
    with using_maps(routing=routing) as used:
        assert isinstance(used, Maps)
        times = []
        for number in range(30):
            start = time.perf_counter()
            maps().routing.drive_time(LatLng(50.7 + number / 10_000, -1.293), RYDE)
            times.append(time.perf_counter() - start)
    assert began is None
    # The fastest ones measure the routing; the slower ones measure what else runs on the machine.
    assert sorted(times)[5] < 0.05
    assert os.environ.get("MAP_ROUTING") is None
