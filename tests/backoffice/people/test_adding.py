"""Adding people: the documented checks, what is kept, and the letter that asks for a password."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.backoffice.people.api import API, RIDER, assert_refused, call, picture, trail
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db

LISTS = {
    "riders/": UserType.RIDER,
    "drivers/": UserType.DRIVER,
    "fleet-admins/": UserType.FLEET_ADMIN,
    "admins/": UserType.ADMIN,
}


@pytest.mark.parametrize("path", LISTS)
def test_somebody_added_is_of_the_lists_role_and_approved(dora: User, path: str) -> None:
    response = call(dora, "post", path, RIDER)
    assert response.status_code == 201, response.content
    user = User.objects.get(pk=response.json()["id"])
    assert (user.user_type, user.approved, user.created_by_admin) == (LISTS[path], True, True)
    assert (user.email, user.mobile) == ("zoe@example.org", "+447700900123")
    assert user.created_at is not None
    assert not user.is_staff
    assert user.referral_id is not None
    assert user.referral_id.startswith("zoe")
    assert EmailAddress.objects.get(user=user).email == "zoe@example.org"


def test_the_trail_says_who_added_whom(dora: User) -> None:
    pk = call(dora, "post", "riders/", RIDER).json()["id"]
    ((actor, action, before, after),) = trail(pk)
    assert (actor, action, before) == (dora.pk, "added", {})
    assert after["first_name"] == "Zoe"
    assert after["email"] == "zoe@example.org"
    assert "password" not in after


def test_who_gets_no_password_is_asked_for_one_by_a_letter(dora: User) -> None:
    pk = call(dora, "post", "riders/", RIDER).json()["id"]
    (job,) = OutboxEntry.objects.filter(name="notifications.send_mail")
    assert (job.payload["letter"], job.payload["to"]) == ("reset_password", "zoe@example.org")
    assert not User.objects.get(pk=pk).has_usable_password()


def test_a_password_that_is_given_works_and_no_letter_goes(dora: User) -> None:
    call(dora, "post", "riders/", RIDER | {"password": "hansom123"})
    assert not OutboxEntry.objects.filter(name="notifications.send_mail").exists()
    signed_in = APIClient().post(f"{API}auth/sign-in/", {"email": "zoe@example.org", "password": "hansom123"})
    assert signed_in.status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"first_name": "  "}, 400, "proper_input_name", "first_name"),
        ({"last_name": ""}, 400, "proper_input_name", "last_name"),
        ({"email": "zoe"}, 400, "proper_email", "email"),
        ({"email": ""}, 400, "proper_email", "email"),
        ({"password": "no!"}, 400, "password_alphaNumeric_check", "password"),
        ({"mobile": "123"}, 400, "mobile_no_blank_error", "mobile"),
        ({"mobile": ""}, 400, "mobile_no_blank_error", "mobile"),
        ({"email": "TAKEN@example.org"}, 409, "user_exists", "email"),
        ({"mobile": "+44 (0) 7700 900999".replace("(0) ", "")}, 409, "user_exists", "mobile"),
        ({"bank_name": "x" * 121}, 400, "invalid", "bank_name"),
        ({"user_type": "admin"}, 400, "invalid", "user_type"),
    ],
)
def test_a_refusal_has_the_documented_code_and_adds_nobody(
    dora: User, change: dict[str, Any], status: int, code: str, field: str
) -> None:
    make_user("Taken", email="taken@example.org", mobile="+447700900999")
    before = picture()
    client = client_of(dora)
    before = picture()
    response = client.post(f"{API}riders/", RIDER | change, format="json")
    assert_refused(response, status, code, field)
    assert picture() == before


def test_what_cannot_be_looked_up_is_email_or_mobile_issue(dora: User) -> None:
    """checkUserExists answers with an error."""
    client = client_of(dora)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE account_emailaddress RENAME TO elsewhere")
    response = client.post(f"{API}riders/", RIDER, format="json")
    assert_refused(response, 503, "email_or_mobile_issue")


def test_a_fleet_admin_and_an_admin_need_no_mobile(dora: User) -> None:
    for path in ("fleet-admins/", "admins/"):
        body = RIDER | {"mobile": "", "email": f"{path[:5]}@example.org"}
        assert call(dora, "post", path, body).status_code == 201


def test_a_driver_has_a_vehicle_and_an_owner(dora: User, fay: User, economy: CarType) -> None:
    body = RIDER | {
        "vehicle_make": " Skoda ",
        "vehicle_number": "IW1",
        "car_type": economy.pk,
        "fleet_admin": fay.pk,
    }
    driver = call(dora, "post", "drivers/", body).json()["driver"]
    assert (driver["vehicle_make"], driver["vehicle_number"]) == ("Skoda", "IW1")
    assert driver["car_type"]["id"] == economy.pk
    assert driver["fleet_admin"]["id"] == fay.pk


@pytest.mark.parametrize("field", ["car_type", "fleet_admin"])
def test_a_driver_of_what_is_not_there_is_refused(dora: User, ada: User, field: str) -> None:
    client = client_of(dora)
    before = picture()
    # ada is somebody, and no fleet admin.
    response = client.post(f"{API}drivers/", RIDER | {field: ada.pk + 10_000}, format="json")
    assert_refused(response, 400, "invalid", field)
    assert_refused(
        client.post(f"{API}drivers/", RIDER | {"fleet_admin": ada.pk}, format="json"), 400, "invalid"
    )
    assert picture() == before


def test_a_fleet_admins_driver_is_of_that_fleet_whatever_is_sent(fay: User, dora: User) -> None:
    other = make_user("Fred", UserType.FLEET_ADMIN)
    row = call(fay, "post", "drivers/", RIDER | {"fleet_admin": other.pk}).json()
    assert row["driver"]["fleet_admin"]["id"] == fay.pk
    assert row["approved"] is True


def test_a_fleet_admins_driver_waits_where_drivers_are_approved_by_the_office(fay: User, dora: User) -> None:
    update_platform_settings(driver_approval=True)
    row = call(fay, "post", "drivers/", RIDER).json()
    assert row["approved"] is False
    assert call(
        dora, "post", "drivers/", RIDER | {"email": "b@example.org", "mobile": "+447700900124"}
    ).json()["approved"]


def test_the_same_request_adds_one(dora: User) -> None:
    client = client_of(dora)
    first = client.post(f"{API}riders/", RIDER, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    second = client.post(f"{API}riders/", RIDER, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    assert first.json()["id"] == second.json()["id"]
    assert User.objects.filter(email="zoe@example.org").count() == 1
