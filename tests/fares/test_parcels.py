"""Parcel types and options in estimates: priced by car type, quoted, and refused elsewhere."""

from decimal import Decimal as D
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.core.platform import update_platform_settings
from apps.fares.estimates.quotes import read_quote
from apps.fares.models import CarType
from apps.geo.adapters.osrm import OsrmRouting
from tests.fares.estimates import get_estimate

pytestmark = pytest.mark.django_db


@pytest.fixture
def truck(roads: OsrmRouting) -> CarType:
    update_platform_settings(app_category="delivery")
    return offering("PICKUP TRUCK", "Box", 5, "below 5 kg", 10)


def offering(name: str, parcel: str, parcel_amount: int, option: str, option_amount: int) -> CarType:
    car_type = CarType.objects.create(
        name=name,
        app_category="delivery",
        base_fare=10,
        min_fare=10,
        rate_per_hour=5,
        rate_per_unit_distance=5,
        convenience_fees=15,
    )
    car_type.parceltypes.create(description=parcel, amount=parcel_amount)
    car_type.parceloptions.create(description=option, amount=option_amount)
    return car_type


def ids(car_type: CarType) -> dict[str, int]:
    return {
        "parcel_type_id": car_type.parceltypes.get().pk,
        "option_id": car_type.parceloptions.get().pk,
    }


def lines(option: dict[str, Any]) -> dict[str, D]:
    return {line["key"]: D(line["amount"]) for line in option["breakdown"]}


def test_parcel_and_option_are_priced_with_the_fee(visitor: APIClient, truck: CarType) -> None:
    (plain,) = get_estimate(visitor, car_type_id=truck.pk)["options"]
    (priced,) = get_estimate(visitor, car_type_id=truck.pk, **ids(truck))["options"]

    assert (plain["parcel_type_selected"], plain["option_selected"]) == (None, None)
    assert "parcel" not in lines(plain)
    assert (lines(priced)["parcel"], lines(priced)["option"]) == (D(5), D(10))
    assert priced["parcel_type_selected"] == {
        "id": truck.parceltypes.get().pk,
        "description": "Box",
        "amount": "5.0000",
    }
    assert priced["option_selected"]["description"] == "below 5 kg"
    assert sum(lines(priced).values()) == D(priced["trip_cost"])
    total = D(priced["trip_cost"]) - D(priced["convenience_fees"])
    assert total == D(plain["trip_cost"]) - D(plain["convenience_fees"]) + 15
    assert D(priced["convenience_fees"]) == round(total * D("0.15"), 2)


def test_each_can_be_chosen_alone_and_zero_adds_no_line(visitor: APIClient, truck: CarType) -> None:
    document = truck.parceltypes.create(description="Document", amount=0)
    (option,) = get_estimate(visitor, car_type_id=truck.pk, option_id=truck.parceloptions.get().pk)["options"]
    assert lines(option).keys() >= {"option"}
    assert "parcel" not in lines(option)
    (free,) = get_estimate(visitor, car_type_id=truck.pk, parcel_type_id=document.pk)["options"]
    assert free["parcel_type_selected"]["description"] == "Document"
    assert "parcel" not in lines(free)


def test_lowest_price_includes_the_cheapest_required_choices(visitor: APIClient, truck: CarType) -> None:
    """The cheapest booking is a box of 5 with an option of 10; a more expensive choice raises the price."""
    crate = truck.parceltypes.create(description="Crate", amount=25)
    (cheapest,) = get_estimate(
        visitor,
        car_type_id=truck.pk,
        parcel_type_id=truck.parceltypes.get(amount=5).pk,
        option_id=truck.parceloptions.get().pk,
    )["options"]

    (unchosen,) = get_estimate(visitor, car_type_id=truck.pk)["options"]
    (with_crate,) = get_estimate(visitor, car_type_id=truck.pk, parcel_type_id=crate.pk)["options"]

    assert unchosen["from_trip_cost"] == cheapest["trip_cost"] == cheapest["from_trip_cost"]
    assert D(unchosen["from_trip_cost"]) > D(unchosen["trip_cost"])
    # 20 more for the crate, plus the fee.
    assert D(with_crate["from_trip_cost"]) == D(cheapest["trip_cost"]) + D("23")


def test_car_types_without_the_parcel_are_priced_without_it(visitor: APIClient, truck: CarType) -> None:
    van = offering("MINI VAN", "Crate", 7, "upright", 3)
    options = {each["car_type"]["id"]: each for each in get_estimate(visitor, **ids(truck))["options"]}
    assert lines(options[truck.pk])["parcel"] == 5
    assert options[van.pk]["parcel_type_selected"] is None
    assert not lines(options[van.pk]).keys() & {"parcel", "option"}


def test_quote_contains_the_parcel(visitor: APIClient, truck: CarType) -> None:
    (option,) = get_estimate(visitor, car_type_id=truck.pk, **ids(truck))["options"]
    quote = read_quote(option["quote_id"])
    assert {"parcel_type_id": quote.parcel_type_id, "option_id": quote.option_id} == ids(truck)
    assert quote.trip_cost == D(option["trip_cost"])


@pytest.mark.parametrize("name", ["parcel_type_id", "option_id"])
def test_parcel_of_another_car_type_is_refused(visitor: APIClient, truck: CarType, name: str) -> None:
    van = offering("MINI VAN", "Crate", 7, "upright", 3)
    for wrong in (ids(van)[name], 999_999, 10**30):
        body = get_estimate(visitor, status=400, car_type_id=truck.pk, **{name: wrong})
        assert (body["code"], list(body["fields"])) == ("select_proper", [name])
    unknown = get_estimate(visitor, status=400, **{name: 999_999})
    assert unknown["code"] == "select_proper"


@pytest.mark.parametrize("value", [0, -1, "box", [], {}])
def test_invalid_id_is_refused(visitor: APIClient, truck: CarType, value: Any) -> None:
    assert get_estimate(visitor, status=400, parcel_type_id=value)["code"] == "select_proper"


def test_taxi_platform_has_no_parcels(visitor: APIClient, economy: CarType, truck: CarType) -> None:
    update_platform_settings(app_category="taxi")
    economy.parceltypes.create(description="Box", amount=5)
    chosen = {"parcel_type_id": economy.parceltypes.get().pk}
    body = get_estimate(visitor, status=400, car_type_id=economy.pk, **chosen)
    assert (body["code"], list(body["fields"])) == ("select_proper", ["parcel_type_id"])
    assert get_estimate(visitor, car_type_id=economy.pk, parcel_type_id=None, option_id=None)["options"]


def test_category_setting_selects_the_car_types(visitor: APIClient, economy: CarType, truck: CarType) -> None:
    CarType.objects.filter(pk=economy.pk).update(app_category="taxi")
    assert [each["car_type"]["name"] for each in get_estimate(visitor)["options"]] == ["PICKUP TRUCK"]
    update_platform_settings(app_category="taxi")
    assert [each["car_type"]["name"] for each in get_estimate(visitor)["options"]] == ["Economy"]
