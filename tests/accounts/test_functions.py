"""The functions of document 1, section 7: check_user_exists, validate_referrer and user_signup."""

from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.accounts.signing_up import assert_refused, rows
from tests.personas import make_user

pytestmark = pytest.mark.django_db

EVE = {
    "firstName": "Eve",
    "lastName": "Marlowe",
    "email": "eve@example.org",
    "mobile": "+447700900321",
    "password": "hansom123",
    "usertype": "rider",
    "createdAt": "2001-01-01T00:00:00.000Z",
}


@pytest.fixture(autouse=True)
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org", mobile="+447700900101", referral_id="ada1234")


def call(name: str, body: Any, client: APIClient | None = None) -> Any:
    return (client or APIClient()).post(f"/functions/{name}", body)


def user_signup(**changes: Any) -> Any:
    return call("user_signup", {"regData": EVE | changes})


@pytest.mark.parametrize(
    "body",
    [
        {"email": "ada@example.org", "mobile": "+447700900101"},
        {"email": "ADA@example.org ", "mobile": ""},
        {"email": "ada@example.org"},
        {"mobile": "+44 7700 900-101"},
        {"email": "new@example.org", "mobile": "+4407700900101"},
    ],
)
def test_existing_user_is_one_entry_without_details(body: dict[str, str]) -> None:
    response = call("check_user_exists", body)
    assert (response.status_code, response.json()) == (200, {"users": [{}]})


def test_two_users_look_like_one(ada: User) -> None:
    make_user("Cleo", mobile="+447700900102")
    both = call("check_user_exists", {"email": "ada@example.org", "mobile": "+447700900102"})
    assert both.json() == {"users": [{}]}


def test_unknown_user_is_an_empty_list() -> None:
    response = call("check_user_exists", {"email": "new@example.org", "mobile": "+447700900999"})
    assert (response.status_code, response.json()) == (200, {"users": []})


@pytest.mark.parametrize(
    "body",
    [
        {},
        [1],
        {"email": "", "mobile": ""},
        {"email": "no address"},
        {"email": "ada@example.org", "mobile": "12"},
        {"email": {"x": 1}},
        {"mobile": "nul\x00"},
    ],
)
def test_invalid_lookup_is_an_error(body: Any) -> None:
    response = call("check_user_exists", body)
    assert (response.status_code, response.json()["error"]) == (400, "email_or_mobile_issue")
    assert "users" not in response.json()


def test_check_user_exists_is_limited_by_ip_address() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    for number in range(60):
        assert call("check_user_exists", {"email": f"x{number}@example.org"}, client).status_code == 200
    response = call("check_user_exists", {"email": "ada@example.org"}, client)
    assert (response.status_code, response.json()["error"]) == (429, "too_many_requests")
    assert "users" not in response.json()
    other = APIClient(REMOTE_ADDR="10.0.0.2")
    assert call("check_user_exists", {"email": "ada@example.org"}, other).status_code == 200


def test_validate_referrer_returns_the_uid(ada: User) -> None:
    response = call("validate_referrer", {"referralId": "Ada1234"})
    assert (response.status_code, response.json()) == (200, {"uid": ada.pk})


@pytest.mark.parametrize("body", [{}, {"referralId": ""}, {"referralId": "x"}, {"referralId": None}, []])
def test_validate_referrer_of_an_unknown_id_is_an_error(body: Any) -> None:
    response = call("validate_referrer", body)
    assert (response.status_code, response.json()["error"]) == (400, "referer_not_found")
    assert "uid" not in response.json()


def test_validate_referrer_is_limited_by_ip_address() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    for _ in range(120):
        call("validate_referrer", {"referralId": "x"}, client)
    response = call("validate_referrer", {"referralId": "ada1234"}, client)
    assert (response.status_code, response.json()["error"]) == (429, "too_many_requests")
    assert "uid" not in response.json()


