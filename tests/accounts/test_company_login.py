"""Login of staff with the company's OpenID Connect provider, against a strict fake."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, User
from apps.accounts.services.email_addresses import is_email_verified
from tests.accounts.social import Browser, company, fake, google, start_url
from tests.fakes.social.company import Company
from tests.fakes.social.google import Google
from tests.fakes.social.people import Person
from tests.fakes.social.server import FakeSocialServer
from tests.personas import make_user

__all__ = ["company", "fake", "google"]

pytestmark = pytest.mark.django_db

ADMIN = "admin@company.example"


@pytest.fixture
def browser(company: Company) -> Browser:
    company.person = Person(id="c0ffee", email=ADMIN, first_name="Dora", last_name="Example")
    return Browser("company")


@pytest.fixture
def admin(db: None) -> User:
    return make_user("Dora", UserType.ADMIN, email=ADMIN)


def assert_refused(browser: Browser, code: str) -> None:
    users = list(User.objects.order_by("id").values())
    assert browser.there_and_back() == {"social_error": code}
    response = browser.finish()
    assert (response.status_code, response.json()["code"]) == (400, "social_failed")
    assert not DeviceSession.objects.exists()
    assert not SocialAccount.objects.exists()
    assert list(User.objects.order_by("id").values()) == users


@pytest.mark.parametrize("user_type", [UserType.ADMIN, UserType.FLEET_ADMIN])
def test_staff_log_in_by_their_verified_email(
    browser: Browser, fake: FakeSocialServer, user_type: UserType
) -> None:
    user = make_user("Dora", user_type, email=ADMIN)
    response = browser.sign_in()
    assert response.status_code == 200, fake.refused
    assert fake.refused == []
    assert response.json()["user"]["id"] == user.pk
    account = SocialAccount.objects.get()
    assert (account.user, account.provider, account.uid) == (user, "company", "c0ffee")
    assert set(account.extra_data) <= {"sub", "email", "email_verified", "name", "given_name", "family_name"}
    assert is_email_verified(user)


def test_later_logins_follow_the_person_and_not_the_email(
    browser: Browser, company: Company, admin: User
) -> None:
    browser.sign_in()
    other = make_user("Olga", UserType.ADMIN, email="olga@company.example")
    company.person.email = other.email
    again = Browser("company")
    assert again.sign_in().json()["user"]["id"] == admin.pk
    assert not SocialAccount.objects.filter(user=other).exists()


def test_person_without_an_account_is_refused(browser: Browser) -> None:
    assert_refused(browser, "not_staff")


@pytest.mark.parametrize("user_type", [UserType.RIDER, UserType.DRIVER])
def test_rider_or_driver_is_refused_and_keeps_the_account(browser: Browser, user_type: UserType) -> None:
    make_user("Dora", user_type, email=ADMIN)
    assert_refused(browser, "not_staff")


def test_unverified_email_is_refused(browser: Browser, company: Company, admin: User) -> None:
    company.person.email_verified = False
    assert_refused(browser, "not_staff")


def test_former_staff_are_refused(browser: Browser, admin: User) -> None:
    browser.sign_in()
    User.objects.filter(pk=admin.pk).update(user_type=UserType.RIDER)
    again = Browser("company")
    assert again.there_and_back() == {"social_error": "not_staff"}
    assert again.finish().status_code == 400


def test_disabled_staff_are_refused(browser: Browser, admin: User) -> None:
    browser.sign_in()
    User.objects.filter(pk=admin.pk).update(is_active=False)
    again = Browser("company")
    assert again.there_and_back() == {"social_error": "social_failed"}
    assert again.finish().status_code == 400


def test_staff_with_an_authenticator_app_still_enter_its_code(browser: Browser, admin: User) -> None:
    Authenticator.objects.create(user=admin, type=Authenticator.Type.TOTP, data={"secret": "x"})
    response = browser.sign_in()
    assert response.status_code == 202
    assert set(response.json()) >= {"challenge", "expires_in"}
    assert not DeviceSession.objects.exists()


def test_cancelled_login_is_reported(browser: Browser, company: Company, admin: User) -> None:
    company.consents = False
    assert_refused(browser, "social_cancelled")


@pytest.mark.parametrize("field", ["audience", "issuer"])
def test_id_token_of_another_app_or_provider_is_refused(
    browser: Browser, company: Company, admin: User, field: str
) -> None:
    setattr(company, field, "https://elsewhere.example")
    assert_refused(browser, "social_failed")


@pytest.mark.parametrize(
    "reply",
    [{}, [], "text", None, {"authorization_endpoint": 5}],
    ids=["empty", "list", "text", "null", "number"],
)
def test_broken_configuration_starts_no_login(
    browser: Browser, fake: FakeSocialServer, admin: User, reply: Any
) -> None:
    fake.garbage = {"/.well-known/openid-configuration": reply}
    response = browser.client.post(start_url("company"), {})
    assert (response.status_code, response.json()["code"]) == (400, "social_failed")


def test_provider_that_does_not_answer_starts_no_login(
    browser: Browser, fake: FakeSocialServer, admin: User
) -> None:
    fake.stop()
    response = browser.client.post(start_url("company"), {})
    assert (response.status_code, response.json()["code"]) == (400, "social_failed")


def test_configuration_that_fails_after_the_login_page_is_refused(
    browser: Browser, fake: FakeSocialServer, admin: User
) -> None:
    path = browser.visit(browser.start())
    fake.garbage = {"/.well-known/openid-configuration": {}}
    assert browser.come_back(path) == {"social_error": "social_failed"}
    assert not SocialAccount.objects.exists()


def test_reply_is_valid_once_and_only_in_its_browser(browser: Browser, admin: User) -> None:
    path = browser.visit(browser.start())
    other = Browser("company")
    other.start()
    assert other.come_back(path) == {"social_error": "social_failed"}
    assert browser.come_back(path) == {"social": "done"}
    assert browser.come_back(path) == {"social_error": "social_failed"}


def test_public_settings_name_the_provider_without_keys(company: Company) -> None:
    body = APIClient().get("/api/v1/settings/public/").json()
    assert (body["sign_in"]["company"], body["company_login_name"]) == (True, "Cabs Ltd")
    assert company.app.client_id not in str(body)
    assert company.app.secret not in str(body)


def test_without_keys_there_is_no_company_login(db: None) -> None:
    body = APIClient().get("/api/v1/settings/public/").json()
    assert (body["sign_in"]["company"], body["company_login_name"]) == (False, "")
    response = APIClient().post(start_url("company"), {})
    assert (response.status_code, response.json()["code"]) == (404, "provider_not_configured")
    back = APIClient().get("/accounts/company/login/callback/?code=x&state=x")
    assert urlsplit(back["Location"]).query == "social_error=provider_not_configured"


def test_staff_without_the_company_login_are_refused_where_it_is_required(
    browser: Browser, admin: User, settings: Any
) -> None:
    admin.set_password("Correct1")
    admin.save()
    rider = make_user("Ada", email="ada@example.org")
    rider.set_password("Correct1")
    rider.save()
    settings.COMPANY_LOGIN_REQUIRED = True

    def log_in(email: str) -> Any:
        return APIClient().post("/api/v1/auth/sign-in/", {"email": email, "password": "Correct1"})

    response = log_in(ADMIN)
    assert (response.status_code, response.json()["code"]) == (403, "company_login_required")
    assert not DeviceSession.objects.exists()
    assert log_in("ada@example.org").status_code == 200
    assert browser.sign_in().json()["user"]["id"] == admin.pk


def test_other_provider_does_not_replace_the_required_company_login(
    company: Company, google: Google, admin: User, settings: Any
) -> None:
    settings.COMPANY_LOGIN_REQUIRED = True
    google.person = Person(id="g-1", email=ADMIN)
    response = Browser("google").sign_in()
    assert (response.status_code, response.json()["code"]) == (403, "company_login_required")
    assert not DeviceSession.objects.exists()
