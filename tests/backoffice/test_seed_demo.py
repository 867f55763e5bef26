"""`manage.py seed_demo` adds default data and demo users once, and undoes no changes."""

import re
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import set_driver_active
from apps.backoffice.demo import people
from apps.bookings.models import CancelReason
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType, Promo
from apps.geo.models import DriverPosition, MapRegion, Place, StreetPoint
from apps.wallet.selectors import balance_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _demo(settings: Any) -> None:
    settings.DEMO = True


def seed_demo(**options: Any) -> str:
    output = StringIO()
    call_command("seed_demo", stdout=output, **options)
    return output.getvalue()


def person(login: str) -> User:
    return User.objects.select_related("driver_profile").get(email=f"{login}@hansom.example")


@pytest.mark.parametrize(
    ("name", "base", "minimum", "per_hour", "per_unit"),
    [
        ("Economy", 10, 10, 5, 5),
        ("Comfort", 12, 20, 6, 8),
        ("Exclusive", 15, 30, 8, 10),
        ("PICKUP TRUCK", 10, 10, 5, 5),
        ("MINI VAN", 12, 20, 6, 8),
        ("TRUCK", 15, 30, 8, 10),
    ],
)
def test_car_types_are_those_of_document_3(
    name: str, base: int, minimum: int, per_hour: int, per_unit: int
) -> None:
    seed_demo()
    row = CarType.objects.get(name=name)
    assert (row.base_fare, row.min_fare, row.rate_per_hour, row.rate_per_unit_distance) == (
        base,
        minimum,
        per_hour,
        per_unit,
    )
    assert (row.convenience_fees, row.convenience_fee_type) == (15, "percentage")
    assert row.icon == name.lower().replace(" ", "-")
    assert row.app_category == ("delivery" if name.isupper() else "taxi")


@pytest.mark.parametrize(
    ("name", "slabs"),
    [("Economy", (10, 15)), ("Comfort", (15, 20)), ("Exclusive", (20, 25)), ("TRUCK", (20, 25))],
)
def test_slabs_are_those_of_document_3(name: str, slabs: tuple[int, int]) -> None:
    seed_demo()
    rows = CarType.objects.get(name=name).cancel_slabs.values_list("mins_delayed", "amount")
    assert list(rows) == [(2, slabs[0]), (4, slabs[1])]


def test_parcels_and_promo_are_those_of_document_3() -> None:
    seed_demo()
    truck = CarType.objects.get(name="PICKUP TRUCK")
    assert list(truck.parceltypes.values_list("description", "amount")) == [
        ("Document", 0),
        ("Box", 5),
        ("Fragile", 15),
    ]
    assert list(truck.parceloptions.values_list("description", "amount")) == [
        ("below 5 kg", 10),
        ("5 to 20 kg", 20),
    ]
    promo = Promo.objects.get()
    assert (promo.promo_discount_type, promo.promo_discount_value) == ("flat", 10)
    assert (promo.max_promo_discount_value, promo.min_order, promo.promo_usage_limit) == (10, 10, 100)


def test_cancel_reasons_are_those_of_document_3_counted_from_0() -> None:
    seed_demo()
    assert list(CancelReason.objects.values_list("value", "label")) == [
        (0, "Unable to Contact Driver"),
        (1, "Cab is not moving in my direction"),
        (2, "My reason is not listed"),
        (3, "Driver denied duty"),
        (4, "Cab is taking long time"),
    ]


def test_settings_of_document_3_are_set() -> None:
    seed_demo()
    settings = platform_settings()
    assert (settings.code, settings.symbol, settings.decimal) == ("USD", "$", 2)
    assert (settings.radius, settings.bonus) == (Decimal(10), Decimal(10))
    assert settings.auto_dispatch
    assert not settings.negative_balance


@pytest.mark.parametrize(
    ("login", "role"), [("ada", "rider"), ("ben", "driver"), ("fay", "fleetadmin"), ("dora", "admin")]
)
def test_one_user_of_each_role_can_log_in(login: str, role: str) -> None:
    seed_demo()
    response = APIClient().post(
        "/api/v1/auth/sign-in/", {"email": f"{login}@hansom.example", "password": "hansom123"}
    )
    assert response.status_code == 200
    assert response.json()["user"]["user_type"] == role


def test_demo_users_log_in_when_emails_must_be_verified() -> None:
    seed_demo()
    update_platform_settings(email_verify=True)
    response = APIClient().post(
        "/api/v1/auth/sign-in/", {"email": "ada@hansom.example", "password": "hansom123"}
    )
    assert response.status_code == 200
    assert person("ada").mobile_verified


def test_referral_ids_of_the_demo_are_as_documented() -> None:
    seed_demo(drivers=3, riders=3)
    for user in User.objects.all():
        assert re.fullmatch(rf"{user.first_name.lower()}[1-9][0-9]{{3}}", user.referral_id or "")


def test_only_the_admin_may_enter_the_django_admin() -> None:
    seed_demo()
    assert list(User.objects.filter(is_staff=True)) == [person("dora")]
    assert person("dora").is_superuser


def test_drivers_can_go_online_and_offline() -> None:
    seed_demo()
    drivers = DriverProfile.objects.all()
    assert len(drivers) == 19
    assert not drivers.filter(active=True).exists()
    for driver in drivers:
        assert set_driver_active(driver_id=driver.pk, active=True)
    assert {driver.car_type.name for driver in drivers if driver.car_type} == {
        "Economy",
        "Comfort",
        "Exclusive",
        "PICKUP TRUCK",
        "MINI VAN",
        "TRUCK",
    }


