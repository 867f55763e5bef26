"""Estimates over HTTP on real roads: prices and nearby cars."""

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
from tests.fares.conftest import PutOnline
from tests.fares.estimates import COWES, NEWPORT, RYDE, NoMatrix, get_estimate
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


# -- prices -------------------------------------------------------------------------------------


def test_visitor_sees_the_price_of_every_car_type(
    visitor: APIClient, economy: CarType, comfort: CarType, roads: OsrmRouting
) -> None:
    estimate = get_estimate(visitor)
    route = roads.route(LatLng(50.7003, -1.2928), LatLng(50.7595, -1.2984))
    km, seconds = route.distance_km, D(route.duration_seconds)
    assert estimate["route"] == {
        "distance_km": float(km),
        "duration_seconds": route.duration_seconds,
        "polyline_points": route.polyline,
    }
    assert 6 < km < 12
    shown = {option["car_type"]["name"]: D(option["trip_cost"]) for option in estimate["options"]}
    # Document 1 section 9: base + distance + time, plus 15 percent.
    cent = D("0.01")
    by_hand = {
        "Economy": 10 + 5 * km + 5 * seconds / 3600,
        "Comfort": 12 + 8 * km + 6 * seconds / 3600,
    }
    for name, exact in by_hand.items():
        total = (exact + D("1e-9")).quantize(cent)
        assert shown[name] == total + (total * D("0.15") + D("1e-9")).quantize(cent)