def test_user_signup_creates_a_rider_and_returns_only_the_uid() -> None:
    response = user_signup()
    eve = User.objects.get(email="eve@example.org")
    assert (response.status_code, response.json()) == (200, {"uid": eve.pk})
    assert (eve.first_name, eve.mobile, eve.user_type) == ("Eve", "+447700900321", "rider")
    assert eve.created_at.year > 2001
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()


def test_user_signup_of_a_driver_takes_vehicle_and_car_type_name(economy: CarType) -> None:
    update_platform_settings(driver_approval=True, bank_fields=True)
    response = user_signup(
        usertype="driver",
        vehicleMake="Skoda",
        vehicleModel="Octavia",
        vehicleNumber="HX24 EVE",
        other_info="Blue",
        carType="economy",
        bankName="Isle Bank",
        bankCode="20-00-00",
        bankAccount="12345678",
    )
    assert response.status_code == 200
    eve = User.objects.select_related("driver_profile").get(email="eve@example.org")
    profile = eve.driver_profile
    assert not eve.approved
    assert (profile.vehicle_make, profile.vehicle_model, profile.vehicle_number, profile.other_info) == (
        "Skoda",
        "Octavia",
        "HX24 EVE",
        "Blue",
    )
    assert profile.car_type == economy
    assert (eve.bank_name, eve.bank_code, eve.bank_account) == ("Isle Bank", "20-00-00", "12345678")


@pytest.mark.parametrize("referred", [{"referralId": "ada1234"}, {"signupViaReferral": None}])
def test_user_signup_finds_the_referrer_by_id_or_uid(ada: User, referred: dict[str, Any]) -> None:
    if "signupViaReferral" in referred:
        referred = {"signupViaReferral": ada.pk}
    assert user_signup(**referred).status_code == 200
    eve = User.objects.get(email="eve@example.org")
    assert eve.signup_via_referral == ada
    assert OutboxEntry.objects.filter(name="wallet.referral_bonus", key=f"referral:{eve.pk}").exists()


def test_blank_fields_are_ignored() -> None:
    response = user_signup(
        referralId="",
        signupViaReferral="",
        bankName="",
        vehicleMake="",
        carType="",
        licenseImage="",
        other_info=None,
    )
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"firstName": " "}, 400, "proper_input_name"),
        ({"email": "x"}, 400, "proper_email"),
        ({"password": "12345"}, 400, "password_alphaNumeric_check"),
        ({"mobile": "7700900321"}, 400, "mobile_no_blank_error"),
        ({"email": "ada@example.org"}, 409, "user_exists"),
        ({"mobile": "+447700900101"}, 409, "user_exists"),
        ({"referralId": "x"}, 400, "referer_not_found"),
        ({"signupViaReferral": "424242"}, 400, "referer_not_found"),
        ({"signupViaReferral": {"x": 1}}, 400, "referer_not_found"),
        ({"signupViaReferral": 10**30}, 400, "referer_not_found"),
        ({"usertype": "admin"}, 400, "reg_error"),
        ({"usertype": "driver", "carType": "Spaceship"}, 400, "reg_error"),
        ({"vehicleMake": "Skoda"}, 400, "reg_error"),
        ({"bankName": "Isle Bank"}, 400, "reg_error"),
    ],
)
def test_user_signup_refuses_as_the_api_does(changes: dict[str, Any], status: int, code: str) -> None:
    before = rows()
    response = user_signup(**changes)
    assert response.json()["error"] == code
    assert_refused(response, status, code, before=before)


@pytest.mark.parametrize("body", [{}, [1], {"regData": None}, {"regData": [1]}])
def test_user_signup_without_a_form_is_refused(body: Any) -> None:
    before = rows()
    assert_refused(call("user_signup", body), 400, "proper_input_name", before=before)


@pytest.mark.parametrize("name", ["check_user_exists", "validate_referrer", "user_signup"])
def test_functions_accept_posts_only(name: str) -> None:
    assert APIClient().get(f"/functions/{name}").status_code == 405


def test_unknown_function_is_not_found_in_the_apis_format() -> None:
    response = APIClient().post("/functions/open_sesame")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
