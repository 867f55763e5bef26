"""Thousands of drivers, the places of an island, and OSRM real or fake."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.importer.load import load_places
from apps.geo.importer.map_files import read_meta
from apps.geo.models import DriverPosition, MapRegion, Place, StreetPoint
from apps.geo.port import LatLng
from apps.geo.providers.maps import using_maps
from tests.geo.fake_osrm import FakeOsrm

AddDrivers = Callable[..., list[int]]


@pytest.fixture
def add_drivers(db: None) -> AddDrivers:
    """Return add_drivers(points, ...), which makes one free driver a point and returns their ids in order."""

    def add(
        points: Sequence[LatLng],
        *,
        car_type_id: int = 1,
        free: bool = True,
        online: bool = True,
        at: datetime | None = None,
    ) -> list[int]:
        drivers = User.objects.bulk_create(
            [User(user_type=UserType.DRIVER, password="!") for _ in points], batch_size=5000
        )
        seen = at or timezone.now() - timedelta(seconds=1)
        DriverPosition.objects.bulk_create(
            [
                DriverPosition(
                    driver_id=driver.pk,
                    car_type_id=car_type_id,
                    lat=point.lat,
                    lng=point.lng,
                    at=seen,
                    online=online,
                    free=free and online,
                )
                for driver, point in zip(drivers, points, strict=True)
            ],
            batch_size=5000,
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE geo_driverposition")
        return [driver.pk for driver in drivers]

    return add


@pytest.fixture(scope="module")
def island(demo_map: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The places of the real Isle of Wight, loaded once a module because it takes a second."""
    meta = read_meta(demo_map)
    assert meta is not None
    with django_db_blocker.unblock():
        load_places(demo_map.resolve(), meta)
    yield
    with django_db_blocker.unblock():
        StreetPoint.objects.all().delete()
        Place.objects.all().delete()
        MapRegion.objects.all().delete()


@pytest.fixture(scope="session")
def routing(osrm_url: str) -> OsrmRouting:
    """Routing on real roads."""
    return OsrmRouting(osrm_url)


@pytest.fixture
def real_maps(routing: OsrmRouting) -> Iterator[None]:
    """Real roads for code that calls maps()."""
    with using_maps(routing=routing):
        yield


@pytest.fixture
def fake_osrm() -> Iterator[FakeOsrm]:
    with FakeOsrm() as fake:
        yield fake
