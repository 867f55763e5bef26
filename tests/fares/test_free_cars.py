"""Free cars on the map before booking: few, rounded, nameless."""

from decimal import Decimal
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.making import make_rich, put_online
from tests.personas import client_of

pytestmark = pytest.mark.django_db

URL = "/api/v1/free-cars/"


def cars(**query: Any) -> list[dict[str, Any]]:
    response = client_of(None).get(URL, {"lat": 50.7, "lng": -1.3} | query)
    assert response.status_code == 200, response.json()
    results: list[dict[str, Any]] = response.json()["results"]
    return results


def test_a_visitor_sees_about_where_a_free_car_is_and_nothing_of_whose(ben: User, economy: CarType) -> None:
    make_rich(ben)
    put_online(ben, at=(50.70046, -1.30054))
    assert cars() == [{"lat": 50.7, "lng": -1.301, "icon": economy.icon}]


def test_a_car_on_a_trip_one_far_away_and_one_that_takes_no_trips_are_not_shown(
    ben: User, bob: User, economy: CarType
) -> None:
    put_online(bob, at=(50.7, -1.3))
    make_rich(ben)
    put_online(ben, at=(52.7, -1.3))
    assert cars() == []
    update_platform_settings(negative_balance=True)
    assert len(cars()) == 1


def test_cars_are_free_for_who_pays_first_whatever_their_drivers_wallets_hold(
    bob: User, economy: CarType
) -> None:
    put_online(bob, at=(50.7, -1.3))
    assert cars() == []
    update_platform_settings(prepaid=True)
    assert len(cars()) == 1


def test_a_driver_whose_wallet_does_not_cover_the_least_fee_is_not_shown(ben: User, economy: CarType) -> None:
    # The minimum of 10 and its 15 percent.
    make_rich(ben, Decimal("1.40"))
    put_online(ben, at=(50.7, -1.3))
    assert cars() == []
    make_rich(ben, Decimal("0.10"))
    assert len(cars()) == 1


@pytest.mark.parametrize("query", [{"lat": ""}, {"lat": 91}, {"lng": "nan"}, {"lng": "east"}])
def test_a_place_that_is_none_is_refused(query: dict[str, Any]) -> None:
    response = client_of(None).get(URL, {"lat": 50.7, "lng": -1.3} | query)
    assert response.status_code == 400
