"""POST auth/sign-in/: passwords, refusals and rate limits."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from config.settings import PASSWORD_HASHERS
from tests.accounts.proofs import cheap_captcha, solved
from tests.personas import PASSWORD, make_user

__all__ = ["cheap_captcha"]

URL = "/api/v1/auth/sign-in/"


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


def sign_in(client: APIClient, **body: Any) -> Any:
    return client.post(URL, {"email": "ada@example.org", "password": PASSWORD} | body)


def assert_not_logged_in(response: Any, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()


def test_right_password_returns_an_access_token_and_the_user(client: APIClient, ada: User) -> None:
    response = sign_in(APIClient())
    body = response.json()
    assert response.status_code == 200
    assert body["expires_in"] == 600
    assert body["user"]["id"] == ada.pk
    assert body["user"]["user_type"] == "rider"
    me = APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Bearer {body['access']}")
    assert me.json() == body["user"]


def test_refresh_token_is_in_an_http_only_same_site_cookie(ada: User) -> None:
    response = sign_in(APIClient())
    cookie = response.cookies[settings.REFRESH_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["path"] == "/api/v1/auth/"
    assert cookie["max-age"] == 30 * 24 * 3600
    assert cookie.value not in str(response.json())


def test_refresh_cookie_is_secure_by_the_setting(ada: User, settings: Any) -> None:
    assert not sign_in(APIClient()).cookies["hansom_refresh"]["secure"]
    settings.REFRESH_COOKIE_SECURE = True
    assert sign_in(APIClient()).cookies["hansom_refresh"]["secure"]


def test_stored_refresh_token_cannot_be_used(ada: User) -> None:
    cookie = sign_in(APIClient()).cookies[settings.REFRESH_COOKIE].value
    (stored,) = DeviceSession.objects.values()
    signature = cookie.rpartition(".")[2]
    assert signature not in str(stored)


def test_email_is_matched_in_any_case(ada: User) -> None:
    assert sign_in(APIClient(), email="  ADA@Example.ORG ").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"email": "not an address"},
        {"email": ""},
        {"password": ""},
        {"email": None},
        {"password": "a" * 129},
        {"password": "nul\x00byte"},
    ],
)
def test_invalid_form_is_login_validate_error(ada: User, body: dict[str, Any]) -> None:
    assert_not_logged_in(sign_in(APIClient(), **body), 400, "login_validate_error")


def test_body_that_is_not_an_object_is_login_validate_error(ada: User) -> None:
    assert_not_logged_in(APIClient().post(URL, [1, 2]), 400, "login_validate_error")


def test_wrong_unknown_and_disabled_logins_get_the_same_reply(ada: User) -> None:
    make_user("Gone", email="gone@example.org", password=PASSWORD, is_active=False)
    replies = [
        sign_in(APIClient(), password="wrong"),
        sign_in(APIClient(), email="unknown@example.org"),
        sign_in(APIClient(), email="gone@example.org"),
    ]
    for reply in replies:
        assert_not_logged_in(reply, 401, "login_error")
    assert len({str(reply.json()) for reply in replies}) == 1


def test_account_without_a_password_cannot_log_in_by_one(db: None) -> None:
    make_user("Phone", email="phone@example.org")
    assert_not_logged_in(sign_in(APIClient(), email="phone@example.org", password="None"), 401, "login_error")


def test_unapproved_user_is_refused(db: None) -> None:
    make_user("New", email="new@example.org", password=PASSWORD, approved=False)
    assert_not_logged_in(sign_in(APIClient(), email="new@example.org"), 403, "require_approval")


def test_approval_is_reported_only_with_the_right_password(db: None) -> None:
    make_user("New", email="new@example.org", password=PASSWORD, approved=False)
    response = sign_in(APIClient(), email="new@example.org", password="guess")
    assert_not_logged_in(response, 401, "login_error")


def test_invalid_access_token_is_ignored(ada: User) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer not.a.token")
    assert sign_in(client).status_code == 200


def guess(times: int, *, first: int = 0) -> list[int]:
    """Try wrong passwords for ada's account, each from another IP address."""
    return [
        sign_in(APIClient(REMOTE_ADDR=f"10.0.{number // 250}.{number % 250}"), password="wrong").status_code
        for number in range(first, first + times)
    ]


def test_five_wrong_passwords_lock_the_account_for_that_ip_address(
    ada: User,
) -> None:
    stranger = APIClient(REMOTE_ADDR="10.0.0.1")
    assert [sign_in(stranger, password="wrong").status_code for _ in range(5)] == [401] * 5
    assert_not_logged_in(sign_in(stranger), 429, "too_many_requests")
    assert sign_in(APIClient(REMOTE_ADDR="10.0.0.9")).status_code == 200


