"""The list of riders for admins."""

from typing import Any

import pytest
from django.db import connection

from apps.accounts.models import User
from apps.backoffice.people.lists import named
from apps.core.platform import platform_settings, update_platform_settings
from tests.bookings.builders import credit_wallet
from tests.personas import client_of, make_user

URL = "/api/v1/riders/"

pytestmark = pytest.mark.django_db


def found(admin: User, search: str) -> list[str]:
    response = client_of(admin).get(URL, {"search": search})
    assert response.status_code == 200
    return [row["first_name"] for row in response.json()["results"]]


def test_only_riders_are_listed_newest_first(ada: User, cleo: User, ben: User, dora: User) -> None:
    body = client_of(dora).get(URL).json()
    assert [row["id"] for row in body["results"]] == [cleo.pk, ada.pk]
    assert body["next"] is None


def test_row_has_what_a_booking_needs(ada: User, dora: User) -> None:
    credit_wallet(ada)
    (row,) = client_of(dora).get(URL).json()["results"]
    assert row | {"created_at": ""} == {
        "id": ada.pk,
        "created_at": "",
        "first_name": "Ada",
        "last_name": "Example",
        "name": "Ada Example",
        "mobile": ada.mobile,
        "email": ada.email,
        "profile_image": None,
        "approved": True,
        "wallet_balance": "1000.0000",
        "referral_id": None,
        "profile_complete": True,
        "user_type": "rider",
        "signup_via_referral": None,
        "bank_name": "",
        "bank_code": "",
        "bank_account": "",
        "staff_role": None,
        "driver": None,
    }


@pytest.mark.parametrize(
    "search", ["ada", "AD", "marl", "ada marlowe", "marlowe ada", "ada@m", "+4412", "4412"]
)
def test_terms_match_the_start_of_names_emails_and_numbers(dora: User, cleo: User, search: str) -> None:
    make_user("Ada", last_name="Marlowe", email="ada@marlowe.org", mobile="+441234567890")
    assert found(dora, search) == ["Ada"]


@pytest.mark.parametrize("search", ["da", "%", "_da", "ada cleo", "unknown"])
def test_term_that_starts_no_name_matches_no_one(ada: User, cleo: User, dora: User, search: str) -> None:
    assert found(dora, search) == []


def test_pages_continue_by_cursor(dora: User) -> None:
    people = [make_user(f"Rider{number}") for number in range(3)]
    first = client_of(dora).get(URL, {"page_size": 2}).json()
    second = client_of(dora).get(URL, {"page_size": 2, "cursor": first["next"]}).json()
    seen = [row["id"] for row in first["results"] + second["results"]]
    assert seen == [person.pk for person in reversed(people)]
    assert second["next"] is None


def test_demo_mode_hides_contacts_and_does_not_search_them(ada: User, dora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    (row,) = client_of(dora).get(URL).json()["results"]
    assert (row["email"], row["mobile"]) == ("Hidden", "Hidden")
    assert found(dora, ada.email or "") == found(dora, ada.mobile or "") == []
    assert found(dora, "ada") == ["Ada"]


def test_page_takes_one_query_beside_the_authentication(
    ada: User, cleo: User, dora: User, django_assert_max_num_queries: Any
) -> None:
    client = client_of(dora)
    client.get(URL)
    with django_assert_max_num_queries(3):
        client.get(URL, {"search": "a"})


def test_name_search_uses_an_index() -> None:
    users = [User(first_name=f"Rider{number}", last_name=f"Number{number}") for number in range(3000)]
    User.objects.bulk_create(users)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user")
    plan = named(User.objects.all(), "zoe", platform_settings()).order_by("-id").explain()
    for name in ("first_name", "last_name"):
        assert f"user_{name}_begins" in plan
