"""The public list of car types."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CancelSlab, CarType, ParcelOption, ParcelType
from apps.fares.selectors import rates_of

AsUser = Callable[[User | None], APIClient]

pytestmark = pytest.mark.django_db


def test_visitor_sees_the_rates(as_user: AsUser, economy: CarType) -> None:
    assert as_user(None).get("/api/v1/car-types/").json() == {
        "results": [
            {
                "id": economy.pk,
                "name": "Economy",
                "image": None,
                "icon": "economy",
                "extra_info": "Capacity: 3, Type: Taxi",
                "base_fare": "10.0000",
                "rate_per_unit_distance": "5.0000",
                "rate_per_hour": "5.0000",
                "min_fare": "10.0000",
                "convenience_fees": "15.0000",
                "convenience_fee_type": "percentage",
                "seats": None,
                "luggage": None,
                "parcel_types": [],
                "options": [],
                "cancel_slabs": [],
            }
        ]
    }


def test_list_includes_parcels_options_and_slabs_in_order(as_user: AsUser, economy: CarType) -> None:
    box = ParcelType.objects.create(car_type=economy, description="Box", amount=5, position=1)
    document = ParcelType.objects.create(car_type=economy, description="Document", amount=0, position=0)
    light = ParcelOption.objects.create(car_type=economy, description="below 5 kg", amount=10)
    CancelSlab.objects.create(car_type=economy, mins_delayed=4, amount=15)
    CancelSlab.objects.create(car_type=economy, mins_delayed=2, amount=10)

    (listed,) = as_user(None).get("/api/v1/car-types/").json()["results"]

    assert listed["parcel_types"] == [
        {"id": document.pk, "description": "Document", "amount": "0.0000"},
        {"id": box.pk, "description": "Box", "amount": "5.0000"},
    ]
    assert listed["options"] == [{"id": light.pk, "description": "below 5 kg", "amount": "10.0000"}]
    assert listed["cancel_slabs"] == [
        {"mins_delayed": 2, "amount": "10.0000"},
        {"mins_delayed": 4, "amount": "15.0000"},
    ]


@pytest.mark.parametrize(
    ("category", "names"), [("taxi", ["Economy", "Saloon"]), ("delivery", ["Economy", "Truck"])]
)
def test_list_is_filtered_by_category(
    as_user: AsUser, economy: CarType, category: str, names: list[str]
) -> None:
    CarType.objects.create(name="Saloon", app_category="taxi")
    CarType.objects.create(name="Truck", app_category="delivery")
    update_platform_settings(app_category=category)
    results = as_user(None).get("/api/v1/car-types/").json()["results"]
    assert [row["name"] for row in results] == names


def test_list_has_the_operators_order_in_four_queries(
    as_user: AsUser, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name, position in (("Van", 2), ("Bike", 0), ("Car", 1)):
        CarType.objects.create(name=name, position=position, image="car-types/x.png")
    platform_settings()
    with django_assert_num_queries(4):
        results = as_user(None).get("/api/v1/car-types/").json()["results"]
    assert [(row["name"], row["image"]) for row in results] == [
        ("Bike", "/media/car-types/x.png"),
        ("Car", "/media/car-types/x.png"),
        ("Van", "/media/car-types/x.png"),
    ]


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_public_list_is_read_only(as_user: AsUser, economy: CarType, dora: User, method: str) -> None:
    reply = getattr(as_user(dora), method)("/api/v1/car-types/", {"name": "Free ride"})
    assert reply.status_code == 405
    assert list(CarType.objects.values_list("name", flat=True)) == ["Economy"]


def test_rates_equal_those_of_the_database(economy: CarType) -> None:
    unread, read = rates_of(economy), rates_of(CarType.objects.get(pk=economy.pk))
    assert unread == read
    assert read.base_fare == 10
    assert read.convenience_fee_type == "percentage"
