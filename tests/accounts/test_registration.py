"""POST auth/sign-up/: riders and drivers sign up, and who is logged in at once."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.wallet.selectors import balance_of
from tests.accounts.signing_up import sign_up

pytestmark = pytest.mark.django_db

VEHICLE = {
    "vehicle_make": "Skoda",
    "vehicle_model": "Octavia",
    "vehicle_number": "HX24 EVE",
    "other_info": "Blue",
}


def new_user() -> User:
    return User.objects.get(email="eve@example.org")


def emails() -> list[OutboxEntry]:
    return list(OutboxEntry.objects.filter(name="notifications.send_mail"))


def test_rider_is_created_and_logged_in() -> None:
    response = sign_up()
    assert response.status_code == 201
    body = response.json()
    assert body.keys() == {"signed_in", "code", "session"}
    assert (body["signed_in"], body["code"]) == (True, "account_create_successfully")
    user = new_user()
    assert (user.first_name, user.last_name, user.mobile) == ("Eve", "Marlowe", "+447700900321")
    assert (user.user_type, user.approved, user.login_type) == ("rider", True, "email")
    assert not user.created_by_admin
    assert not user.is_staff
    assert not user.is_superuser
    assert user.signup_via_referral is None
    assert balance_of(user.pk) == 0
    assert body["session"]["user"]["id"] == user.pk


def test_session_has_a_cookie_and_a_device() -> None:
    client = APIClient(HTTP_USER_AGENT="Mozilla/5.0 Firefox/140.0", REMOTE_ADDR="10.1.2.3")
    response = sign_up(client)
    access = response.json()["session"]["access"]
    me = APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Bearer {access}")
    assert me.json()["email"] == "eve@example.org"
    cookie = response.cookies[settings.REFRESH_COOKIE]
    assert cookie["httponly"]
    assert cookie.value not in str(response.json())
    assert client.post("/api/v1/auth/refresh/").status_code == 200
    session = DeviceSession.objects.get()
    assert (session.user_agent, session.ip) == ("Mozilla/5.0 Firefox/140.0", "10.1.2.3")


def test_password_works_and_is_hashed_with_argon2() -> None:
    sign_up()
    again = APIClient().post("/api/v1/auth/sign-in/", {"email": "eve@example.org", "password": "hansom123"})
    assert again.status_code == 200
    assert new_user().password.startswith("argon2$argon2id$")


def test_email_is_stored_in_lower_case_and_unverified() -> None:
    sign_up(email="  EVE@Example.ORG ")
    address = EmailAddress.objects.get()
    assert (address.user, address.email) == (new_user(), "eve@example.org")
    assert (address.primary, address.verified) == (True, False)


def test_names_are_stripped() -> None:
    sign_up(first_name="  Mary Ann ", last_name=" Le Guin ")
    assert (new_user().first_name, new_user().last_name) == ("Mary Ann", "Le Guin")


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ({"country": "GB", "phone": "7700900321"}, "+447700900321"),
        ({"country": "gb", "phone": "7700900321"}, "+447700900321"),
        # In its national form: the same phone.
        ({"country": "GB", "phone": "07700900321"}, "+447700900321"),
        ({"country": "AG", "phone": "4641234"}, "+12684641234"),
        ({"country": "DO", "phone": "8095551234"}, "+18095551234"),
        ({"country": "IT", "phone": "0612345678"}, "+390612345678"),
        # A number of no known plan is stored as entered.
        ({"country": "GB", "phone": "123456"}, "+44123456"),
        ({"country": None, "phone": None, "mobile": "+1-268 464-1234"}, "+12684641234"),
        ({"country": None, "phone": None, "mobile": "+4407700900321"}, "+447700900321"),
    ],
)
def test_mobile_is_stored_with_its_dial_code(sent: dict[str, Any], stored: str) -> None:
    assert sign_up(**sent).status_code == 201
    assert new_user().mobile == stored


@pytest.mark.parametrize(
    "home", [{"country": "Antigua & Barbuda"}, {"country": "", "restrict_country": "AG"}]
)
def test_country_defaults_to_the_platforms(home: dict[str, str]) -> None:
    update_platform_settings(**home)
    assert sign_up(country=None, phone="4641234").status_code == 201
    assert new_user().mobile == "+12684641234"


def test_without_country_selection_the_platforms_country_is_used() -> None:
    update_platform_settings(allow_country_selection=False, country="United Kingdom")
    assert sign_up(country=None).status_code == 201
    assert new_user().mobile == "+447700900321"


def test_language_of_the_page_is_stored() -> None:
    sign_up(APIClient(HTTP_ACCEPT_LANGUAGE="ar"))
    assert new_user().language == "ar"


def test_bank_fields_of_a_rider_are_stored_if_required() -> None:
    update_platform_settings(bank_fields=True, rider_withdraw=True)
    bank: dict[str, Any] = {"bank_name": "Isle Bank", "bank_code": "20-00-00", "bank_account": "12345678"}
    assert sign_up(**bank).status_code == 201
    user = new_user()
    assert {name: getattr(user, name) for name in bank} == bank


def test_bank_fields_of_a_driver_need_only_their_setting() -> None:
    update_platform_settings(bank_fields=True, rider_withdraw=False)
    assert sign_up(user_type="driver", bank_account="12345678").status_code == 201
    assert new_user().bank_account == "12345678"


def test_email_verification_sends_an_email_and_no_session() -> None:
    update_platform_settings(email_verify=True)
    OutboxEntry.objects.all().delete()
    response = sign_up()
    assert response.status_code == 201
    assert response.json() == {"signed_in": False, "code": "email_verify_message", "session": None}
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()
    (mail,) = emails()
    assert (mail.payload["letter"], mail.payload["to"]) == ("verify_email", "eve@example.org")
    assert mail.payload["params"] == {"email_address_id": EmailAddress.objects.get().pk}
    sign_in = APIClient().post("/api/v1/auth/sign-in/", {"email": "eve@example.org", "password": "hansom123"})
    assert (sign_in.status_code, sign_in.json()["code"]) == (403, "email_verify_message")


def test_without_email_verification_no_email_is_sent() -> None:
    sign_up()
    assert emails() == []


def test_driver_is_created_with_the_vehicle_and_a_position(economy: CarType) -> None:
    response = sign_up(user_type="driver", driver=VEHICLE | {"car_type": economy.pk})
    assert (response.status_code, response.json()["signed_in"]) == (201, True)
    user = new_user()
    assert (user.user_type, user.approved) == ("driver", True)
    profile = user.driver_profile
    assert {name: getattr(profile, name) for name in VEHICLE} == VEHICLE
    assert (profile.car_type, profile.fleet_admin, profile.active) == (economy, None, False)
    assert DriverPosition.objects.get(pk=user.pk).car_type_id == economy.pk


def test_driver_can_add_the_vehicle_later() -> None:
    assert sign_up(user_type="driver").status_code == 201
    assert new_user().driver_profile.vehicle_make == ""


def test_driver_approval_applies_to_drivers_only() -> None:
    update_platform_settings(driver_approval=True)
    response = sign_up(user_type="driver", driver=VEHICLE)
    assert response.status_code == 201
    assert response.json() == {"signed_in": False, "code": "require_approval", "session": None}
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()
    assert not new_user().approved
    sign_in = APIClient().post("/api/v1/auth/sign-in/", {"email": "eve@example.org", "password": "hansom123"})
    assert (sign_in.status_code, sign_in.json()["code"]) == (403, "require_approval")
    rider = sign_up(email="rider@example.org", phone="7700900322")
    assert rider.json()["signed_in"]


def test_email_verification_comes_before_approval() -> None:
    update_platform_settings(driver_approval=True, email_verify=True)
    OutboxEntry.objects.all().delete()
    assert sign_up(user_type="driver").json()["code"] == "email_verify_message"
    assert len(emails()) == 1
    assert not new_user().approved


def test_invalid_access_token_is_ignored() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer not.a.token")
    assert sign_up(client).status_code == 201


def test_admin_only_fields_are_ignored() -> None:
    response = sign_up(
        approved=False,
        is_staff=True,
        is_superuser=True,
        wallet_balance="1000",
        created_by_admin=True,
        referrer_uid="1",
        driver=None,
        fleet_admin_id=1,
    )
    assert response.status_code == 201
    user = new_user()
    assert (user.approved, user.is_staff, user.is_superuser, user.created_by_admin) == (
        True,
        False,
        False,
        False,
    )
    assert balance_of(user.pk) == 0


def test_password_is_in_no_log_and_no_outbox_row(caplog: Any) -> None:
    caplog.set_level("DEBUG")
    update_platform_settings(email_verify=True)
    sign_up(password="Secret@word1")
    sign_up(password="Secret@word1")
    sign_up(password="Secret@word1", email="other@example.org", phone="7700900322", user_type="admin")
    assert OutboxEntry.objects.exists()
    assert "Secret@word1" not in caplog.text
    assert "Secret@word1" not in str(list(OutboxEntry.objects.values()))
