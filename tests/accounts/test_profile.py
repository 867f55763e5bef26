"""GET and PATCH me/: a user's own profile, and which fields can be changed."""

from decimal import Decimal
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from apps.accounts.models import DriverProfile, User
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from apps.wallet.services import credit_by_admin
from tests.personas import client_of, make_user

URL = "/api/v1/me/"


def patch(user: User, **body: Any) -> Any:
    return client_of(user).patch(URL, body)


def row_of(user: User) -> Any:
    return User.objects.filter(pk=user.pk).values().get()


def assert_refused(user: User, body: dict[str, Any], status: int, code: str) -> None:
    before = row_of(user)
    response = client_of(user).patch(URL, body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert set(response.json()["fields"]) <= set(body)
    assert row_of(user) == before
    assert not OutboxEntry.objects.filter(name="profile.changed").exists()


def test_rider_sees_the_own_profile(ada: User, dora: User) -> None:
    credit_by_admin(user_id=ada.pk, amount=Decimal(20), by=dora, key="k")
    body = client_of(ada).get(URL).json()
    assert body.pop("created_at").endswith("Z")
    assert body == {
        "id": ada.pk,
        "email": ada.email,
        "mobile": ada.mobile,
        "first_name": "Ada",
        "last_name": "Example",
        "user_type": "rider",
        "approved": True,
        "profile_image": None,
        "referral_id": None,
        "language": "",
        "wallet_balance": "20.0000",
        "login_type": "email",
        "email_verified": False,
        "pending_email": None,
        "mobile_verified": False,
        "has_password": False,
        "bank_fields_shown": False,
        "bank_name": "",
        "bank_code": "",
        "bank_account": "",
        "profile_complete": True,
        "two_factor_setup_due": False,
        "terms_due": False,
        "staff_role": None,
        "permissions": None,
        "driver": None,
    }


def test_driver_sees_vehicle_and_availability_too(bob: User, fay: User, economy: CarType) -> None:
    DriverProfile.objects.filter(pk=bob.pk).update(rating="4.7", busy=True)
    assert client_of(bob).get(URL).json()["driver"] == {
        "car_type": {"id": economy.pk, "name": "Economy", "image": None},
        "vehicle_make": "Toyota",
        "vehicle_model": "Prius",
        "vehicle_number": bob.driver_profile.vehicle_number,
        "other_info": "",
        "active": False,
        "busy": True,
        "rating": "4.7",
        "fleet_admin_id": fay.pk,
        "license_image_url": None,
        "vehicle_assigned": False,
    }


def test_profile_shows_what_is_verified_and_pending(phil: User) -> None:
    body = client_of(phil).get(URL).json()
    assert (body["login_type"], body["email"], body["profile_complete"]) == ("phone", None, False)
    User.objects.filter(pk=phil.pk).update(mobile_verified=True, email="phil@example.org")
    EmailAddress.objects.create(user=phil, email="phil@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=phil, email="new@example.org")
    phil.set_password("hansom123")
    phil.save(update_fields=["password"])
    body = client_of(phil).get(URL).json()
    assert body["mobile_verified"] is body["email_verified"] is body["has_password"] is True
    assert body["pending_email"] == "new@example.org"
    assert body["profile_complete"] is True


def test_verification_of_an_old_address_does_not_count(ada: User) -> None:
    EmailAddress.objects.create(user=ada, email="old@example.org", verified=True)
    assert client_of(ada).get(URL).json()["email_verified"] is False


@pytest.mark.parametrize("name", ["first_name", "last_name", "email"])
def test_profile_without_a_name_or_an_email_is_not_complete(ada: User, name: str) -> None:
    User.objects.filter(pk=ada.pk).update(**{name: None if name == "email" else ""})
    assert client_of(ada).get(URL).json()["profile_complete"] is False


def test_visitor_sees_no_profile(db: None) -> None:
    response = client_of(None).get(URL)
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")


def test_name_and_language_are_changed_and_published(ada: User) -> None:
    response = patch(ada, first_name=" Adelaide ", last_name="Lovelace", language="ar")
    assert response.status_code == 200
    body = response.json()
    assert (body["first_name"], body["last_name"], body["language"]) == ("Adelaide", "Lovelace", "ar")
    assert client_of(ada).get(URL).json() == body
    event = OutboxEntry.objects.get()
    assert (event.topic, event.name) == (f"user:{ada.pk}", "profile.changed")


def test_unchanged_values_change_nothing(ada: User) -> None:
    assert patch(ada, first_name="Ada", email=ada.email, mobile=ada.mobile).status_code == 200
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize("name", ["first_name", "last_name"])
@pytest.mark.parametrize("value", ["", "   ", "\u00a0"])
def test_blank_name_is_proper_input_name(ada: User, name: str, value: str) -> None:
    assert_refused(ada, {name: value}, 400, "proper_input_name")


@pytest.mark.parametrize(
    "body",
    [
        {"language": "xx"},
        {"language": ""},
        {"language": None},
        {"first_name": "x" * 81},
        {"first_name": "nul\x00"},
        {"first_name": {"a": 1}},
    ],
)
def test_invalid_value_is_invalid(ada: User, body: dict[str, Any]) -> None:
    assert_refused(ada, body, 400, "invalid")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("user_type", "admin"),
        ("approved", True),
        ("wallet_balance", "1000000"),
        ("id", 1),
        ("referral_id", "ada1000"),
        ("login_type", "phone"),
        ("is_staff", True),
        ("is_superuser", True),
        ("is_active", True),
        ("password", "letmein1"),
        ("created_by_admin", True),
        ("signup_via_referral", 1),
        ("driver", {"rating": "5.0"}),
        ("created_at", "2000-01-01T00:00:00Z"),
    ],
)
def test_read_only_field_is_refused_by_name(ada: User, name: str, value: Any) -> None:
    assert_refused(ada, {name: value, "first_name": "Eve"}, 400, "invalid")