def test_strangers_cannot_lock_out_the_owners_device(ada: User) -> None:
    owner = APIClient(REMOTE_ADDR="10.9.9.9")
    assert sign_in(owner).status_code == 200
    DeviceSession.objects.all().delete()
    statuses = guess(60)
    assert statuses == [401] * 50 + [400] * 10
    # Not even from the owner's own IP address.
    neighbour = APIClient(REMOTE_ADDR="10.9.9.9")
    assert [sign_in(neighbour, password="wrong").status_code for _ in range(2)] == [400] * 2
    assert sign_in(owner).status_code == 200


@pytest.mark.usefixtures("cheap_captcha")
def test_captcha_is_required_after_fifty_guesses_an_hour(
    ada: User,
) -> None:
    guess(50)
    elsewhere = APIClient(REMOTE_ADDR="10.8.8.8")
    assert_not_logged_in(sign_in(elsewhere), 400, "captcha_required")
    assert_not_logged_in(sign_in(elsewhere, captcha="made up"), 400, "captcha_failed")
    assert_not_logged_in(sign_in(elsewhere, captcha=solved(), password="wrong"), 401, "login_error")
    assert sign_in(elsewhere, captcha=solved()).status_code == 200


def test_guesses_on_a_known_device_are_limited_too(ada: User) -> None:
    owner = APIClient()
    assert sign_in(owner).status_code == 200
    DeviceSession.objects.all().delete()
    assert [sign_in(owner, password="wrong").status_code for _ in range(5)] == [401] * 5
    assert_not_logged_in(sign_in(owner), 429, "too_many_requests")


def test_foreign_or_forged_device_cookie_does_not_count(ada: User) -> None:
    make_user("Cleo", email="cleo@example.org", password=PASSWORD)
    stranger = APIClient(REMOTE_ADDR="10.7.7.7")
    assert sign_in(stranger, email="cleo@example.org").status_code == 200
    DeviceSession.objects.all().delete()
    guess(50)
    assert_not_logged_in(sign_in(stranger, password="wrong"), 400, "captcha_required")
    stranger.cookies["hansom_device"] = "forged:by:hand"
    assert_not_logged_in(sign_in(stranger, password="wrong"), 400, "captcha_required")


def test_device_cookie_is_http_only_and_does_not_log_in(ada: User) -> None:
    response = sign_in(APIClient())
    cookie = response.cookies["hansom_device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    client = APIClient()
    client.cookies["hansom_device"] = cookie.value
    assert client.get("/api/v1/me/").status_code == 401
    assert client.post("/api/v1/auth/refresh/").status_code == 401


def test_lock_holds_for_other_host_headers_and_spellings(ada: User) -> None:
    hosts = ["localhost", "127.0.0.1", "localhost", "127.0.0.1", "localhost"]
    for host in hosts:
        APIClient(HTTP_HOST=host).post(URL, {"email": "Ada@example.org", "password": "wrong"})
    assert_not_logged_in(sign_in(APIClient(HTTP_HOST="127.0.0.1")), 429, "too_many_requests")


def test_right_passwords_do_not_count_towards_the_lock(ada: User) -> None:
    for _ in range(7):
        assert sign_in(APIClient()).status_code == 200


def test_thirty_wrong_passwords_lock_an_ip_address(ada: User) -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    for number in range(30):
        client.post(URL, {"email": f"guess{number}@example.org", "password": "wrong"})
    assert_not_logged_in(sign_in(client), 429, "too_many_requests")
    assert sign_in(APIClient(REMOTE_ADDR="10.0.0.2")).status_code == 200


def test_attempts_of_an_ip_address_are_limited(ada: User) -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    codes = [client.post(URL, {}).status_code for _ in range(121)]
    assert codes == [400] * 120 + [429]
    assert_not_logged_in(sign_in(client), 429, "too_many_requests")


def test_forwarded_header_does_not_avoid_the_limit(ada: User) -> None:
    codes = {
        APIClient(HTTP_X_FORWARDED_FOR=f"10.9.{number}.1").post(URL, {}).status_code for number in range(121)
    }
    assert 429 in codes


@pytest.fixture
def _hashers_of_production(settings: Any) -> None:
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


@pytest.mark.usefixtures("_hashers_of_production")
def test_passwords_are_hashed_with_argon2id_and_owasp_parameters(ada: User) -> None:
    ada.set_password(PASSWORD)
    assert ada.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.usefixtures("_hashers_of_production")
def test_password_with_other_parameters_is_rehashed(ada: User) -> None:
    ada.password = Argon2PasswordHasher().encode(PASSWORD, "saltsaltsalt")
    ada.save(update_fields=["password"])
    assert sign_in(APIClient()).status_code == 200
    assert "m=19456" in User.objects.get(pk=ada.pk).password
