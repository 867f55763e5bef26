"""Provider responses that are forged, reused, for others or malformed: none logs in."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.conf import settings as django_settings

from apps.accounts.models import DeviceSession, User
from tests.accounts.social import Browser, apple, each, facebook, fake, google
from tests.fakes.social.apple import Apple
from tests.fakes.social.facebook import Facebook
from tests.fakes.social.google import Google
from tests.fakes.social.server import FakeSocialServer, Provider

__all__ = ["apple", "each", "facebook", "fake", "google"]

pytestmark = pytest.mark.django_db


def test_cancelled_login_is_reported(each: tuple[Browser, Provider]) -> None:
    browser, provider = each
    provider.consents = False
    assert browser.there_and_back() == {"social_error": "social_cancelled"}
    assert not User.objects.exists()
    assert browser.finish().status_code == 400


def assert_not_logged_in(browser: Browser, result: dict[str, str]) -> None:
    assert result == {"social_error": "social_failed"}
    response = browser.finish()
    assert (response.status_code, response.json()["code"]) == (400, "social_failed")
    assert django_settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()
    assert not User.objects.exists()


def test_response_without_this_browsers_state_is_refused(each: tuple[Browser, Provider]) -> None:
    """Another user's response must not log this browser in as them."""
    browser, _ = each
    path = browser.visit(browser.start())
    victim = Browser(browser.provider)
    victim.start()
    assert_not_logged_in(victim, victim.come_back(path))


def test_response_is_valid_once(each: tuple[Browser, Provider]) -> None:
    browser, _ = each
    path = browser.visit(browser.start())
    assert browser.come_back(path) == {"social": "done"}
    assert browser.come_back(path) == {"social_error": "social_failed"}


def test_code_is_valid_once_at_the_provider(each: tuple[Browser, Provider], fake: FakeSocialServer) -> None:
    browser, _ = each
    code = parse_qs(urlsplit(browser.visit(browser.start())).query)["code"][0]
    state = parse_qs(urlsplit(browser.start()).query)["state"][0]
    back = f"/accounts/{browser.provider}/login/callback/{'finish/' if browser.provider == 'apple' else ''}"
    # Own state with the code of another login: Google's PKCE refuses it.
    response = browser.client.get(back, {"code": code, "state": state})
    first = urlsplit(response["Location"]).query
    assert first == ("social_error=social_failed" if browser.provider == "google" else "social=done")
    state = parse_qs(urlsplit(browser.start()).query)["state"][0]
    assert "social_failed" in browser.client.get(back, {"code": code, "state": state})["Location"]
    assert fake.refused


@pytest.mark.parametrize(
    "query", ["", "?code=x", "?state=x", "?code=x&state=x", "?error=server_error&state=x", "?code=&state="]
)
@pytest.mark.parametrize("provider", ["google", "facebook", "apple"])
def test_callback_without_a_login_is_refused(
    google: Google, facebook: Facebook, apple: Apple, provider: str, query: str
) -> None:
    browser = Browser(provider)
    tail = "finish/" if provider == "apple" else ""
    assert_not_logged_in(browser, browser.come_back(f"/accounts/{provider}/login/callback/{tail}{query}"))


@pytest.mark.parametrize("name", ["google", "facebook"])
def test_wrong_secret_is_refused_by_the_provider(
    name: str, request: pytest.FixtureRequest, fake: FakeSocialServer, settings: Any
) -> None:
    request.getfixturevalue(name)
    settings.SOCIALACCOUNT_PROVIDERS[name]["APP"]["secret"] = "wrong"
    browser = Browser(name)
    assert_not_logged_in(browser, browser.there_and_back())
    assert "client_secret" in fake.refused[0]


def test_wrong_client_is_refused_by_the_provider(
    google: Google, fake: FakeSocialServer, settings: Any
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS["google"]["APP"]["client_id"] = "wrong"
    response = httpx.get(Browser("google").start())
    assert (response.status_code, response.json()["error"]) == (401, "invalid_client")


@pytest.mark.parametrize(("field", "value"), [("secret", "OTHERKEYID"), ("key", "OTHERTEAM1")])
def test_apple_refuses_a_secret_of_another_app(
    apple: Apple, fake: FakeSocialServer, settings: Any, field: str, value: str
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS["apple"]["APP"][field] = value
    browser = Browser("apple")
    assert_not_logged_in(browser, browser.there_and_back())
    assert fake.refused[0].startswith("invalid_client")


@pytest.mark.parametrize("issuer", ["https://evil.example", ""])
def test_id_token_of_another_issuer_is_refused(google: Google, apple: Apple, issuer: str) -> None:
    google.issuer = apple.issuer = issuer
    for provider in ("google", "apple"):
        browser = Browser(provider)
        assert_not_logged_in(browser, browser.there_and_back())


def test_id_token_for_another_app_is_refused(google: Google) -> None:
    google.audience = "another-app"
    browser = Browser("google")
    assert_not_logged_in(browser, browser.there_and_back())


def test_id_token_with_another_signature_is_refused(apple: Apple) -> None:
    apple.signing_key = Google(apple.app).key
    browser = Browser("apple")
    assert_not_logged_in(browser, browser.there_and_back())


@pytest.mark.parametrize(
    "garbage", [None, [], {}, "text", {"access_token": 5}, {"access_token": "x", "id_token": "y"}]
)
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("google", "/token"),
        ("facebook", "/v24.0/oauth/access_token"),
        ("facebook", "/v24.0/me"),
        ("apple", "/auth/token"),
        ("apple", "/auth/keys"),
    ],
)
def test_malformed_response_of_a_provider_is_refused(
    name: str, path: str, garbage: Any, request: pytest.FixtureRequest, fake: FakeSocialServer
) -> None:
    request.getfixturevalue(name)
    fake.garbage[path] = garbage
    browser = Browser(name)
    assert_not_logged_in(browser, browser.there_and_back())


def test_unavailable_provider_is_refused(google: Google, settings: Any) -> None:
    browser = Browser("google")
    path = browser.visit(browser.start())
    settings.SOCIAL_SANDBOX_URL = "http://127.0.0.1:1"
    assert_not_logged_in(browser, browser.come_back(path))