def test_driver_cannot_change_rating_or_fleet(ben: User) -> None:
    for name in ("rating", "busy", "active", "fleet_admin_id", "car_type", "vehicle_number"):
        assert_refused(ben, {name: 1}, 400, "invalid")
    profile = DriverProfile.objects.get(pk=ben.pk)
    assert (profile.rating, profile.busy, profile.active, profile.fleet_admin_id) == (
        None,
        False,
        False,
        None,
    )


def test_email_and_mobile_are_fixed_for_users_who_log_in_by_email(ada: User) -> None:
    assert_refused(ada, {"email": "eve@example.org"}, 400, "invalid")
    assert_refused(ada, {"mobile": "+447700900999"}, 400, "invalid")


@pytest.fixture
def phil(db: None) -> User:
    """A user who logs in by phone."""
    return make_user("Phil", login_type="phone", email=None)


@pytest.mark.parametrize("body", [{"email": "phil@example.org"}, {"mobile": "+44 7700-900 321"}])
def test_email_and_mobile_are_changed_by_their_own_endpoints(phil: User, body: dict[str, str]) -> None:
    """me/email/ and me/mobile/ verify them by an email or a code."""
    assert_refused(phil, body, 400, "invalid")


def test_own_mobile_is_accepted_in_any_format(phil: User) -> None:
    assert phil.mobile is not None
    spelled = f"{phil.mobile[:3]} {phil.mobile[3:8]}-{phil.mobile[8:]}"
    assert patch(phil, mobile=spelled).status_code == 200
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize("email", ["phil", "phil@", "@example.org", "phil@example", "a b@example.org"])
def test_invalid_email_is_proper_email(phil: User, email: str) -> None:
    assert_refused(phil, {"email": email}, 400, "proper_email")


@pytest.mark.parametrize("mobile", ["12345", "+44abc7700", "+" + "1" * 16])
def test_invalid_mobile_is_mobile_no_blank_error(phil: User, mobile: str) -> None:
    assert_refused(phil, {"mobile": mobile}, 400, "mobile_no_blank_error")


@pytest.mark.parametrize("name", ["email", "mobile"])
def test_patch_does_not_reveal_other_users_email_or_mobile(phil: User, ada: User, name: str) -> None:
    assert_refused(phil, {name: getattr(ada, name)}, 400, "invalid")
