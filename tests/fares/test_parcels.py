"""What is carried, and how: priced with the car type that offers it, quoted, and refused elsewhere."""

from decimal import Decimal as D
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.core.platform import update_platform_settings
from apps.fares.estimates.quotes import read_quote
from apps.fares.models import CarType
from apps.geo.adapters.osrm import OsrmRouting
from tests.fares.asking import ask

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


def test_parcel_and_option_are_lines_of_the_price_and_part_of_the_fee(
    visitor: APIClient, truck: CarType
) -> None:
    (plain,) = ask(visitor, car_type_id=truck.pk)["options"]
    (priced,) = ask(visitor, car_type_id=truck.pk, **ids(truck))["options"]

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


def test_each_may_be_chosen_alone_and_one_of_amount_zero_adds_no_line(
    visitor: APIClient, truck: CarType
) -> None:
    paper = truck.parceltypes.create(description="Document", amount=0)
    (option,) = ask(visitor, car_type_id=truck.pk, option_id=truck.parceloptions.get().pk)["options"]
    assert lines(option).keys() >= {"option"}
    assert "parcel" not in lines(option)
    (free,) = ask(visitor, car_type_id=truck.pk, parcel_type_id=paper.pk)["options"]
    assert free["parcel_type_selected"]["description"] == "Document"
    assert "parcel" not in lines(free)


def test_the_cheapest_price_is_the_one_with_the_least_of_what_has_to_be_chosen(
    visitor: APIClient, truck: CarType
) -> None:
    """What is booked for the least is a box of 5 and an option of 10; who has chosen a dearer one pays it."""
    crate = truck.parceltypes.create(description="Crate", amount=25)
    (cheapest,) = ask(
        visitor,
        car_type_id=truck.pk,
        parcel_type_id=truck.parceltypes.get(amount=5).pk,
        option_id=truck.parceloptions.get().pk,
    )["options"]

    (open_yet,) = ask(visitor, car_type_id=truck.pk)["options"]
    (with_crate,) = ask(visitor, car_type_id=truck.pk, parcel_type_id=crate.pk)["options"]

    assert open_yet["from_trip_cost"] == cheapest["trip_cost"] == cheapest["from_trip_cost"]
    assert D(open_yet["from_trip_cost"]) > D(open_yet["trip_cost"])
    # 20 more for the crate, and the fee on it.
    assert D(with_crate["from_trip_cost"]) == D(cheapest["trip_cost"]) + D("23")


def test_without_a_car_type_those_that_do_not_offer_it_are_priced_plain(
    visitor: APIClient, truck: CarType
) -> None:
    van = offering("MINI VAN", "Crate", 7, "upright", 3)
    options = {each["car_type"]["id"]: each for each in ask(visitor, **ids(truck))["options"]}
    assert lines(options[truck.pk])["parcel"] == 5
    assert options[van.pk]["parcel_type_selected"] is None
    assert not lines(options[van.pk]).keys() & {"parcel", "option"}


def test_the_quote_says_what_is_carried(visitor: APIClient, truck: CarType) -> None:
    (option,) = ask(visitor, car_type_id=truck.pk, **ids(truck))["options"]
    quote = read_quote(option["quote_id"])
    assert {"parcel_type_id": quote.parcel_type_id, "option_id": quote.option_id} == ids(truck)
    assert quote.trip_cost == D(option["trip_cost"])


@pytest.mark.parametrize("name", ["parcel_type_id", "option_id"])
def test_what_the_car_type_does_not_offer_is_refused(visitor: APIClient, truck: CarType, name: str) -> None:
    van = offering("MINI VAN", "Crate", 7, "upright", 3)
    for wrong in (ids(van)[name], 999_999, 10**30):
        answer = ask(visitor, status=400, car_type_id=truck.pk, **{name: wrong})
        assert (answer["code"], list(answer["fields"])) == ("select_proper", [name])
    nobodys = ask(visitor, status=400, **{name: 999_999})
    assert nobodys["code"] == "select_proper"


@pytest.mark.parametrize("value", [0, -1, "box", [], {}])
def test_nonsense_for_an_id_is_refused(visitor: APIClient, truck: CarType, value: Any) -> None:
    assert ask(visitor, status=400, parcel_type_id=value)["code"] == "select_proper"


def test_where_people_ride_there_are_no_parcels(visitor: APIClient, economy: CarType, truck: CarType) -> None:
    update_platform_settings(app_category="taxi")
    economy.parceltypes.create(description="Box", amount=5)
    chosen = {"parcel_type_id": economy.parceltypes.get().pk}
    answer = ask(visitor, status=400, car_type_id=economy.pk, **chosen)
    assert (answer["code"], list(answer["fields"])) == ("select_proper", ["parcel_type_id"])
    assert ask(visitor, car_type_id=economy.pk, parcel_type_id=None, option_id=None)["options"]


def test_switching_the_category_is_all_it_takes_to_offer_the_other_car_types(
    visitor: APIClient, economy: CarType, truck: CarType
) -> None:
    CarType.objects.filter(pk=economy.pk).update(app_category="taxi")
    assert [each["car_type"]["name"] for each in ask(visitor)["options"]] == ["PICKUP TRUCK"]
    update_platform_settings(app_category="taxi")
    assert [each["car_type"]["name"] for each in ask(visitor)["options"]] == ["Economy"]
