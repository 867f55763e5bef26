"""Importing users from a CSV file: preview, import, and no duplicates."""

from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.backoffice.people.api import API, assert_refused, call, snapshot
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db

PREVIEW, APPLY = "people/import/preview/", "people/import/apply/"
GOOD = """firstName,lastName,email,mobile,approved,bankName
Zoe,Marlowe,zoe@example.org,+447700900123,yes,Isle Bank
Yan,"Lee, the elder",yan@example.org,+44 7700 900124,no,
"""
DRIVERS = """First name;Last name;E-mail;Phone;Make;Model;Plate;Car type;Fleet admin
Zoe;Marlowe;zoe@example.org;+447700900123;Skoda;Octavia;IW 1;economy;{fay}
Yan;Lee;yan@example.org;+447700900124;Kia;Ceed;IW 2;Rocket;unknown@example.org
"""


def look(who: User, text: str, user_type: str = "rider", **more: Any) -> Any:
    return call(who, "post", PREVIEW, {"text": text, "user_type": user_type, **more})


def test_preview_shows_the_result_and_changes_nothing(dora: User) -> None:
    client = client_of(dora)
    before = snapshot()
    body = client.post(f"{API}{PREVIEW}", {"text": GOOD, "user_type": "rider"}, format="json").json()
    assert snapshot() == before
    assert [column["field"] for column in body["columns"]] == [
        *("first_name", "last_name", "email", "mobile", "approved", "bank_name")
    ]
    assert (body["total"], body["valid"], body["added"]) == (2, 2, 0)
    assert [row["line"] for row in body["rows"]] == [2, 3]
    assert body["rows"][1]["values"]["last_name"] == "Lee, the elder"


def test_every_row_lists_all_errors_by_field(dora: User) -> None:
    make_user("Taken", email="taken@example.org", mobile="+447700900999")
    rows = [
        "first_name,last_name,email,mobile,approved",
        ",Lee,nothing,12,perhaps",
        "Ann,Lee,taken@example.org,+447700900999,yes",
        "Bea,Lee,bea@example.org,+447700900125,yes",
        "Cat,Lee,BEA@example.org,+447700900125,yes",
    ]
    found = [row["errors"] for row in look(dora, "\n".join(rows)).json()["rows"]]
    assert found[0].keys() == {"first_name", "email", "mobile", "approved"}
    assert set(found[1].values()) == {"Someone else already uses this."}
    assert found[1].keys() == {"email", "mobile"}
    assert found[2] == {}
    assert found[3] == dict.fromkeys(("email", "mobile"), "Already in line 4.")


def test_drivers_file_names_car_types_and_fleet_admins(dora: User, fay: User, economy: CarType) -> None:
    text = DRIVERS.format(fay=fay.email)
    rows = look(dora, text, "driver").json()["rows"]
    assert rows[0]["errors"] == {}
    assert rows[1]["errors"].keys() == {"car_type", "fleet_admin"}
    body = call(dora, "post", APPLY, {"text": text, "user_type": "driver"}).json()
    zoe = User.objects.get(pk=body["rows"][0]["user_id"])
    assert (zoe.driver_profile.car_type_id, zoe.driver_profile.fleet_admin_id) == (economy.pk, fay.pk)
    assert body["rows"][1]["user_id"] is None
    assert (body["added"], body["total"]) == (1, 2)


def test_other_headers_are_mapped(dora: User) -> None:
    text = "A,B,C,D\nZoe,Marlowe,zoe@example.org,+447700900123\n"
    shown = look(dora, text).json()
    assert (shown["missing"], shown["rows"]) == (["first_name", "last_name", "mobile"], [])
    assert [column["header"] for column in shown["columns"]] == ["A", "B", "C", "D"]
    mapping = {"A": "first_name", "B": "last_name", "C": "email", "D": "mobile"}
    assert look(dora, text, mapping=mapping).json()["valid"] == 1


def test_import_adds_users_like_the_form_does(dora: User) -> None:
    body = call(dora, "post", APPLY, {"text": GOOD, "user_type": "rider"}).json()
    assert body["added"] == 2
    zoe, yan = (User.objects.get(pk=row["user_id"]) for row in body["rows"])
    assert (zoe.user_type, zoe.approved, zoe.created_by_admin, zoe.bank_name) == (
        UserType.RIDER,
        True,
        True,
        "Isle Bank",
    )
    assert yan.approved is False
    assert zoe.referral_id
    assert zoe.referral_id != yan.referral_id
    assert OutboxEntry.objects.filter(name="notifications.send_mail").count() == 2
    entries = list(AuditEntry.objects.filter(kind="user").order_by("pk").values_list("actor", "action"))
    assert entries == [(dora.pk, "added"), (dora.pk, "added"), (dora.pk, "imported")]
    assert AuditEntry.objects.latest("pk").after == {"added": 2, "left_out": 0}


