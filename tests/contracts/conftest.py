"""Every map adapter with its server: a real one for OSRM and the local index, a fake for the others."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from apps.geo.adapters.google import GooglePlaces, GoogleRouting
from apps.geo.adapters.google_legacy import GoogleLegacyPlaces, GoogleLegacyRouting
from apps.geo.adapters.local import LocalPlaces
from apps.geo.adapters.nominatim import NominatimPlaces
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.adapters.photon import PhotonPlaces
from apps.geo.adapters.valhalla import ValhallaRouting
from apps.geo.importer.load import load_places
from apps.geo.importer.map_files import read_meta
from apps.geo.models import MapRegion, Place, StreetPoint
from apps.geo.port import Places, Routing
from apps.geo.providers.throttle import Throttle
from tests.fakes.maps.google import KEY, FakeGoogle
from tests.fakes.maps.google_legacy import FakeGoogleLegacy
from tests.fakes.maps.openstreetmap import FakeNominatim, FakePhoton
from tests.fakes.maps.server import FakeMapServer
from tests.fakes.maps.valhalla import FakeValhalla

AGENT = "Hansom/1 (+https://rides.example.org)"
SECONDS = 0.6
REQUESTS_PER_SECOND = 50.0
"""Rate limit of Nominatim in these tests; the throttle has its own tests."""


@dataclass(frozen=True)
class RoutingCase:
    """A routing adapter and its fake server, if it has one."""

    name: str
    routing: Routing
    fake: FakeMapServer | None


@dataclass(frozen=True)
class PlacesCase:
    name: str
    places: Places
    fake: FakeMapServer | None
    known_id: str
    """The provider's id of the fixture's street; empty if ids cannot be known in advance."""


ROUTING: dict[str, Callable[[str], Routing]] = {
    "osrm": lambda url: OsrmRouting(url, timeout_seconds=SECONDS, cache_seconds=0),
    "valhalla": lambda url: ValhallaRouting(url, timeout_seconds=SECONDS),
    "google": lambda url: GoogleRouting(key=KEY, routes_url=url, timeout_seconds=SECONDS),
    "google_legacy": lambda url: GoogleLegacyRouting(key=KEY, maps_url=url, timeout_seconds=SECONDS),
}
PLACES: dict[str, Callable[[str, str], Places]] = {
    "photon": lambda url, _: PhotonPlaces(url, user_agent=AGENT, timeout_seconds=SECONDS),
    "nominatim": lambda url, _: NominatimPlaces(
        url,
        user_agent=AGENT,
        throttle=Throttle("contract", per_second=REQUESTS_PER_SECOND),
        timeout_seconds=SECONDS,
    ),
    "google": lambda url, geocoding_url: GooglePlaces(
        key=KEY, places_url=url, maps_url=geocoding_url, timeout_seconds=SECONDS
    ),
    "google_legacy": lambda url, _: GoogleLegacyPlaces(key=KEY, maps_url=url, timeout_seconds=SECONDS),
}
FAKES: dict[str, Callable[[], FakeMapServer]] = {
    "valhalla": FakeValhalla,
    "google": FakeGoogle,
    "google_legacy": FakeGoogleLegacy,
    "photon": FakePhoton,
    "nominatim": lambda: FakeNominatim(per_second=1000 * REQUESTS_PER_SECOND),
}


@pytest.fixture(params=list(ROUTING))
def routing_case(request: pytest.FixtureRequest) -> Iterator[RoutingCase]:
    """Each routing adapter in turn."""
    name = request.param
    if name == "osrm":
        url = request.getfixturevalue("osrm_url")
        yield RoutingCase(name, OsrmRouting(url, cache_seconds=0), None)
        return
    with FAKES[name]() as fake:
        yield RoutingCase(name, ROUTING[name](fake.url), fake)
        assert fake.rejected == []


@pytest.fixture(params=[name for name in ROUTING if name != "osrm"])
def faked_routing(request: pytest.FixtureRequest) -> Iterator[RoutingCase]:
    """The adapters with a fake server, for failures that a healthy server does not show."""
    with FAKES[request.param]() as fake:
        yield RoutingCase(request.param, ROUTING[request.param](fake.url), fake)


@pytest.fixture(params=["local", *PLACES])
def places_case(request: pytest.FixtureRequest) -> Iterator[PlacesCase]:
    """Each places adapter in turn."""
    if request.param == "local":
        yield PlacesCase("local", LocalPlaces(), None, known_id="")
        return
    with fake_places(request.param) as found:
        yield found
        assert found.fake is not None
        assert found.fake.rejected == []


@pytest.fixture(params=list(PLACES))
def faked_places(request: pytest.FixtureRequest) -> Iterator[PlacesCase]:
    with fake_places(request.param) as found:
        yield found


class fake_places:
    """A places adapter with its fake; Google's new API has no geocoding and uses the legacy server."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fake = FAKES[name]()
        self.geocoding = FakeGoogleLegacy()

    def __enter__(self) -> PlacesCase:
        self.fake.__enter__()
        self.geocoding.__enter__()
        places = PLACES[self.name](self.fake.url, self.geocoding.url)
        ids = {"nominatim": "W4711", "google": "ChIJ_high-street", "google_legacy": "ChIJ_high-street"}
        return PlacesCase(self.name, places, self.fake, ids.get(self.name, ""))

    def __exit__(self, *problem: Any) -> None:
        self.fake.__exit__(*problem)
        self.geocoding.__exit__(*problem)
        if problem[0] is None:
            assert self.geocoding.rejected == []


@pytest.fixture(scope="module")
def island(demo_map: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The places of the real Isle of Wight, for a whole module."""
    meta = read_meta(demo_map)
    assert meta is not None
    with django_db_blocker.unblock():
        load_places(demo_map.resolve(), meta)
    yield
    with django_db_blocker.unblock():
        StreetPoint.objects.all().delete()
        Place.objects.all().delete()
        MapRegion.objects.all().delete()
