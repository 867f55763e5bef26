"""Adding users: validation, stored values, and the email to set a password."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.services.license_images import license_token, store_license_image
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.accounts.phones import code_sent_to, enter
from tests.accounts.proofs import cheap_captcha
from tests.backoffice.people.api import API, RIDER, assert_refused, audit_entries, call, snapshot
from tests.bookings.api import book, quote
from tests.bookings.builders import credit_wallet, put_online
from tests.bookings.conftest import roads
from tests.personas import client_of, make_user
from tests.pictures import jpeg

__all__ = ["cheap_captcha", "roads"]

pytestmark = pytest.mark.django_db

LISTS = {
    "riders/": UserType.RIDER,
    "drivers/": UserType.DRIVER,
    "fleet-admins/": UserType.FLEET_ADMIN,
    "admins/": UserType.ADMIN,
}


@pytest.mark.parametrize("path", LISTS)
def test_added_user_has_the_lists_role_and_is_approved(dora: User, path: str) -> None:
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


def test_audit_log_records_who_added_whom(dora: User) -> None:
    pk = call(dora, "post", "riders/", RIDER).json()["id"]
    ((actor, action, before, after),) = audit_entries(pk)
    assert (actor, action, before) == (dora.pk, "added", {})
    assert after["first_name"] == "Zoe"
    assert after["email"] == "zoe@example.org"
    assert "password" not in after


def test_user_without_a_password_gets_an_email_to_set_one(dora: User) -> None:
    pk = call(dora, "post", "riders/", RIDER).json()["id"]
    (job,) = OutboxEntry.objects.filter(name="notifications.send_mail")
    assert (job.payload["letter"], job.payload["to"]) == ("reset_password", "zoe@example.org")
    assert not User.objects.get(pk=pk).has_usable_password()


def test_given_password_works_and_no_email_is_sent(dora: User) -> None:
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
        ({"password": "no!"}, 400, "password_alphaNumeric_check", "password"),
        ({"mobile": "123"}, 400, "mobile_no_blank_error", "mobile"),
        ({"mobile": ""}, 400, "mobile_no_blank_error", "mobile"),
        ({"email": "TAKEN@example.org"}, 409, "user_exists", "email"),
        ({"mobile": "+44 (0) 7700 900999".replace("(0) ", "")}, 409, "user_exists", "mobile"),
        ({"bank_name": "x" * 121}, 400, "invalid", "bank_name"),
        ({"user_type": "admin"}, 400, "invalid", "user_type"),
    ],
)
def test_refusal_has_the_documented_code_and_adds_no_one(
    dora: User, change: dict[str, Any], status: int, code: str, field: str
) -> None:
    make_user("Taken", email="taken@example.org", mobile="+447700900999")
    before = snapshot()
    client = client_of(dora)
    before = snapshot()
    response = client.post(f"{API}riders/", RIDER | change, format="json")
    assert_refused(response, status, code, field)
    assert snapshot() == before


def test_failed_lookup_is_email_or_mobile_issue(dora: User) -> None:
    """checkUserExists returns an error."""
    client = client_of(dora)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE account_emailaddress RENAME TO elsewhere")
    response = client.post(f"{API}riders/", RIDER, format="json")
    assert_refused(response, 503, "email_or_mobile_issue")


def test_fleet_admin_and_admin_need_no_mobile(dora: User) -> None:
    for path in ("fleet-admins/", "admins/"):
        body = RIDER | {"mobile": "", "email": f"{path[:5]}@example.org"}
        assert call(dora, "post", path, body).status_code == 201


def test_driver_has_a_vehicle_and_an_owner(dora: User, fay: User, economy: CarType) -> None:
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
def test_driver_with_unknown_car_type_or_owner_is_refused(dora: User, ada: User, field: str) -> None:
    client = client_of(dora)
    before = snapshot()
    # ada exists, but is no fleet admin.
    response = client.post(f"{API}drivers/", RIDER | {field: ada.pk + 10_000}, format="json")
    assert_refused(response, 400, "invalid", field)
    assert_refused(
        client.post(f"{API}drivers/", RIDER | {"fleet_admin": ada.pk}, format="json"), 400, "invalid"
    )
    assert snapshot() == before


def test_fleet_admins_driver_joins_that_fleet_whatever_is_sent(fay: User, dora: User) -> None:
    other = make_user("Fred", UserType.FLEET_ADMIN)
    row = call(fay, "post", "drivers/", RIDER | {"fleet_admin": other.pk}).json()
    assert row["driver"]["fleet_admin"]["id"] == fay.pk
    assert row["approved"] is True


def test_fleet_admins_driver_awaits_approval_when_admins_approve_drivers(fay: User, dora: User) -> None:
    update_platform_settings(driver_approval=True)
    row = call(fay, "post", "drivers/", RIDER).json()
    assert row["approved"] is False
    assert call(
        dora, "post", "drivers/", RIDER | {"email": "b@example.org", "mobile": "+447700900124"}
    ).json()["approved"]


def test_repeated_request_adds_one_user(dora: User) -> None:
    client = client_of(dora)
    first = client.post(f"{API}riders/", RIDER, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    second = client.post(f"{API}riders/", RIDER, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    assert first.json()["id"] == second.json()["id"]
    assert User.objects.filter(email="zoe@example.org").count() == 1


@pytest.mark.parametrize("path", ["riders/", "drivers/"])
def test_user_with_a_phone_needs_no_email_and_gets_none(dora: User, path: str) -> None:
    response = call(dora, "post", path, RIDER | {"email": ""})
    assert response.status_code == 201, response.content
    assert (response.json()["email"], response.json()["mobile"]) == ("", "+447700900123")
    user = User.objects.get(pk=response.json()["id"])
    assert user.email is None
    assert not EmailAddress.objects.filter(user=user).exists()
    assert not OutboxEntry.objects.filter(name="notifications.send_mail").exists()
    # A second user without email: blank addresses do not conflict.
    assert call(dora, "post", path, RIDER | {"email": "", "mobile": "+447700900124"}).status_code == 201


@pytest.mark.usefixtures("cheap_captcha", "roads")
@pytest.mark.parametrize("from_file", [False, True])
def test_rider_added_without_email_logs_in_by_code_adds_one_and_books(
    dora: User, ben: User, economy: CarType, from_file: bool
) -> None:
    put_online(ben)
    credit_wallet(ben)
    if from_file:
        text = "first_name,last_name,mobile\nZoe,Marlowe,+447700900123\n"
        assert (
            call(dora, "post", "people/import/apply/", {"text": text, "user_type": "rider"}).json()["added"]
            == 1
        )
    else:
        assert call(dora, "post", "riders/", RIDER | {"email": ""}).status_code == 201
    zoe = User.objects.get(mobile="+447700900123")
    signed_in = enter(*code_sent_to(zoe))
    assert (signed_in.status_code, signed_in.json()["user"]["login_type"]) == (200, "phone")
    assert signed_in.json()["user"]["profile_complete"] is False

    assert call(zoe, "post", "me/email/", {"email": "zoe@example.org"}).status_code == 202

    assert call(zoe, "get", "me/").json()["profile_complete"] is True
    assert book(zoe, quote(zoe, economy)).status_code == 201


def test_driver_without_email_is_refused_when_login_by_code_is_off(dora: User) -> None:
    update_platform_settings(mobile_login_enabled=False)
    client_of(dora)
    before = snapshot()
    refused = call(dora, "post", "drivers/", RIDER | {"email": ""})
    assert_refused(refused, 400, "proper_email", "email")
    assert "turned off" in refused.json()["fields"]["email"]
    assert snapshot() == before
    # An admin can still book for a rider.
    assert call(dora, "post", "riders/", RIDER | {"email": ""}).status_code == 201


@pytest.mark.parametrize("path", ["fleet-admins/", "admins/"])
def test_staff_log_in_by_email_and_need_one(dora: User, path: str) -> None:
    client_of(dora)
    before = snapshot()
    assert_refused(call(dora, "post", path, RIDER | {"email": ""}), 400, "proper_email", "email")
    assert snapshot() == before


def test_user_without_email_and_phone_is_refused(dora: User) -> None:
    client_of(dora)
    before = snapshot()
    refused = call(dora, "post", "riders/", RIDER | {"email": "", "mobile": ""})
    assert_refused(refused, 400, "mobile_no_blank_error", "mobile")
    assert refused.json()["fields"]["mobile"] == "Enter a phone number."
    assert snapshot() == before


@pytest.mark.parametrize(
    "typed", ["07700 900123", "0044 7700 900123", "+44 (0) 7700-900123", "447700900123", "(07700) 900.123"]
)
def test_number_is_accepted_in_national_format(dora: User, typed: str) -> None:
    update_platform_settings(country="United Kingdom")
    pk = call(dora, "post", "riders/", RIDER | {"mobile": typed}).json()["id"]
    assert User.objects.get(pk=pk).mobile == "+447700900123"
    again = call(dora, "post", "riders/", RIDER | {"email": "", "mobile": "+447700900123"})
    assert_refused(again, 409, "user_exists", "mobile")


def test_national_number_is_refused_without_a_home_country(dora: User) -> None:
    client_of(dora)
    before = snapshot()
    refused = call(dora, "post", "riders/", RIDER | {"mobile": "07700 900123"})
    assert_refused(refused, 400, "mobile_no_blank_error", "mobile")
    assert snapshot() == before


@pytest.mark.usefixtures("media")
def test_driver_is_added_with_a_picture_of_the_licence(dora: User) -> None:
    token = license_token(store_license_image(SimpleUploadedFile("licence.jpg", jpeg((300, 200)))))
    response = call(dora, "post", "drivers/", RIDER | {"license_image": token})
    assert response.status_code == 201, response.content
    assert User.objects.get(pk=response.json()["id"]).driver_profile.license_image.name
    before = snapshot()
    again = call(
        dora, "post", "drivers/", RIDER | {"email": "", "mobile": "+447700900124", "license_image": token}
    )
    assert_refused(again, 400, "image_invalid")
    assert snapshot() == before
