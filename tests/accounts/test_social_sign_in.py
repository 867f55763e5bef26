"""Login with Google, Facebook and Apple, against strict fakes."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session as BrowserSession
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.accounts.services.social import sign_in_methods
from apps.core.platform import update_platform_settings
from apps.wallet.models import JournalEntry
from tests.accounts.social import FINISH, Browser, apple, each, facebook, fake, google, start_url
from tests.django_admin import enter_django_admin
from tests.fakes.social.apple import Apple
from tests.fakes.social.facebook import Facebook
from tests.fakes.social.google import Google
from tests.fakes.social.server import FakeSocialServer, Provider
from tests.personas import make_user

__all__ = ["apple", "each", "facebook", "fake", "google"]

pytestmark = pytest.mark.django_db


def test_new_user_is_an_approved_rider_with_a_referral_id(
    each: tuple[Browser, Provider], fake: FakeSocialServer
) -> None:
    browser, _ = each
    response = browser.sign_in()
    assert response.status_code == 200, fake.refused
    assert fake.refused == []
    me = response.json()["user"]
    assert (me["first_name"], me["last_name"], me["email"]) == ("Ada", "Lovelace", "ada@example.org")
    assert (me["user_type"], me["approved"], me["mobile"]) == ("rider", True, None)
    assert me["wallet_balance"] == "0.0000"
    assert re.fullmatch(r"ada[0-9]{4}", me["referral_id"])
    user = User.objects.get()
    assert user.login_type == browser.provider
    assert not user.has_usable_password()
    assert not user.is_staff
    assert not JournalEntry.objects.exists()
    assert SocialAccount.objects.get().user == user


def test_finish_starts_a_session_and_leaves_no_django_session(
    each: tuple[Browser, Provider],
) -> None:
    browser, _ = each
    response = browser.sign_in()
    assert response.json().keys() == {"access", "expires_in", "user"}
    assert response.cookies[django_settings.REFRESH_COOKIE]["httponly"]
    device = DeviceSession.objects.get()
    assert (device.user, device.ip) == (User.objects.get(), "127.0.0.1")
    assert "Firefox" in device.user_agent
    assert response.cookies["sessionid"].value == ""
    assert not [
        one for one in BrowserSession.objects.all() if one.get_decoded().keys() - {"user", "id_token"}
    ]


def test_returning_user_gets_the_same_account(each: tuple[Browser, Provider]) -> None:
    browser, provider = each
    first = browser.sign_in().json()["user"]
    # The address changed; the provider's id identifies the user.
    provider.person.email = "ada@elsewhere.example"
    again = Browser(browser.provider).sign_in().json()["user"]
    assert again["id"] == first["id"]
    assert again["email"] == "ada@example.org"
    assert User.objects.count() == SocialAccount.objects.count() == 1


def test_next_page_is_returned(google: Google) -> None:
    assert Browser("google").there_and_back(next="/bookings?tab=1") == {
        "social": "done",
        "next": "/bookings?tab=1",
    }


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "bookings"],
)
def test_other_sites_as_next_page_are_ignored(google: Google, elsewhere: str) -> None:
    assert Browser("google").there_and_back(next=elsewhere) == {"social": "done"}


def test_google_request_has_state_and_pkce(google: Google, fake: FakeSocialServer) -> None:
    url = urlsplit(Browser("google").start())
    query = {name: values[0] for name, values in parse_qs(url.query).items()}
    assert url.path == "/accounts.google.com/o/oauth2/v2/auth"
    assert query["redirect_uri"] == "http://testserver/accounts/google/login/callback/"
    assert set(query["scope"].split(" ")) == {"openid", "email", "profile"}
    assert (query["code_challenge_method"], len(query["code_challenge"])) == ("S256", 43)
    assert len(query["state"]) >= 16
    assert google.app.secret not in url.query


def test_real_urls_are_used_without_a_sandbox(google: Google, settings: Any) -> None:
    settings.SOCIAL_SANDBOX_URL = ""
    assert Browser("google").start().startswith("https://accounts.google.com/o/oauth2/v2/auth?")


def test_fakes_see_the_original_paths(
    google: Google, facebook: Facebook, apple: Apple, fake: FakeSocialServer
) -> None:
    for provider in ("google", "facebook", "apple"):
        Browser(provider).sign_in()
        User.objects.all().delete()
    assert fake.pages_seen() == [
        "GET accounts.google.com/o/oauth2/v2/auth",
        "POST oauth2.googleapis.com/token",
        "GET www.facebook.com/v24.0/dialog/oauth",
        "GET graph.facebook.com/v24.0/oauth/access_token",
        "GET graph.facebook.com/v24.0/me",
        "GET appleid.apple.com/auth/authorize",
        "POST appleid.apple.com/auth/token",
        "GET appleid.apple.com/auth/keys",
    ]


def test_provider_tokens_are_not_stored(each: tuple[Browser, Provider]) -> None:
    browser, _ = each
    browser.sign_in()
    Browser(browser.provider).sign_in()
    assert not SocialToken.objects.exists()
    stored = str(SocialAccount.objects.get().extra_data)
    for secret in ("ya29", "EAA", "of-apple", "eyJ"):
        assert secret not in stored


@pytest.mark.parametrize("provider", ["google", "facebook", "apple", "twitter", "..", "x" * 300])
def test_provider_without_keys_is_not_configured(db: None, provider: str) -> None:
    client = APIClient()
    response = client.post(start_url(provider), {})
    assert (response.status_code, response.json()["code"]) in {
        (404, "provider_not_configured"),
        (404, "not_found"),
    }
    assert not BrowserSession.objects.exists()


def test_disabled_provider_is_not_configured(each: tuple[Browser, Provider]) -> None:
    browser, _ = each
    path = browser.visit(browser.start())
    update_platform_settings(**{f"{browser.provider}_login_enabled": False})
    assert browser.come_back(path) == {"social_error": "provider_not_configured"}
    response = browser.client.post(start_url(browser.provider), {})
    assert (response.status_code, response.json()["code"]) == (404, "provider_not_configured")
    assert not User.objects.exists()


def test_public_settings_list_enabled_providers_without_keys(google: Google, apple: Apple) -> None:
    body = APIClient().get("/api/v1/settings/public/").json()
    assert body["sign_in"] == {
        "mobile": True,
        "google": True,
        "facebook": False,
        "apple": True,
        "company": False,
    }
    for secret in (google.app.client_id, google.app.secret, apple.team_id, apple.key_id, "PRIVATE"):
        assert secret not in str(body)
    update_platform_settings(google_login_enabled=False, mobile_login_enabled=False)
    assert sign_in_methods() == {
        "mobile": False,
        "google": False,
        "facebook": False,
        "apple": True,
        "company": False,
    }


def test_finish_works_once(each: tuple[Browser, Provider]) -> None:
    browser, _ = each
    browser.there_and_back()
    cookie = browser.client.cookies["sessionid"].value
    assert browser.finish().status_code == 200
    browser.client.cookies["sessionid"] = cookie
    assert browser.finish().status_code == 400
    assert DeviceSession.objects.count() == 1


def test_finish_without_a_login_is_refused(db: None) -> None:
    response = APIClient().post(FINISH)
    assert (response.status_code, response.json()["code"]) == (400, "social_failed")


def test_finish_must_be_requested_within_five_minutes(google: Google, time_machine: Any) -> None:
    browser = Browser("google")
    time_machine.move_to(1_790_000_000, tick=False)
    browser.there_and_back()
    time_machine.shift(301)
    assert browser.finish().status_code == 400
    assert not DeviceSession.objects.exists()


def test_django_admin_session_does_not_log_in(dora: User) -> None:
    client = APIClient()
    enter_django_admin(client, dora)
    assert client.post(FINISH).status_code == 400
    assert client.get("/django-admin/").status_code == 200
    assert not DeviceSession.objects.exists()


def test_provider_login_does_not_open_the_django_admin(google: Google) -> None:
    make_user("Root", email="ada@example.org", is_staff=True, is_superuser=True)
    EmailAddress.objects.create(user=User.objects.get(), email="ada@example.org", verified=True, primary=True)
    browser = Browser("google")
    assert browser.there_and_back() == {"social": "done"}
    assert browser.client.get("/django-admin/").status_code == 302


def test_session_key_changes_with_the_callback(google: Google) -> None:
    browser = Browser("google")
    path = browser.visit(browser.start())
    before = browser.client.cookies["sessionid"].value
    browser.come_back(path)
    assert browser.client.cookies["sessionid"].value != before


def test_unapproved_user_is_refused(google: Google) -> None:
    browser = Browser("google")
    browser.sign_in()
    DeviceSession.objects.all().delete()
    User.objects.update(approved=False)
    response = Browser("google").sign_in()
    assert (response.status_code, response.json()["code"]) == (403, "require_approval")
    assert django_settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()


def test_disabled_user_is_refused(google: Google) -> None:
    browser = Browser("google")
    browser.sign_in()
    User.objects.update(is_active=False)
    again = Browser("google")
    assert again.there_and_back() == {"social_error": "social_failed"}
    assert again.finish().status_code == 400


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_callbacks_refuse_other_methods(google: Google, apple: Apple, method: str) -> None:
    for path in ("google/login/callback/", "apple/login/callback/", "apple/login/callback/finish/"):
        assert getattr(APIClient(), method)(f"/accounts/{path}").status_code == 405
    assert APIClient().get("/accounts/apple/login/callback/").status_code == 405


@pytest.mark.parametrize(
    "page", ["login/", "signup/", "google/login/", "3rdparty/", "password/reset/", "email/"]
)
def test_allauths_pages_are_not_served(db: None, page: str) -> None:
    """Other paths below /accounts/ belong to the React app, which renders its own 404."""
    response = APIClient().get(f"/accounts/{page}")
    assert b"csrfmiddlewaretoken" not in response.content
    assert response.status_code in {404, 503}


def test_starts_from_an_ip_address_are_limited(google: Google) -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    statuses = [client.post(start_url("google"), {}).status_code for _ in range(61)]
    assert statuses == [200] * 60 + [429]
