"""Every map adapter there is before the server that it speaks to: real where we have one, played else."""

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
QUICK = 50.0
"""Requests a second at which the contract asks Nominatim; its pace has tests of its own."""


@dataclass(frozen=True)
class Routed:
    """A routing adapter and the fake behind it, if it is one."""

    name: str
    routing: Routing
    fake: FakeMapServer | None


@dataclass(frozen=True)
class Placed:
    name: str
    places: Places
    fake: FakeMapServer | None
    known_id: str
    """Of a street, as this provider writes ids; empty where only it can make one."""


ROUTING: dict[str, Callable[[str], Routing]] = {
    "osrm": lambda url: OsrmRouting(url, timeout_seconds=SECONDS, cache_seconds=0),
    "valhalla": lambda url: ValhallaRouting(url, timeout_seconds=SECONDS),
    "google": lambda url: GoogleRouting(key=KEY, routes_url=url, timeout_seconds=SECONDS),
    "google_legacy": lambda url: GoogleLegacyRouting(key=KEY, maps_url=url, timeout_seconds=SECONDS),
}
PLACES: dict[str, Callable[[str, str], Places]] = {
    "photon": lambda url, _: PhotonPlaces(url, user_agent=AGENT, timeout_seconds=SECONDS),
    "nominatim": lambda url, _: NominatimPlaces(
        url, user_agent=AGENT, throttle=Throttle("contract", per_second=QUICK), timeout_seconds=SECONDS
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
    "nominatim": lambda: FakeNominatim(per_second=1000 * QUICK),
}


@pytest.fixture(params=list(ROUTING))
def routed(request: pytest.FixtureRequest) -> Iterator[Routed]:
    """Each routing adapter in turn."""
    name = request.param
    if name == "osrm":
        url = request.getfixturevalue("osrm_url")
        yield Routed(name, OsrmRouting(url, cache_seconds=0), None)
        return
    with FAKES[name]() as fake:
        yield Routed(name, ROUTING[name](fake.url), fake)
        assert fake.rejected == []


@pytest.fixture(params=[name for name in ROUTING if name != "osrm"])
def played_routing(request: pytest.FixtureRequest) -> Iterator[Routed]:
    """Those before a fake, for what a healthy server does not do."""
    with FAKES[request.param]() as fake:
        yield Routed(request.param, ROUTING[request.param](fake.url), fake)


@pytest.fixture(params=["local", *PLACES])
def placed(request: pytest.FixtureRequest) -> Iterator[Placed]:
    """Each places adapter in turn."""
    if request.param == "local":
        yield Placed("local", LocalPlaces(), None, known_id="")
        return
    with played(request.param) as found:
        yield found
        assert found.fake is not None
        assert found.fake.rejected == []


@pytest.fixture(params=list(PLACES))
def played_places(request: pytest.FixtureRequest) -> Iterator[Placed]:
    with played(request.param) as found:
        yield found


class played:
    """A places adapter before its fake; Google's newer calls geocode at the older address."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fake = FAKES[name]()
        self.geocoding = FakeGoogleLegacy()

    def __enter__(self) -> Placed:
        self.fake.__enter__()
        self.geocoding.__enter__()
        places = PLACES[self.name](self.fake.url, self.geocoding.url)
        ids = {"nominatim": "W4711", "google": "ChIJ_high-street", "google_legacy": "ChIJ_high-street"}
        return Placed(self.name, places, self.fake, ids.get(self.name, ""))

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
