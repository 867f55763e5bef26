"""Free cars on the map before booking: few, rounded, without identity."""

from decimal import Decimal
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.builders import credit_wallet, put_online
from tests.personas import client_of

pytestmark = pytest.mark.django_db

URL = "/api/v1/free-cars/"


def cars(**query: Any) -> list[dict[str, Any]]:
    response = client_of(None).get(URL, {"lat": 50.7, "lng": -1.3} | query)
    assert response.status_code == 200, response.json()
    results: list[dict[str, Any]] = response.json()["results"]
    return results


def test_visitor_sees_a_rounded_position_without_identity(ben: User, economy: CarType) -> None:
    credit_wallet(ben)
    put_online(ben, at=(50.70046, -1.30054))
    assert cars() == [{"lat": 50.7, "lng": -1.301, "icon": economy.icon}]


def test_busy_distant_and_unfunded_cars_are_not_shown(ben: User, bob: User, economy: CarType) -> None:
    put_online(bob, at=(50.7, -1.3))
    credit_wallet(ben)
    put_online(ben, at=(52.7, -1.3))
    assert cars() == []
    update_platform_settings(negative_balance=True)
    assert len(cars()) == 1


def test_prepaid_platform_shows_cars_whatever_their_wallets_hold(bob: User, economy: CarType) -> None:
    put_online(bob, at=(50.7, -1.3))
    assert cars() == []
    update_platform_settings(prepaid=True)
    assert len(cars()) == 1


def test_driver_below_the_smallest_fee_is_not_shown(ben: User, economy: CarType) -> None:
    # 15 percent of the minimum fare of 10.
    credit_wallet(ben, Decimal("1.40"))
    put_online(ben, at=(50.7, -1.3))
    assert cars() == []
    credit_wallet(ben, Decimal("0.10"))
    assert len(cars()) == 1


@pytest.mark.parametrize("query", [{"lat": ""}, {"lat": 91}, {"lng": "nan"}, {"lng": "east"}])
def test_invalid_position_is_refused(query: dict[str, Any]) -> None:
    response = client_of(None).get(URL, {"lat": 50.7, "lng": -1.3} | query)
    assert response.status_code == 400
