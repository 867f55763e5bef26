"""A user's page, and exports of the user lists."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.platform import platform_settings, update_platform_settings
from apps.exports.registry import export_kind
from apps.fares.models import CarType
from tests.backoffice.people.api import API, assert_refused, call
from tests.bookings.builders import credit_wallet, make_booking
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db


def test_page_shows_the_facts_of_a_user(ada: User, bob: User, dora: User, economy: CarType) -> None:
    credit_wallet(ada)
    User.objects.filter(pk=make_user("Gil").pk).update(signup_via_referral=ada)
    done = make_booking(ada, economy, Status.COMPLETE, driver=bob)
    Booking.objects.filter(pk=done.pk).update(rating=4, feedback="Kind")
    make_booking(ada, economy, Status.CANCELLED)
    make_booking(ada, economy, Status.NEW)
    client_of(ada)
    page = call(dora, "get", f"people/{ada.pk}/").json()
    assert page["wallet_balance"] == "1000.0000"
    assert page["facts"]["trips"] == {"total": 3, "active": 1, "completed": 1, "cancelled": 1, "rated": 1}
    assert (page["facts"]["referred"], page["facts"]["sessions"]) == (1, 1)
    for person in (ada, bob):
        (rating,) = call(dora, "get", f"people/{person.pk}/ratings/").json()["results"]
        assert (rating["rating"], rating["feedback"], rating["driver"]["name"]) == (4, "Kind", "Bob Example")


def test_page_takes_the_same_number_of_queries_for_everyone(
    ada: User, bob: User, dora: User, economy: CarType, django_assert_max_num_queries: Any
) -> None:
    client = client_of(dora)
    for _ in range(3):
        make_booking(ada, economy, Status.COMPLETE, driver=bob)
    for person in (ada, bob, dora):
        client.get(f"{API}people/{person.pk}/")
        with django_assert_max_num_queries(15):
            assert client.get(f"{API}people/{person.pk}/").status_code == 200


def table(who: User, kind: str, **filters: Any) -> list[dict[str, Any]]:
    found = export_kind(kind)
    made = found.table(who, found.check(who, filters))
    assert made.count() == len(list(made.rows()))
    return [{column.name: column.value(row) for column in made.columns} for row in made.rows()]


def test_export_of_drivers_has_document_3s_columns_in_order(bob: User, ben: User, fay: User) -> None:
    (row,) = table(fay, "drivers", search="bob")
    assert list(row) == [
        *("created_at", "first_name", "last_name", "mobile", "email", "approved", "wallet_balance"),
        *("signup_via_referral", "referral_id", "bank_name", "bank_code", "bank_account"),
        *("vehicle_make", "vehicle_model", "vehicle_number", "other_info", "car_type", "active"),
        *("rating", "busy", "fleet_admin"),
    ]
    assert (row["email"], row["car_type"], row["fleet_admin"]) == (bob.email, "Economy", "Fay Example")
    assert len(table(fay, "drivers")) == 1


def test_demo_mode_exports_no_contacts_and_no_admins(ada: User, dora: User) -> None:
    assert table(dora, "admins")[0]["email"] == dora.email
    update_platform_settings(allow_critical_edits_admin=False)
    assert platform_settings().is_demo_mode
    assert table(dora, "riders")[0]["email"] == "Hidden"
    response = call(dora, "post", "exports/", {"kind": "admins", "format": "csv"})
    assert_refused(response, 403, "demo_mode")


@pytest.mark.parametrize("kind", ["riders", "fleet_admins", "admins"])
def test_fleet_admin_exports_own_drivers_only(fay: User, kind: str) -> None:
    assert_refused(call(fay, "post", "exports/", {"kind": kind, "format": "csv"}), 403, "forbidden")
