"""Estimates over HTTP on real roads: the prices, and the cars that are near."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal as D

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.availability import mark_driver_busy, set_driver_active, sync_driver_position
from apps.core.platform import update_platform_settings
from apps.fares.estimates.quotes import read_quote
from apps.fares.models import CarType
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.port import LatLng, Matrix
from apps.geo.providers.maps import using_maps
from tests.fares.asking import COWES, NEWPORT, RYDE, NoMatrix, ask
from tests.fares.conftest import PutOnline
from tests.personas import make_driver

AsUser = Callable[[User | None], APIClient]

pytestmark = pytest.mark.django_db


@pytest.fixture
def comfort(db: None) -> CarType:
    return CarType.objects.create(
        name="Comfort",
        icon="comfort",
        base_fare=12,
        min_fare=20,
        rate_per_hour=6,
        rate_per_unit_distance=8,
        convenience_fees=15,
        position=1,
    )


# -- the price ----------------------------------------------------------------------------------


def test_a_visitor_sees_what_every_car_would_cost(
    visitor: APIClient, economy: CarType, comfort: CarType, roads: OsrmRouting
) -> None:
    answer = ask(visitor)
    route = roads.route(LatLng(50.7003, -1.2928), LatLng(50.7595, -1.2984))
    km, seconds = route.distance_km, D(route.duration_seconds)
    assert answer["route"] == {
        "distance_km": float(km),
        "duration_seconds": route.duration_seconds,
        "polyline_points": route.polyline,
    }
    assert 6 < km < 12
    shown = {option["car_type"]["name"]: D(option["trip_cost"]) for option in answer["options"]}
    # Document 1 section 9, written out: base + distance + time, and 15 percent of it.
    cent = D("0.01")
    by_hand = {
        "Economy": 10 + 5 * km + 5 * seconds / 3600,
        "Comfort": 12 + 8 * km + 6 * seconds / 3600,
    }
    for name, exact in by_hand.items():
        total = (exact + D("1e-9")).quantize(cent)
        assert shown[name] == total + (total * D("0.15") + D("1e-9")).quantize(cent)


def test_the_lines_add_up_and_name_their_units(
    visitor: APIClient, economy: CarType, roads: OsrmRouting
) -> None:
    (option,) = ask(visitor)["options"]
    assert sum(D(line["amount"]) for line in option["breakdown"]) == D(option["trip_cost"])
    assert [(line["key"], line["unit"]) for line in option["breakdown"]] == [
        ("base_fare", "trip"),
        ("distance", "km"),
        ("time", "h"),
        ("convenience_fee", "%"),
    ]
    fee = option["breakdown"][-1]
    assert (D(fee["rate"]), D(fee["amount"])) == (D(15), D(option["convenience_fees"]))


def test_the_quote_says_what_was_shown(
    as_user: AsUser, ada: User, economy: CarType, roads: OsrmRouting
) -> None:
    before = timezone.now()
    answer = ask(as_user(ada))
    after = timezone.now()
    (option,) = answer["options"]
    quote = read_quote(option["quote_id"], user_id=ada.pk)
    assert quote.trip_cost == D(option["trip_cost"])
    assert (quote.pickup.add, quote.drop.add) == (NEWPORT["add"], COWES["add"])
    assert (quote.car_type_id, quote.issued_for) == (economy.pk, ada.pk)
    assert float(quote.distance_km) == answer["route"]["distance_km"]
    assert quote.duration_seconds == answer["route"]["duration_seconds"]
    assert quote.expires_at == datetime.fromisoformat(answer["expires_at"])
    # In whole seconds, cut off.
    lifetime = timedelta(minutes=10)
    assert before + lifetime - timedelta(seconds=1) < quote.expires_at <= after + lifetime


def test_a_visitors_quote_is_nobodys_yet(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    assert read_quote(ask(visitor)["options"][0]["quote_id"]).issued_for is None


def test_one_car_type_alone(
    visitor: APIClient, economy: CarType, comfort: CarType, roads: OsrmRouting
) -> None:
    options = ask(visitor, car_type_id=comfort.pk)["options"]
    assert [option["car_type"]["id"] for option in options] == [comfort.pk]


def test_an_admin_may_ask_for_a_rider(
    as_user: AsUser, dora: User, economy: CarType, roads: OsrmRouting
) -> None:
    assert len(ask(as_user(dora))["options"]) == 1


def test_miles_and_whole_coins(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    update_platform_settings(convert_to_mile=True, decimal=0)
    answer = ask(visitor)
    (option,) = answer["options"]
    distance = next(line for line in option["breakdown"] if line["key"] == "distance")
    assert distance["unit"] == "mi"
    assert float(distance["quantity"]) == pytest.approx(answer["route"]["distance_km"] / 1.609344, abs=0.001)
    assert all(D(line["amount"]) % 1 == 0 for line in option["breakdown"])
    quote = read_quote(option["quote_id"])
    assert (quote.convert_to_mile, quote.decimals) == (True, 0)


def test_without_car_types_there_is_nothing_to_choose(visitor: APIClient, roads: OsrmRouting) -> None:
    assert ask(visitor)["options"] == []


# -- the cars -----------------------------------------------------------------------------------


def test_cars_near_are_counted_and_the_nearest_is_timed(
    visitor: APIClient,
    economy: CarType,
    comfort: CarType,
    ben: User,
    bob: User,
    roads: OsrmRouting,
    put_online: PutOnline,
) -> None:
    put_online(ben, 50.7010, -1.2935)
    put_online(bob, *RYDE)
    options = {option["car_type"]["name"]: option for option in ask(visitor)["options"]}
    assert options["Economy"]["drivers_nearby"] == 2
    assert 0 < options["Economy"]["pickup_eta_seconds"] < 180
    assert options["Comfort"]["drivers_nearby"] == 0
    assert options["Comfort"]["pickup_eta_seconds"] is None


@pytest.mark.parametrize("why", ["offline", "busy", "silent", "far", "not approved"])
def test_a_car_that_cannot_come_is_not_counted(
    visitor: APIClient, ben: User, roads: OsrmRouting, put_online: PutOnline, why: str
) -> None:
    update_platform_settings(driver_radius=D(5))
    at = RYDE if why == "far" else (50.7010, -1.2935)
    put_online(ben, *at, seconds_ago=61 if why == "silent" else 1)
    if why == "offline":
        set_driver_active(driver_id=ben.pk, active=False)
    elif why == "busy":
        mark_driver_busy(driver_id=ben.pk)
    elif why == "not approved":
        User.objects.filter(pk=ben.pk).update(approved=False)
        sync_driver_position(driver_id=ben.pk)
    (option,) = ask(visitor)["options"]
    assert (option["drivers_nearby"], option["pickup_eta_seconds"]) == (0, None)


def test_the_radius_may_be_in_miles(
    visitor: APIClient, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    # Ryde lies 9.8 km from Newport: outside of 7 km, within 7 miles.
    put_online(ben, *RYDE)
    update_platform_settings(driver_radius=D(7))
    assert ask(visitor)["options"][0]["drivers_nearby"] == 0
    update_platform_settings(driver_radius=D(7), convert_to_mile=True)
    assert ask(visitor)["options"][0]["drivers_nearby"] == 1


class OneMatrix(NoMatrix):
    """Counts the calls."""

    calls = 0

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        self.calls += 1
        return self._routing.matrix(sources, destinations)


def test_the_price_stands_when_nobody_can_time_the_cars(
    visitor: APIClient, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    put_online(ben, 50.7010, -1.2935)
    with using_maps(routing=NoMatrix(roads)):
        (option,) = ask(visitor)["options"]
    assert (option["drivers_nearby"], option["pickup_eta_seconds"]) == (1, None)
    assert D(option["trip_cost"]) > 10


def test_all_cars_are_timed_in_one_call(
    visitor: APIClient, comfort: CarType, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    put_online(ben, 50.7010, -1.2935)
    for number in range(5):
        put_online(make_driver(f"C{number}", comfort), 50.7020 + number / 1000, -1.2935)
    counted = OneMatrix(roads)
    with using_maps(routing=counted):
        options = ask(visitor)["options"]
    assert [option["drivers_nearby"] for option in options] == [1, 5]
    assert all(option["pickup_eta_seconds"] is not None for option in options)
    assert counted.calls == 1


def test_an_estimate_asks_the_database_little(
    visitor: APIClient,
    economy: CarType,
    comfort: CarType,
    roads: OsrmRouting,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ask(visitor)
    # The car types; the settings are remembered, and the searches go past Django (one a car type).
    with django_assert_num_queries(1):
        ask(visitor)
