"""Two-factor login of staff: the second step, the own app, and the setting that requires it."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.login.known_device import remember_device
from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.second_factor import enrol, totp_of, unused_recovery_codes
from apps.accounts.services.two_factor_login import CHALLENGE_SECONDS, cache_key
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from tests.accounts.emails import emails
from tests.accounts.phones import code_sent_to, enter
from tests.accounts.proofs import cheap_captcha
from tests.accounts.social import Browser, fake, google
from tests.django_admin import SECRET, code_of, enter_django_admin
from tests.fakes.social.google import Google
from tests.personas import PASSWORD, client_of, make_user

__all__ = ["cheap_captcha", "fake", "google"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]

API = "/api/v1"
LOG_IN = f"{API}/auth/sign-in/"
SECOND_STEP = f"{API}/auth/two-factor/"
MINE = f"{API}/me/two-factor/"
STAFF = [UserType.ADMIN, UserType.FLEET_ADMIN]


@pytest.fixture
def olive(db: None) -> User:
    """An admin with a password and an authenticator app."""
    user = make_user("Olive", UserType.ADMIN, email="olive@example.org", password=PASSWORD)
    enrol(user=user, secret=SECRET, code="000000")
    return user


@pytest.fixture
def nora(db: None) -> User:
    """An admin without an app."""
    return make_user("Nora", UserType.ADMIN, email="nora@example.org", password=PASSWORD)


def password_of(user: User, **body: Any) -> Any:
    return APIClient().post(LOG_IN, {"email": user.email, "password": PASSWORD} | body)


def challenge_of(user: User) -> str:
    response = password_of(user)
    assert response.status_code == 202
    return str(response.json()["challenge"])


def second_step(challenge: str, code: str) -> Any:
    return APIClient().post(SECOND_STEP, {"challenge": challenge, "code": code})


def outcome(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


def assert_not_logged_in(response: Any, status: int, code: str) -> None:
    assert outcome(response) == (status, code)
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()


def actions() -> list[str]:
    entries = AuditEntry.objects.filter(kind="second_factor").order_by("id")
    return list(entries.values_list("action", flat=True))


# -- the second step ---------------------------------------------------------------------------


def test_password_alone_starts_no_session_with_an_app(olive: User) -> None:
    response = password_of(olive)
    assert response.status_code == 202
    assert response.json().keys() == {"challenge", "factors", "expires_in"}
    assert response.json()["factors"] == ["app"]
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()


def test_code_completes_the_login(olive: User) -> None:
    response = second_step(challenge_of(olive), code_of())
    assert response.status_code == 200
    assert response.json()["user"]["id"] == olive.pk
    assert response.cookies[settings.REFRESH_COOKIE]["httponly"]
    assert DeviceSession.objects.get().user == olive


def test_login_without_an_app_has_one_step(nora: User) -> None:
    assert password_of(nora).status_code == 200


def test_phone_login_needs_the_second_step_too(olive: User) -> None:
    response = enter(*code_sent_to(olive))
    assert response.status_code == 202
    assert not DeviceSession.objects.exists()
    assert PhoneCode.objects.get().used_at is not None
    assert second_step(response.json()["challenge"], code_of()).status_code == 200


def test_provider_login_needs_the_second_step_too(google: Google) -> None:
    browser = Browser("google")
    user = User.objects.get(pk=browser.sign_in().json()["user"]["id"])
    User.objects.update(user_type=UserType.ADMIN)
    enrol(user=user, secret=SECRET, code="000000")
    DeviceSession.objects.all().delete()
    response = browser.sign_in()
    assert response.status_code == 202
    assert not DeviceSession.objects.exists()
    assert second_step(response.json()["challenge"], code_of()).status_code == 200


def test_code_is_valid_for_one_login(olive: User) -> None:
    code, other = code_of(), challenge_of(olive)
    assert second_step(challenge_of(olive), code).status_code == 200
    DeviceSession.objects.all().delete()
    cache.delete(f"allauth.mfa.totp.used?user={olive.pk}&code={code}")
    assert_not_logged_in(second_step(other, code), 400, "two_factor_used_code")


def test_challenge_is_valid_for_one_login(olive: User) -> None:
    challenge = challenge_of(olive)
    assert second_step(challenge, code_of()).status_code == 200
    DeviceSession.objects.all().delete()
    response = second_step(challenge, unused_recovery_codes(olive)[0])
    assert_not_logged_in(response, 400, "two_factor_expired")
    assert len(unused_recovery_codes(olive)) == 10


@pytest.mark.filterwarnings("error")
def test_challenge_with_odd_characters_is_expired_without_a_warning() -> None:
    assert_not_logged_in(second_step("\x05 ü\n", code_of()), 400, "two_factor_expired")


@pytest.mark.parametrize("code", ["000000", "12345", "abcdef", "١٢٣٤٥٦"])
def test_wrong_code_starts_no_session_and_keeps_the_challenge(olive: User, code: str) -> None:
    challenge = challenge_of(olive)
    response = second_step(challenge, code)
    assert_not_logged_in(response, 400, "two_factor_wrong_code")
    assert "code" in response.json()["fields"]
    assert second_step(challenge, code_of()).status_code == 200


def test_five_wrong_codes_lock_an_ip_address_for_any_challenge(olive: User) -> None:
    challenge = challenge_of(olive)
    for _ in range(5):
        assert outcome(second_step(challenge, "000000"))[1] == "two_factor_wrong_code"
    for tried in (challenge, challenge_of(olive)):
        assert_not_logged_in(second_step(tried, code_of()), 429, "too_many_requests")
    assert len(unused_recovery_codes(olive)) == 10


def known_device_of(user: User) -> APIClient:
    """Return a browser in which the user has logged in before."""
    browser = APIClient(REMOTE_ADDR="192.0.2.7")
    remember_device(response := HttpResponse(), user_id=user.pk, family="before")
    browser.cookies.update(response.cookies)
    return browser


def test_strangers_cannot_lock_out_the_owners_known_device(olive: User) -> None:
    challenge = challenge_of(olive)
    # Fifty IP addresses share twenty attempts an hour.
    outcomes = [
        outcome(
            APIClient(REMOTE_ADDR=f"198.51.100.{number}").post(
                SECOND_STEP, {"challenge": challenge, "code": "000000"}
            )
        )
        for number in range(50)
    ]
    assert outcomes == [(400, "two_factor_wrong_code")] * 20 + [(429, "too_many_requests")] * 30
    stranger = APIClient(REMOTE_ADDR="198.51.100.99")
    refused = stranger.post(SECOND_STEP, {"challenge": challenge, "code": code_of()})
    assert_not_logged_in(refused, 429, "too_many_requests")
    assert 0 < int(refused["Retry-After"]) <= 3600

    owner = known_device_of(olive)
    for _ in range(4):
        assert owner.post(SECOND_STEP, {"challenge": challenge, "code": "000000"}).status_code == 400
    assert owner.post(SECOND_STEP, {"challenge": challenge, "code": code_of()}).status_code == 200


def test_known_device_has_five_attempts_for_its_own_user(olive: User, nora: User) -> None:
    challenge = challenge_of(olive)
    owner = known_device_of(olive)
    for _ in range(5):
        assert owner.post(SECOND_STEP, {"challenge": challenge, "code": "000000"}).status_code == 400
    refused = owner.post(SECOND_STEP, {"challenge": challenge, "code": code_of()})
    assert_not_logged_in(refused, 429, "too_many_requests")

    other = known_device_of(nora)
    for _ in range(5):
        assert other.post(SECOND_STEP, {"challenge": challenge, "code": "000000"}).status_code == 400
    assert outcome(other.post(SECOND_STEP, {"challenge": challenge, "code": code_of()}))[0] == 429


def test_ip_address_over_its_limit_does_not_use_up_the_shared_one(olive: User) -> None:
    challenge = challenge_of(olive)
    for _ in range(40):
        second_step(challenge, "000000")
    # Only five of them counted; the owner's new device still gets in.
    elsewhere = APIClient(REMOTE_ADDR="192.0.2.9")
    assert elsewhere.post(SECOND_STEP, {"challenge": challenge, "code": code_of()}).status_code == 200


def test_guesses_in_one_session_do_not_lock_another(olive: User) -> None:
    thief, owner = client_of(olive), client_of(olive)
    for _ in range(5):
        thief.post(f"{MINE}turn-off/", {"password": "guess", "code": "000000"})
        thief.post(f"{MINE}recovery-codes/", {"code": "000000"})
    right = {"password": PASSWORD, "code": code_of()}
    assert outcome(thief.post(f"{MINE}turn-off/", right)) == (429, "too_many_requests")
    assert outcome(thief.post(f"{MINE}recovery-codes/", {"code": code_of()})) == (429, "too_many_requests")
    assert totp_of(olive.pk) is not None
    assert owner.post(f"{MINE}turn-off/", right).status_code == 204


def test_strangers_cannot_lock_out_the_owners_device_in_the_django_admin(olive: User) -> None:
    User.objects.filter(pk=olive.pk).update(is_staff=True)
    first = Client(REMOTE_ADDR="192.0.2.7")
    credentials = {"username": olive.email, "password": PASSWORD}
    first.post("/django-admin/login/", credentials)
    assert first.post("/django-admin/second-factor/", {"code": code_of()}).status_code == 302
    assert first.get("/django-admin/").status_code == 200
    first.post("/django-admin/logout/")

    challenge = challenge_of(olive)
    for number in range(60):
        stranger = APIClient(REMOTE_ADDR=f"198.51.100.{number}")
        stranger.post(LOG_IN, {"email": olive.email, "password": "guess"})
        stranger.post(SECOND_STEP, {"challenge": challenge, "code": "000000"})

    unknown = Client(REMOTE_ADDR="192.0.2.8")
    assert unknown.post("/django-admin/login/", credentials).status_code == 200
    assert first.post("/django-admin/login/", credentials).status_code == 302
    code = unused_recovery_codes(olive)[0]
    assert first.post("/django-admin/second-factor/", {"code": code}).status_code == 302
    assert first.get("/django-admin/").status_code == 200


def test_wrong_codes_count_for_the_django_admin_too(client: Client, olive: User) -> None:
    User.objects.filter(pk=olive.pk).update(is_staff=True)
    challenge = challenge_of(olive)
    for _ in range(5):
        second_step(challenge, "000000")
    client.post("/django-admin/login/", {"username": olive.email, "password": PASSWORD})
    assert client.post("/django-admin/second-factor/", {"code": code_of()}).status_code == 200
    assert client.get("/django-admin/").status_code == 302


def test_recovery_code_logs_in_once_and_is_audited(olive: User) -> None:
    code = unused_recovery_codes(olive)[3]
    assert second_step(challenge_of(olive), code).status_code == 200
    assert actions()[-1] == "recovery_code_used"
    DeviceSession.objects.all().delete()
    assert_not_logged_in(second_step(challenge_of(olive), code), 400, "two_factor_wrong_code")
    assert len(unused_recovery_codes(olive)) == 9


@pytest.mark.parametrize("challenge", ["", "x", "a" * 101])
def test_unknown_challenge_starts_no_session(olive: User, challenge: str) -> None:
    response = second_step(challenge, code_of())
    assert response.status_code == 400
    assert not DeviceSession.objects.exists()


def test_challenge_expires(olive: User) -> None:
    response = password_of(olive)
    challenge = response.json()["challenge"]
    assert response.json()["expires_in"] == CHALLENGE_SECONDS
    assert cache.touch(cache_key(challenge), 0)
    assert_not_logged_in(second_step(challenge, code_of()), 400, "two_factor_expired")


def test_changed_password_ends_the_challenge(olive: User) -> None:
    challenge = challenge_of(olive)
    olive.set_password("another-7-password")
    olive.save()
    assert_not_logged_in(second_step(challenge, code_of()), 400, "two_factor_expired")


def test_reset_between_the_steps_ends_the_challenge(olive: User) -> None:
    challenge = challenge_of(olive)
    Authenticator.objects.all().delete()
    assert_not_logged_in(second_step(challenge, code_of()), 400, "two_factor_expired")


@pytest.mark.parametrize("field", ["approved", "is_active"])
def test_user_disabled_between_the_steps_is_refused(olive: User, field: str) -> None:
    challenge = challenge_of(olive)
    User.objects.update(**{field: False})
    response = second_step(challenge, code_of())
    assert response.status_code in (401, 403)
    assert not DeviceSession.objects.exists()


# -- the own app -------------------------------------------------------------------------------


def set_up(client: APIClient) -> Any:
    secret = client.post(f"{MINE}setup/").json()["secret"]
    return client.post(f"{MINE}confirm/", {"code": code_of(secret)})


@pytest.mark.parametrize("user_type", STAFF)
def test_staff_set_up_an_app_and_see_the_recovery_codes_once(user_type: UserType) -> None:
    user = make_user("Vera", user_type, email="vera@example.org")
    client, elsewhere = client_of(user), client_of(user)
    setup = client.post(f"{MINE}setup/").json()
    assert setup["qr_code"].startswith("data:image/svg+xml;base64,")
    assert setup["secret"] in setup["otpauth_url"]
    assert totp_of(user.pk) is None
    response = client.post(f"{MINE}confirm/", {"code": code_of(setup["secret"])})
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    assert response.json()["recovery_codes"] == unused_recovery_codes(user)
    assert client.get(MINE).json() == {"enabled": True, "required": False, "recovery_codes_left": 10}
    # The other device's session started without a code.
    assert elsewhere.get(MINE).status_code == 401
    assert actions() == ["enrolled"]
    assert [one["to"] for one in emails(EmailTemplate.TWO_FACTOR_ON)] == ["vera@example.org"]


def test_setup_code_does_not_log_in_too(nora: User) -> None:
    client = client_of(nora)
    secret = client.post(f"{MINE}setup/").json()["secret"]
    code = code_of(secret)
    client.post(f"{MINE}confirm/", {"code": code})
    assert outcome(second_step(challenge_of(nora), code))[1] == "two_factor_used_code"


def test_wrong_first_code_sets_up_nothing(nora: User) -> None:
    client = client_of(nora)
    secret = client.post(f"{MINE}setup/").json()["secret"]
    refused = client.post(f"{MINE}confirm/", {"code": "000000"})
    assert outcome(refused) == (400, "two_factor_wrong_code")
    assert not Authenticator.objects.exists()
    assert client.post(f"{MINE}confirm/", {"code": code_of(secret)}).status_code == 201


def test_secret_of_another_device_sets_up_nothing(nora: User) -> None:
    secret = client_of(nora).post(f"{MINE}setup/").json()["secret"]
    refused = client_of(nora).post(f"{MINE}confirm/", {"code": code_of(secret)})
    assert outcome(refused) == (409, "two_factor_setup_expired")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("step", ["setup", "confirm"])
def test_second_app_is_refused(olive: User, step: str) -> None:
    refused = client_of(olive).post(f"{MINE}{step}/", {"code": code_of()})
    assert outcome(refused) == (409, "already_enrolled")
    assert Authenticator.objects.filter(type="totp").count() == 1


@pytest.mark.parametrize("user_type", [UserType.RIDER, UserType.DRIVER])
@pytest.mark.parametrize("path", ["setup/", "confirm/", "recovery-codes/", "turn-off/"])
def test_riders_and_drivers_cannot_set_up_an_app(user_type: UserType, path: str) -> None:
    refused = client_of(make_user("Rita", user_type)).post(MINE + path, {"code": "000000"})
    assert refused.status_code == 403
    assert not Authenticator.objects.exists()


def test_new_recovery_codes_need_a_code(olive: User) -> None:
    client, old = client_of(olive), unused_recovery_codes(olive)
    refused = client.post(f"{MINE}recovery-codes/", {"code": "000000"})
    assert outcome(refused) == (400, "two_factor_wrong_code")
    assert unused_recovery_codes(olive) == old
    new = client.post(f"{MINE}recovery-codes/", {"code": code_of()}).json()["recovery_codes"]
    assert new == unused_recovery_codes(olive)
    assert not set(old) & set(new)
    assert actions()[-1] == "recovery_codes_renewed"


def test_turning_off_needs_the_password_and_a_code(olive: User) -> None:
    client = client_of(olive)
    url = f"{MINE}turn-off/"
    refused = client.post(url, {"code": code_of()})
    assert (*outcome(refused), *refused.json()["fields"]) == (400, "wrong_password", "password")
    refused = client.post(url, {"password": PASSWORD, "code": "000000"})
    assert outcome(refused) == (400, "two_factor_wrong_code")
    assert totp_of(olive.pk) is not None
    assert emails(EmailTemplate.TWO_FACTOR_OFF) == []
    assert client.post(url, {"password": PASSWORD, "code": code_of()}).status_code == 204
    assert not Authenticator.objects.exists()
    assert actions()[-1] == "removed"
    assert len(emails(EmailTemplate.TWO_FACTOR_OFF)) == 1
    assert password_of(olive).status_code == 200


def test_user_without_a_password_turns_it_off_by_a_code(olive: User) -> None:
    olive.set_unusable_password()
    olive.save()
    assert client_of(olive).post(f"{MINE}turn-off/", {"code": code_of()}).status_code == 204
    assert totp_of(olive.pk) is None


def test_demo_mode_changes_no_app(olive: User, nora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False, staff_two_factor=True)
    for client, path in (
        (client_of(nora), "setup/"),
        (client_of(nora), "confirm/"),
        (client_of(olive), "recovery-codes/"),
        (client_of(olive), "turn-off/"),
    ):
        body = {"password": PASSWORD, "code": code_of()}
        assert outcome(client.post(MINE + path, body)) == (403, "demo_mode")
    assert len(unused_recovery_codes(olive)) == 10
    assert totp_of(nora.pk) is None
    # It is not required where it cannot be set up.
    assert client_of(nora).get(f"{API}/dashboard/").status_code == 200


def test_one_app_is_used_for_django_admin_and_back_office(client: Client, nora: User) -> None:
    User.objects.filter(pk=nora.pk).update(is_staff=True)
    inside = client_of(nora)
    secret = inside.post(f"{MINE}setup/").json()["secret"]
    inside.post(f"{MINE}confirm/", {"code": code_of(secret)})
    client.post("/django-admin/login/", {"username": nora.email, "password": PASSWORD})
    code = code_of(secret, steps=1)
    assert client.post("/django-admin/second-factor/", {"code": code}).status_code == 302
    assert client.get("/django-admin/").status_code == 200
    assert outcome(second_step(challenge_of(nora), code))[1] == "two_factor_wrong_code"


# -- the setting -------------------------------------------------------------------------------


@pytest.mark.parametrize("user_type", STAFF)
def test_setting_requires_an_app_of_staff(user_type: UserType) -> None:
    user = make_user("Nick", user_type, email="nick@example.org", password=PASSWORD)
    client = client_of(user)
    assert client.get(f"{API}/dashboard/").status_code == 200
    update_platform_settings(staff_two_factor=True)
    # Existing sessions need it as well.
    for method, path in (("get", "dashboard/"), ("patch", "me/"), ("post", "realtime/ticket/")):
        refused = getattr(client, method)(f"{API}/{path}", {"first_name": "Nicholas"})
        assert outcome(refused) == (403, "two_factor_setup_required"), path
    user.refresh_from_db()
    assert user.first_name == "Nick"
    assert client.get(f"{API}/me/").json()["two_factor_setup_due"]
    # Public endpoints show only what visitors see.
    assert client.get(f"{API}/settings/public/").status_code == 200
    logged_in = password_of(user)
    assert logged_in.status_code == 200
    assert logged_in.json()["user"]["two_factor_setup_due"]

    assert set_up(client).status_code == 201
    assert client.get(f"{API}/dashboard/").status_code == 200
    assert not client.get(f"{API}/me/").json()["two_factor_setup_due"]


def test_setting_can_be_turned_off_again(nora: User) -> None:
    client = client_of(nora)
    update_platform_settings(staff_two_factor=True)
    assert client.get(f"{API}/dashboard/").status_code == 403
    update_platform_settings(staff_two_factor=False)
    assert client.get(f"{API}/dashboard/").status_code == 200


def test_session_of_a_user_with_an_app_continues(olive: User) -> None:
    client = client_of(olive)
    update_platform_settings(staff_two_factor=True)
    assert client.get(f"{API}/dashboard/").status_code == 200


def test_setting_does_not_apply_to_riders_and_drivers() -> None:
    update_platform_settings(staff_two_factor=True)
    for user_type in (UserType.RIDER, UserType.DRIVER):
        client = client_of(make_user("Rita", user_type))
        assert client.get(f"{API}/me/wallet/").status_code == 200
        assert not client.get(f"{API}/me/").json()["two_factor_setup_due"]


def test_turning_the_setting_on_is_audited(olive: User) -> None:
    client = client_of(olive)
    version = client.get(f"{API}/settings/").json()["version"]
    saved = client.patch(f"{API}/settings/", {"staff_two_factor": True, "version": version})
    assert saved.status_code == 200
    assert saved.json()["staff_two_factor"]
    assert AuditEntry.objects.latest("id").after == {"staff_two_factor": True}


# -- reset -------------------------------------------------------------------------------------


def reset(by: User, user: User) -> Any:
    return client_of(by).post(f"{API}/people/{user.pk}/two-factor/reset/")


def test_admin_resets_another_users_app(olive: User, nora: User) -> None:
    session = client_of(olive)
    shown = client_of(nora).get(f"{API}/people/{olive.pk}/").json()
    assert shown["facts"]["two_factor"]
    response = reset(nora, olive)
    assert response.status_code == 200
    assert not response.json()["facts"]["two_factor"]
    assert not Authenticator.objects.exists()
    assert session.get(f"{API}/me/").status_code == 401
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.actor_id, entry.target_id) == ("reset", nora.pk, str(olive.pk))
    assert [one["to"] for one in emails(EmailTemplate.TWO_FACTOR_RESET)] == ["olive@example.org"]


def test_reset_of_oneself_or_a_superuser_or_by_a_fleet_admin_is_refused(olive: User, nora: User) -> None:
    User.objects.filter(pk=olive.pk).update(is_staff=True, is_superuser=True)
    olive.refresh_from_db()
    fay = make_user("Fay", UserType.FLEET_ADMIN)
    for by in (olive, nora, fay):
        assert outcome(reset(by, olive))[0] == 403
    assert outcome(reset(olive, nora)) == (409, "nothing_enrolled")
    assert totp_of(olive.pk) is not None
    assert actions() == ["enrolled"]
    assert emails(EmailTemplate.TWO_FACTOR_RESET) == []


def test_demo_mode_refuses_resets(olive: User, nora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert outcome(reset(nora, olive)) == (403, "demo_mode")
    assert totp_of(olive.pk) is not None


def test_operator_resets_an_app_on_the_command_line(olive: User) -> None:
    call_command("reset_two_factor", "Olive@example.org")
    assert totp_of(olive.pk) is None
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.actor_id, entry.source) == ("reset", None, "shell")
    assert len(emails(EmailTemplate.TWO_FACTOR_RESET)) == 1
    assert password_of(olive).status_code == 200


@pytest.mark.parametrize("login", ["nora@example.org", "no.one@example.org", "+447700900999"])
def test_command_reports_what_it_cannot_reset(nora: User, login: str) -> None:
    with pytest.raises(CommandError):
        call_command("reset_two_factor", login)
    assert actions() == []


def test_setup_in_the_django_admin_logs_the_back_office_out(nora: User) -> None:
    User.objects.filter(pk=nora.pk).update(is_staff=True)
    nora.refresh_from_db()
    session = client_of(nora)
    enter_django_admin(Client(), nora)
    assert session.get(f"{API}/me/").status_code == 401
