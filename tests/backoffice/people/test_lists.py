"""The four user lists: contents, visibility, filters and sorting."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.profile.documents import today
from apps.backoffice.people.lists import ORDERINGS, PeopleFilters, people_for
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.backoffice.people.api import API, call
from tests.bookings.builders import credit_wallet
from tests.personas import client_of, make_driver, make_user

pytestmark = pytest.mark.django_db


def list_users(who: User, path: str) -> list[int]:
    response = call(who, "get", path)
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


def test_each_list_has_one_role_newest_first(
    ada: User, cleo: User, ben: User, bob: User, fay: User, dora: User
) -> None:
    assert list_users(dora, "riders/") == [cleo.pk, ada.pk]
    assert sorted(list_users(dora, "drivers/")) == sorted([bob.pk, ben.pk])
    assert list_users(dora, "fleet-admins/") == [fay.pk]
    assert list_users(dora, "admins/") == [dora.pk]


def test_fleet_admin_lists_own_drivers_only(ben: User, bob: User, fay: User) -> None:
    assert list_users(fay, "drivers/") == [bob.pk]
    assert list_users(fay, f"drivers/?fleet_admin={fay.pk + 1000}") == []
    for path in ("riders/", "fleet-admins/", "admins/"):
        assert call(fay, "get", path).status_code == 403


def test_driver_row_has_document_3s_columns(bob: User, fay: User, dora: User, economy: CarType) -> None:
    credit_wallet(bob)
    friend = make_user("Gil")
    User.objects.filter(pk=bob.pk).update(signup_via_referral=friend, bank_name="Isle Bank")
    (row,) = call(dora, "get", "drivers/").json()["results"]
    assert row["wallet_balance"] == "1000.0000"
    assert row["signup_via_referral"] == {"id": friend.pk, "name": "Gil Example"}
    assert (row["bank_name"], row["approved"], row["email"]) == ("Isle Bank", True, bob.email)
    assert row["driver"] == {
        "vehicle_make": "Toyota",
        "vehicle_model": "Prius",
        "vehicle_number": f"HX{bob.pk:02d} CAB",
        "other_info": "",
        "car_type": {"id": economy.pk, "name": "Economy"},
        "fleet_admin": {"id": fay.pk, "name": "Fay Example"},
        "active": False,
        "busy": False,
        "rating": None,
        "rating_count": 0,
        "license_image_url": None,
        "vehicle_assigned": False,
    }


def test_drivers_are_filtered(ben: User, bob: User, fay: User, dora: User) -> None:
    other = CarType.objects.exclude(name="Economy").first() or CarType.objects.create(
        name="Comfort",
        base_fare=1,
        min_fare=1,
        rate_per_hour=1,
        rate_per_unit_distance=1,
        convenience_fees=1,
    )
    DriverProfile.objects.filter(pk=ben.pk).update(active=True, car_type=other)
    User.objects.filter(pk=bob.pk).update(approved=False)
    assert list_users(dora, "drivers/?active=true") == [ben.pk]
    assert list_users(dora, f"drivers/?car_type={other.pk}") == [ben.pk]
    assert list_users(dora, "drivers/?approved=false") == [bob.pk]
    assert list_users(dora, f"drivers/?fleet_admin={fay.pk}") == [bob.pk]
    assert list_users(dora, "drivers/?busy=true") == []


@pytest.mark.parametrize(
    ("days", "state", "wanted", "found"),
    [
        (-1, "accepted", "expired", True),
        (0, "accepted", "expired", False),
        (0, "accepted", "expiring", True),
        (30, "pending", "expiring", True),
        (31, "accepted", "expiring", False),
        (-1, "accepted", "expiring", False),
        (-1, "refused", "expired", False),
    ],
)
def test_drivers_with_expiring_documents(
    ben: User, dora: User, days: int, state: str, wanted: str, found: bool
) -> None:
    DriverDocument.objects.create(
        driver=ben, kind="insurance", expires_on=today() + timedelta(days=days), state=state
    )
    assert list_users(dora, f"drivers/?documents={wanted}") == ([ben.pk] if found else [])


def test_users_are_filtered_by_sign_up_date(ada: User, cleo: User, dora: User) -> None:
    User.objects.filter(pk=ada.pk).update(created_at=timezone.now() - timedelta(days=10))
    day = (today() - timedelta(days=5)).isoformat()
    assert list_users(dora, f"riders/?from={day}") == [cleo.pk]
    assert list_users(dora, f"riders/?to={day}") == [ada.pk]


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_every_ordering_continues_by_cursor(dora: User, ordering: str) -> None:
    now = timezone.now()
    for number, name in enumerate(["Bea", "Abe", "Bea", "Cy"]):
        make_user(name, last_name=f"{name}son", created_at=now - timedelta(minutes=number % 3))
    whole = list_users(dora, f"riders/?ordering={ordering}")
    client, paged = client_of(dora), []
    cursor: str | None = ""
    while cursor is not None:
        params = {"ordering": ordering, "page_size": "1", "cursor": cursor}
        page = client.get(f"{API}riders/", params).json()
        paged += [row["id"] for row in page["results"]]
        cursor = page["next"]
    assert paged == whole
    assert len(whole) == 4


def test_demo_mode_hides_contacts_with_the_documents_placeholder(ada: User, fay: User, dora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    for path, word in (("riders/", "Hidden"), ("fleet-admins/", "Hidden"), ("admins/", "Hidden for Demo")):
        (row,) = call(dora, "get", path).json()["results"]
        assert (row["email"], row["mobile"]) == (word, "Hidden")


@pytest.mark.parametrize("path", ["riders/", "drivers/", "fleet-admins/", "admins/"])
def test_more_users_take_no_more_queries(
    dora: User, fay: User, economy: CarType, path: str, django_assert_num_queries: Any
) -> None:
    client = client_of(dora)

    def grow(count: int) -> None:
        for _ in range(count):
            make_driver("Di", economy, fleet_admin=fay)
            make_user("Ri")
            make_user("Fi", UserType.FLEET_ADMIN)
            make_user("Ad", UserType.ADMIN)

    grow(1)
    client.get(f"{API}{path}")
    for _ in range(2):
        with django_assert_num_queries(2):
            assert client.get(f"{API}{path}").status_code == 200
        grow(4)


def test_every_ordering_of_many_riders_uses_an_index(dora: User) -> None:
    users = [User(first_name=f"Rider{number}", last_name=f"Number{number}") for number in range(4000)]
    User.objects.bulk_create(users)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user")
    names = {
        "created_at": "user_by_created",
        "first_name": "user_by_first_name",
        "last_name": "user_by_last_name",
    }
    for ordering in ORDERINGS:
        filters = PeopleFilters.parse({"ordering": ordering})
        rows = people_for(dora, UserType.RIDER, filters)
        plan = filters.order().sort(rows)[:26].explain()
        assert names[filters.order().field] in plan, plan


@pytest.mark.parametrize(
    "search",
    [
        "07700 900101",
        "07700900101",
        "0044 7700 900101",
        "+44 7700-900101",
        "447700900101",
        "0770",
        "07700 9001",
    ],
)
def test_number_is_found_in_any_format(dora: User, search: str) -> None:
    update_platform_settings(country="United Kingdom")
    wanted = make_user("Zoe", mobile="+447700900101")
    make_user("Yan", mobile="+33770090010")
    rows = client_of(dora).get("/api/v1/riders/", {"search": search}).json()["results"]
    assert [row["id"] for row in rows] == [wanted.pk]
