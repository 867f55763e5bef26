"""Login by a passkey: signatures, challenges, counters, and who may log in."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, Passkey, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.passkeys import challenges
from apps.accounts.services.second_factor import enrol, totp_of, unused_recovery_codes
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from tests.accounts.authenticator import BACKED_UP, ELIGIBLE, PRESENT, VERIFIED, Authenticator
from tests.accounts.emails import emails
from tests.accounts.test_passkeys import add, outcome, public_url
from tests.django_admin import SECRET
from tests.personas import PASSWORD, client_of, make_user

__all__ = ["public_url"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("public_url")]

LOG_IN = "/api/v1/auth/passkey/"
OPTIONS = f"{LOG_IN}options/"
BROWSER: dict[str, Any] = {"HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux) Firefox/140.0"}


@pytest.fixture
def phone() -> Authenticator:
    return Authenticator(counter=5)


@pytest.fixture
def rita(phone: Authenticator) -> User:
    """A rider with a passkey on the phone, logged in nowhere."""
    user = make_user("Rita", email="rita@example.org", password=PASSWORD)
    assert add(client_of(user), phone, name="Phone").status_code == 201
    DeviceSession.objects.all().delete()
    return user


def begin(**extra: Any) -> dict[str, Any]:
    started: dict[str, Any] = APIClient().post(OPTIONS, **extra).json()
    return started


def log_in(authenticator: Authenticator, started: dict[str, Any] | None = None, **extra: Any) -> Any:
    started = started or begin(**extra)
    credential = authenticator.sign(started["options"])
    return APIClient().post(LOG_IN, {"challenge": started["challenge"], "credential": credential}, **extra)


def used(authenticator: Authenticator) -> Authenticator:
    authenticator.counter += 1
    return authenticator


def assert_refused(response: Any, status: int, code: str) -> None:
    assert outcome(response) == (status, code)
    assert django_settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()
    assert Passkey.objects.get().sign_count == 5
    assert Passkey.objects.get().last_used_at is None


def test_passkey_logs_in_as_a_password_does(rita: User, phone: Authenticator) -> None:
    response = log_in(used(phone), **BROWSER)
    assert response.status_code == 200
    assert response.json()["user"]["id"] == rita.pk
    assert response.cookies[django_settings.REFRESH_COOKIE]["httponly"]
    assert django_settings.DEVICE_COOKIE in response.cookies
    session = DeviceSession.objects.get()
    assert (session.user, session.user_agent) == (rita, BROWSER["HTTP_USER_AGENT"])
    passkey = Passkey.objects.get()
    assert passkey.sign_count == 6
    assert passkey.last_used_at is not None


def test_options_name_no_user_and_require_verification() -> None:
    options = begin()["options"]
    assert options["rpId"] == "localhost"
    assert options["userVerification"] == "required"
    assert "allowCredentials" not in options


def test_login_on_a_new_device_sends_an_email(rita: User, phone: Authenticator) -> None:
    assert log_in(used(phone), **BROWSER).status_code == 200
    assert emails(EmailTemplate.NEW_DEVICE) == []
    other: dict[str, Any] = {"HTTP_USER_AGENT": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0"}
    assert log_in(used(phone), **other).status_code == 200
    assert len(emails(EmailTemplate.NEW_DEVICE)) == 1


def test_synced_passkey_without_a_counter_logs_in_again_and_again() -> None:
    user = make_user("Sam", password=PASSWORD)
    synced = Authenticator(flags=PRESENT | VERIFIED | ELIGIBLE | BACKED_UP)
    assert add(client_of(user), synced).status_code == 201
    assert [log_in(synced).status_code for _ in range(2)] == [200, 200]


# -- refusals ----------------------------------------------------------------------------------


def _with(**fields: Any) -> Callable[[Authenticator], None]:
    def change(authenticator: Authenticator) -> None:
        for name, value in fields.items():
            setattr(authenticator, name, value)

    return change


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_with(origin="http://localhost.evil.example"), id="another origin"),
        pytest.param(_with(origin="http://sub.localhost"), id="a subdomain"),
        pytest.param(_with(origin="https://localhost"), id="another scheme"),
        pytest.param(_with(rp_id="evil.example"), id="another relying party"),
        pytest.param(_with(flags=PRESENT), id="no user verification"),
        pytest.param(_with(flags=VERIFIED), id="no user presence"),
        pytest.param(_with(cross_origin=True), id="in a frame"),
        pytest.param(_with(key=ec.generate_private_key(ec.SECP256R1())), id="another key"),
        pytest.param(_with(credential_id=b"unknown"), id="an unknown passkey"),
        pytest.param(_with(user_handle=b"another user"), id="another user"),
        pytest.param(_with(user_handle=b""), id="no user"),
    ],
)
def test_wrong_assertion_is_refused(
    rita: User, phone: Authenticator, change: Callable[[Authenticator], None]
) -> None:
    change(used(phone))
    assert_refused(log_in(phone), 400, "passkey_failed")


def test_passkey_of_another_user_does_not_log_in_as_this_one(rita: User, phone: Authenticator) -> None:
    other = Authenticator()
    mallory = make_user("Mallory", password=PASSWORD)
    assert add(client_of(mallory), other).status_code == 201
    DeviceSession.objects.all().delete()
    other.user_handle = phone.user_handle
    assert outcome(log_in(other)) == (400, "passkey_failed")
    other.credential_id = phone.credential_id
    assert outcome(log_in(other)) == (400, "passkey_failed")
    assert not DeviceSession.objects.exists()


def test_challenge_is_valid_for_one_login(rita: User, phone: Authenticator) -> None:
    started = begin()
    assert log_in(used(phone), started).status_code == 200
    assert outcome(log_in(used(phone), started)) == (400, "passkey_expired")
    assert DeviceSession.objects.count() == 1
    assert Passkey.objects.get().sign_count == 6


def test_challenge_is_used_up_by_a_wrong_assertion(rita: User, phone: Authenticator) -> None:
    started = begin()
    phone.flags = PRESENT
    assert_refused(log_in(used(phone), started), 400, "passkey_failed")
    phone.flags |= VERIFIED
    assert_refused(log_in(phone, started), 400, "passkey_expired")


def test_challenge_expires(rita: User, phone: Authenticator) -> None:
    started = begin()
    assert started["expires_in"] == challenges.CHALLENGE_SECONDS
    key = challenges._key(started["challenge"])
    stored = cache.get(key)
    cache.set(key, stored, timedelta(seconds=0).total_seconds())
    assert_refused(log_in(used(phone), started), 400, "passkey_expired")


def test_challenge_belongs_to_the_network_that_requested_it(rita: User, phone: Authenticator) -> None:
    started = begin(REMOTE_ADDR="192.0.2.7")
    assert_refused(log_in(used(phone), started, REMOTE_ADDR="198.51.100.7"), 400, "passkey_expired")


@pytest.mark.filterwarnings("error")
def test_challenge_with_odd_characters_is_expired_without_a_warning(db: None) -> None:
    body = {"challenge": "\x05 ü\n", "credential": {}}
    assert outcome(APIClient().post(LOG_IN, body)) == (400, "passkey_expired")


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"rawId": "eA", "response": {}},
        {"rawId": 5, "response": []},
        {"rawId": "eA", "response": {"clientDataJSON": "W10", "authenticatorData": "eA", "signature": "eA"}},
    ],
)
def test_malformed_assertion_is_refused(db: None, credential: dict[str, Any]) -> None:
    response = APIClient().post(LOG_IN, {"challenge": begin()["challenge"], "credential": credential})
    assert outcome(response) == (400, "passkey_failed")


@pytest.mark.parametrize("counter", [5, 4, 0])
def test_copied_authenticator_is_refused_and_audited(rita: User, phone: Authenticator, counter: int) -> None:
    phone.counter = counter
    assert_refused(log_in(phone), 400, "passkey_failed")
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.target_id, entry.before) == (
        "counter_regressed",
        str(rita.pk),
        {"name": "Phone"},
    )


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [({"is_active": False}, 401, "login_error"), ({"approved": False}, 403, "require_approval")],
)
def test_user_who_may_not_log_in_is_refused(
    rita: User, phone: Authenticator, fields: dict[str, bool], status: int, code: str
) -> None:
    User.objects.filter(pk=rita.pk).update(**fields)
    assert_refused(log_in(used(phone)), status, code)


def test_staff_of_a_company_login_are_refused(rita: User, phone: Authenticator, settings: Any) -> None:
    User.objects.filter(pk=rita.pk).update(user_type=UserType.ADMIN)
    settings.COMPANY_LOGIN_REQUIRED = True
    assert_refused(log_in(used(phone)), 403, "company_login_required")


def test_removed_passkey_is_refused(rita: User, phone: Authenticator) -> None:
    Passkey.objects.all().delete()
    assert outcome(log_in(used(phone))) == (400, "passkey_failed")
    assert not DeviceSession.objects.exists()


# -- staff -------------------------------------------------------------------------------------


@pytest.fixture
def nora(phone: Authenticator) -> User:
    """An admin with a passkey and no app."""
    user = make_user("Nora", UserType.ADMIN, email="nora@example.org", password=PASSWORD)
    assert add(client_of(user), phone).status_code == 201
    DeviceSession.objects.all().delete()
    return user


def password_of(user: User) -> Any:
    return APIClient().post("/api/v1/auth/sign-in/", {"email": user.email, "password": PASSWORD})


def test_passkey_is_both_factors_of_staff(nora: User, phone: Authenticator) -> None:
    update_platform_settings(staff_two_factor=True)
    enrol(user=nora, secret=SECRET, code="000000")
    assert log_in(used(phone)).status_code == 200


def test_password_of_staff_with_a_passkey_is_not_enough(nora: User) -> None:
    response = password_of(nora)
    assert response.status_code == 202
    assert response.json()["factors"] == ["passkey"]
    assert not DeviceSession.objects.exists()
    body = {"challenge": response.json()["challenge"], "code": unused_recovery_codes(nora)[0]}
    assert APIClient().post("/api/v1/auth/two-factor/", body).status_code == 200


def test_challenge_names_app_and_passkey(nora: User) -> None:
    enrol(user=nora, secret=SECRET, code="000000")
    assert password_of(nora).json()["factors"] == ["app", "passkey"]


def test_password_of_a_rider_with_a_passkey_is_enough(rita: User) -> None:
    assert password_of(rita).status_code == 200


def test_password_does_not_set_up_an_app_in_the_django_admin_beside_a_passkey(nora: User) -> None:
    User.objects.filter(pk=nora.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.post("/django-admin/login/", {"username": nora.email, "password": PASSWORD})
    page = client.post("/django-admin/second-factor/enrol/", {"code": "000000"})
    assert page.status_code == 200
    assert "Log in to the back office with your passkey" in page.content.decode()
    assert totp_of(nora.pk) is None