def test_lines_add_up_and_name_their_units(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    (option,) = get_estimate(visitor)["options"]
    assert sum(D(line["amount"]) for line in option["breakdown"]) == D(option["trip_cost"])
    assert [(line["key"], line["unit"]) for line in option["breakdown"]] == [
        ("base_fare", "trip"),
        ("distance", "km"),
        ("time", "h"),
        ("convenience_fee", "%"),
    ]
    fee = option["breakdown"][-1]
    assert (D(fee["rate"]), D(fee["amount"])) == (D(15), D(option["convenience_fees"]))


def test_quote_contains_what_was_shown(
    as_user: AsUser, ada: User, economy: CarType, roads: OsrmRouting
) -> None:
    before = timezone.now()
    estimate = get_estimate(as_user(ada))
    after = timezone.now()
    (option,) = estimate["options"]
    quote = read_quote(option["quote_id"], user_id=ada.pk)
    assert quote.trip_cost == D(option["trip_cost"])
    assert (quote.pickup.add, quote.drop.add) == (NEWPORT["add"], COWES["add"])
    assert (quote.car_type_id, quote.issued_for) == (economy.pk, ada.pk)
    assert float(quote.distance_km) == estimate["route"]["distance_km"]
    assert quote.duration_seconds == estimate["route"]["duration_seconds"]
    assert quote.expires_at == datetime.fromisoformat(estimate["expires_at"])
    # Truncated to whole seconds.
    lifetime = timedelta(minutes=10)
    assert before + lifetime - timedelta(seconds=1) < quote.expires_at <= after + lifetime


def test_visitors_quote_has_no_user(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    assert read_quote(get_estimate(visitor)["options"][0]["quote_id"]).issued_for is None


def test_estimate_of_one_car_type(
    visitor: APIClient, economy: CarType, comfort: CarType, roads: OsrmRouting
) -> None:
    options = get_estimate(visitor, car_type_id=comfort.pk)["options"]
    assert [option["car_type"]["id"] for option in options] == [comfort.pk]


def test_admin_gets_estimates(as_user: AsUser, dora: User, economy: CarType, roads: OsrmRouting) -> None:
    assert len(get_estimate(as_user(dora))["options"]) == 1


def test_miles_and_no_decimals(visitor: APIClient, economy: CarType, roads: OsrmRouting) -> None:
    update_platform_settings(convert_to_mile=True, decimal=0)
    estimate = get_estimate(visitor)
    (option,) = estimate["options"]
    distance = next(line for line in option["breakdown"] if line["key"] == "distance")
    assert distance["unit"] == "mi"
    assert float(distance["quantity"]) == pytest.approx(
        estimate["route"]["distance_km"] / 1.609344, abs=0.001
    )
    assert all(D(line["amount"]) % 1 == 0 for line in option["breakdown"])
    quote = read_quote(option["quote_id"])
    assert (quote.convert_to_mile, quote.decimals) == (True, 0)


def test_without_car_types_there_are_no_options(visitor: APIClient, roads: OsrmRouting) -> None:
    assert get_estimate(visitor)["options"] == []


# -- cars ---------------------------------------------------------------------------------------


def test_nearby_cars_are_counted_with_the_nearest_eta(
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
    options = {option["car_type"]["name"]: option for option in get_estimate(visitor)["options"]}
    assert options["Economy"]["drivers_nearby"] == 2
    assert 0 < options["Economy"]["pickup_eta_seconds"] < 180
    assert options["Comfort"]["drivers_nearby"] == 0
    assert options["Comfort"]["pickup_eta_seconds"] is None


@pytest.mark.parametrize("why", ["offline", "busy", "silent", "far", "not approved"])
def test_unavailable_car_is_not_counted(
    visitor: APIClient, ben: User, roads: OsrmRouting, put_online: PutOnline, why: str
) -> None:
    update_platform_settings(driver_radius=D(5))
    at = RYDE if why == "far" else (50.7010, -1.2935)
    # Ages count from the start of the transaction, on a slow machine seconds before this line.
    put_online(ben, *at, seconds_ago=120 if why == "silent" else 1)
    if why == "offline":
        set_driver_active(driver_id=ben.pk, active=False)
    elif why == "busy":
        mark_driver_busy(driver_id=ben.pk)
    elif why == "not approved":
        User.objects.filter(pk=ben.pk).update(approved=False)
        sync_driver_position(driver_id=ben.pk)
    (option,) = get_estimate(visitor)["options"]
    assert (option["drivers_nearby"], option["pickup_eta_seconds"]) == (0, None)


def test_radius_is_in_miles_by_the_setting(
    visitor: APIClient, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    # Ryde is 9.8 km from Newport: outside 7 km, within 7 miles.
    put_online(ben, *RYDE)
    update_platform_settings(driver_radius=D(7))
    assert get_estimate(visitor)["options"][0]["drivers_nearby"] == 0
    update_platform_settings(driver_radius=D(7), convert_to_mile=True)
    assert get_estimate(visitor)["options"][0]["drivers_nearby"] == 1


class OneMatrix(NoMatrix):
    """Counts the table requests."""

    calls = 0

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        self.calls += 1
        return self._routing.matrix(sources, destinations)


def test_price_is_shown_without_pickup_etas(
    visitor: APIClient, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    put_online(ben, 50.7010, -1.2935)
    with using_maps(routing=NoMatrix(roads)):
        (option,) = get_estimate(visitor)["options"]
    assert (option["drivers_nearby"], option["pickup_eta_seconds"]) == (1, None)
    assert D(option["trip_cost"]) > 10


def test_all_cars_are_timed_in_one_request(
    visitor: APIClient, comfort: CarType, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    put_online(ben, 50.7010, -1.2935)
    for number in range(5):
        put_online(make_driver(f"C{number}", comfort), 50.7020 + number / 1000, -1.2935)
    counted = OneMatrix(roads)
    with using_maps(routing=counted):
        options = get_estimate(visitor)["options"]
    assert [option["drivers_nearby"] for option in options] == [1, 5]
    assert all(option["pickup_eta_seconds"] is not None for option in options)
    assert counted.calls == 1


def test_estimate_query_count(
    visitor: APIClient,
    economy: CarType,
    comfort: CarType,
    roads: OsrmRouting,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    get_estimate(visitor)
    # The car types; the settings are cached, and the driver searches bypass Django.
    with django_assert_num_queries(1):
        get_estimate(visitor)