def test_emails_can_be_skipped(dora: User) -> None:
    call(dora, "post", APPLY, {"text": GOOD, "user_type": "rider", "send_emails": False})
    assert not OutboxEntry.objects.filter(name="notifications.send_mail").exists()


def test_repeated_request_adds_once_and_the_file_again_no_one(dora: User) -> None:
    client = client_of(dora)
    body = {"text": GOOD, "user_type": "rider"}
    first, second = (
        client.post(f"{API}{APPLY}", body, format="json", HTTP_IDEMPOTENCY_KEY="k") for _ in range(2)
    )
    assert first.json() == second.json()
    before = snapshot()
    assert_refused(client.post(f"{API}{APPLY}", body, format="json"), 400, "import_has_errors")
    assert snapshot() == before


def test_all_or_nothing_adds_no_one_if_one_row_is_wrong(dora: User) -> None:
    client = client_of(dora)
    text = GOOD + "Bad,Row,nothing,12,,\n"
    before = snapshot()
    body = {"text": text, "user_type": "rider", "all_or_nothing": True}
    assert_refused(client.post(f"{API}{APPLY}", body, format="json"), 400, "import_has_errors")
    assert snapshot() == before
    assert call(dora, "post", APPLY, body | {"all_or_nothing": False}).json()["added"] == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid"),
        ('first_name,last_name,email,mobile\n"Ann', "import_unreadable"),
        ("first_name,last_name,email,mobile\n" + "Ann,Lee,a@b.org,+44\n" * 5001, "import_too_long"),
    ],
)
def test_file_that_is_no_user_list_is_refused(dora: User, text: str, code: str) -> None:
    client = client_of(dora)
    for path in (PREVIEW, APPLY):
        before = snapshot()
        response = client.post(f"{API}{path}", {"text": text, "user_type": "rider"}, format="json")
        assert_refused(response, 400, code)
        assert snapshot() == before


def test_file_without_required_columns_is_not_imported(dora: User) -> None:
    client = client_of(dora)
    before = snapshot()
    body = {"text": "first_name,last_name\nAnn,Lee\n", "user_type": "rider"}
    response = client.post(f"{API}{APPLY}", body, format="json")
    assert_refused(response, 400, "import_columns_missing", "mobile")
    assert snapshot() == before


def test_fleet_admin_imports_drivers_of_own_fleet_only(fay: User, dora: User, economy: CarType) -> None:
    update_platform_settings(driver_approval=True)
    text = DRIVERS.format(fay=fay.email).replace("Rocket", "").replace("unknown@example.org", "")
    body = call(fay, "post", APPLY, {"text": text, "user_type": "driver"}).json()
    drivers = User.objects.filter(pk__in=[row["user_id"] for row in body["rows"]])
    assert {driver.driver_profile.fleet_admin_id for driver in drivers} == {fay.pk}
    assert {driver.approved for driver in drivers} == {False}
    client = client_of(fay)
    before = snapshot()
    for path in (PREVIEW, APPLY):
        response = client.post(f"{API}{path}", {"text": GOOD, "user_type": "rider"}, format="json")
        assert_refused(response, 403, "forbidden")
    assert snapshot() == before


def test_large_file_takes_few_queries(dora: User, django_assert_max_num_queries: Any) -> None:
    head = "first_name,last_name,email,mobile\n"
    rows = [f"Zoe,Lee,zoe{n}@example.org,+447700{n:06d}\n" for n in range(300)]
    client = client_of(dora)
    # In addition to one audit entry per user.
    with django_assert_max_num_queries(300 + 25):
        body = {"text": head + "".join(rows), "user_type": "rider"}
        assert client.post(f"{API}{APPLY}", body, format="json").json()["added"] == 300


def test_file_needs_no_emails_and_accepts_national_numbers(dora: User) -> None:
    update_platform_settings(country="United Kingdom")
    text = "first_name,last_name,mobile\nZoe,Marlowe,07700 900123\nYan,Marlowe,0044 7700 900123\n"
    shown = look(dora, text).json()
    assert (shown["missing"], shown["valid"]) == ([], 1)
    assert shown["rows"][1]["errors"].keys() == {"mobile"}
    body = call(dora, "post", APPLY, {"text": text, "user_type": "rider"}).json()
    zoe = User.objects.get(pk=body["rows"][0]["user_id"])
    assert (zoe.email, zoe.mobile) == (None, "+447700900123")
    assert not OutboxEntry.objects.filter(name="notifications.send_mail").exists()
