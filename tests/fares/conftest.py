"""Estimates on the demo city's real roads."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.availability import set_driver_active
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.positions.store import PositionReport, record_positions
from apps.geo.providers.maps import using_maps
from tests.bookings.builders import credit_wallet

PutOnline = Callable[..., None]


@pytest.fixture(scope="session")
def routing(osrm_url: str) -> OsrmRouting:
    return OsrmRouting(osrm_url)


@pytest.fixture
def roads(routing: OsrmRouting) -> Iterator[OsrmRouting]:
    """Route on the Isle of Wight."""
    with using_maps(routing=routing):
        yield routing


@pytest.fixture
def put_online() -> PutOnline:
    """Return put_online(driver, lat, lng): the driver is available there, with money for any fee."""

    def put(driver: User, lat: float, lng: float, *, seconds_ago: float = 1) -> None:
        credit_wallet(driver)
        set_driver_active(driver_id=driver.pk, active=True)
        seen = timezone.now() - timedelta(seconds=seconds_ago)
        record_positions([PositionReport(driver_id=driver.pk, lat=lat, lng=lng, at=seen)])

    return put


@pytest.fixture
def visitor(as_user: Callable[[User | None], APIClient]) -> APIClient:
    return as_user(None)