def test_fay_owns_some_drivers_including_bob_and_not_ben() -> None:
    seed_demo()
    fleet = DriverProfile.objects.filter(fleet_admin=person("fay"))
    assert 2 <= len(fleet) < 19
    assert person("bob").driver_profile in fleet
    assert person("ben").driver_profile not in fleet
    assert DriverPosition.objects.get(pk=person("bob").pk).fleet_admin_id == person("fay").pk


def test_wallets_are_credited_once() -> None:
    seed_demo()
    seed_demo()
    assert balance_of(person("ada").pk) == 200
    assert balance_of(person("ben").pk) == 100
    assert balance_of(person("dora").pk) == 0


def test_second_run_adds_nothing_and_keeps_changes() -> None:
    assert "0 people" not in seed_demo()
    update_platform_settings(app_name="My Cabs", company_name="")
    CarType.objects.filter(name="Economy").update(base_fare=99)
    CarType.objects.filter(name="Comfort").delete()
    CancelReason.objects.filter(value=4).delete()
    User.objects.filter(email="ada@hansom.example").update(first_name="Adelaide")
    assert seed_demo().strip() == "New: 0 car types, 0 reasons, 0 promos, 0 people."
    assert (platform_settings().app_name, platform_settings().company_name) == ("My Cabs", "")
    taxis = CarType.objects.filter(app_category="taxi")
    assert list(taxis.values_list("name", "base_fare")) == [("Economy", 99), ("Exclusive", 15)]
    assert CancelReason.objects.count() == 4
    assert person("ada").first_name == "Adelaide"


def test_outside_a_demo_no_one_gets_a_known_password(settings: Any) -> None:
    settings.DEMO = False
    seed_demo()
    assert not User.objects.exists()
    assert CarType.objects.count() == 6
    with pytest.raises(CommandError):
        seed_demo(drivers=1)
    assert not User.objects.exists()


def test_simulated_users_are_added_up_to_the_requested_number() -> None:
    seed_demo(drivers=3, riders=2)
    assert "New: 0 car types, 0 reasons, 0 promos, 4 people." in seed_demo(drivers=5, riders=4)
    drivers = User.objects.filter(email__startswith="sim-driver-").order_by("email")
    assert [user.email for user in drivers][-1] == "sim-driver-005@hansom.example"
    assert User.objects.filter(email__startswith="sim-rider-").count() == 4
    assert balance_of(drivers[0].pk) == 100
    assert drivers[4].check_password(people.PASSWORD)


def cars_of(prefix: str) -> list[str]:
    drivers = DriverProfile.objects.filter(user__email__startswith=prefix).order_by("user__email")
    return [driver.car_type.name for driver in drivers if driver.car_type]


def test_only_simulated_drivers_change_cars_with_the_category() -> None:
    seed_demo(drivers=3)
    assert cars_of("sim-driver-") == ["Economy"] * 3
    update_platform_settings(app_category="delivery")
    assert "0 people" in seed_demo(drivers=3)
    assert cars_of("sim-driver-") == ["PICKUP TRUCK", "PICKUP TRUCK", "MINI VAN"]
    assert cars_of("ben@") == ["Economy"]
    truck = CarType.objects.get(name="MINI VAN")
    driver = User.objects.get(email="sim-driver-003@hansom.example")
    assert DriverPosition.objects.get(pk=driver.pk).car_type_id == truck.pk
    update_platform_settings(app_category="taxi")
    seed_demo(drivers=3)
    assert cars_of("sim-driver-") == ["Economy"] * 3


@pytest.mark.parametrize("category", ["taxi", "delivery"])
def test_every_car_type_of_either_category_has_a_demo_driver(category: str) -> None:
    seed_demo()
    kinds = set(CarType.objects.filter(app_category=category).values_list("name", flat=True))
    assert kinds <= set(DriverProfile.objects.values_list("car_type__name", flat=True))


def test_password_is_hashed_once_for_all_users() -> None:
    seed_demo(drivers=3, riders=3)
    assert User.objects.values("password").distinct().count() == 1


def make_town(region: MapRegion, name: str, importance: float, lat: float) -> None:
    Place.objects.create(
        id=name, region=region, kind="locality", main_text=name, importance=importance, lat=lat, lng=-1.3,
        folded=name, search_text=name,
    )  # fmt: skip
    for number in range(2):
        street = Place.objects.create(
            id=f"{name}{number}", region=region, kind="street", main_text=f"Street {number}", city=name,
            importance=0.1, lat=lat, lng=-1.3, folded="street", search_text="street",
        )  # fmt: skip
        StreetPoint.objects.create(street=street, lat=lat + number / 100, lng=-1.3)


def test_drivers_wait_on_streets_of_the_imported_towns_in_turn() -> None:
    region = MapRegion.objects.create(
        name="Isle", extract_sha256="0", version="1", west=-2, south=50, east=-1, north=51, center_lat=50.7,
        center_lng=-1.3,
    )  # fmt: skip
    make_town(region, "Newport", 0.9, 50.70)
    make_town(region, "Ryde", 0.8, 50.73)
    seed_demo()
    spots = DriverPosition.objects.order_by("driver_id").values_list("lat", "online")
    assert [round(lat or 0, 2) for lat, _ in spots[:5]] == [50.70, 50.73, 50.71, 50.74, 50.70]
    assert not any(online for _, online in spots)


def test_drivers_have_no_position_without_an_imported_map() -> None:
    seed_demo()
    assert not DriverPosition.objects.filter(at__isnull=False).exists()
