"""Which account a provider's login opens, and what an unverified account loses by it."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.services.phone_codes import send_code
from apps.accounts.services.sessions import start_session
from tests.accounts.social import Browser, apple, facebook, fake, google
from tests.fakes.social.apple import Apple
from tests.fakes.social.facebook import Facebook
from tests.fakes.social.google import Google
from tests.personas import PASSWORD, client_of, make_user

__all__ = ["apple", "facebook", "fake", "google"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


def verified(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_verified_address_of_a_trusted_provider_opens_its_account(
    google: Google, apple: Apple, ada: User, provider: str
) -> None:
    verified(ada)
    response = Browser(provider).sign_in()
    assert response.json()["user"]["id"] == ada.pk
    assert User.objects.count() == 1
    assert SocialAccount.objects.get().user == ada
    ada.refresh_from_db()
    # A verified owner keeps password, number and login type.
    assert ada.check_password(PASSWORD)
    assert ada.mobile is not None
    assert ada.login_type == "email"


def test_address_is_matched_in_any_case(google: Google, ada: User) -> None:
    verified(ada)
    google.person.email = "ADA@Example.org"
    assert Browser("google").sign_in().json()["user"]["id"] == ada.pk


def test_unverified_account_loses_every_other_login_to_the_owner(
    google: Google, facebook: Facebook, ada: User
) -> None:
    """The address's owner logs in with Google: password, provider, phone, sessions and codes are removed."""
    EmailAddress.objects.create(user=ada, email=ada.email, verified=False, primary=True)
    EmailAddress.objects.create(user=ada, email="thief@example.org", verified=False)
    SocialAccount.objects.create(user=ada, provider="facebook", uid="of-the-thief")
    thief = client_of(ada)
    session = start_session(user_id=ada.pk)
    send_code(user=ada, mobile=ada.mobile or "", purpose=PhoneCode.Purpose.SIGN_IN)

    response = Browser("google").sign_in()

    assert response.json()["user"]["id"] == ada.pk
    assert response.json()["user"]["mobile"] is None
    ada.refresh_from_db()
    assert not ada.has_usable_password()
    assert (ada.mobile, ada.mobile_verified) == (None, False)
    assert [account.provider for account in SocialAccount.objects.all()] == ["google"]
    assert EmailAddress.objects.get().verified
    assert thief.get("/api/v1/me/").status_code == 401
    renewed = APIClient()
    renewed.cookies["hansom_refresh"] = session.refresh
    assert renewed.post("/api/v1/auth/refresh/").status_code == 401
    assert not PhoneCode.objects.filter(used_at=None, expires_at__gt=timezone.now()).exists()
    assert DeviceSession.objects.filter(ended_at=None).count() == 1


def test_account_without_an_address_row_counts_as_unverified(google: Google, ada: User) -> None:
    Browser("google").sign_in()
    ada.refresh_from_db()
    assert not ada.has_usable_password()
    assert EmailAddress.objects.get(user=ada).verified


def test_second_login_removes_nothing_more(google: Google, ada: User) -> None:
    Browser("google").sign_in()
    User.objects.update(mobile="+447911123456", mobile_verified=True)
    Browser("google").sign_in()
    ada.refresh_from_db()
    assert (ada.mobile, ada.mobile_verified) == ("+447911123456", True)
    assert DeviceSession.objects.filter(ended_at=None).count() == 2


def rows() -> Any:
    return (
        list(User.objects.values()),
        list(SocialAccount.objects.values()),
        list(EmailAddress.objects.values()),
    )


def test_facebooks_address_opens_no_existing_account(facebook: Facebook, ada: User) -> None:
    verified(ada)
    before = rows()
    browser = Browser("facebook")
    assert browser.there_and_back() == {"social_error": "user_exists"}
    assert browser.finish().status_code == 400
    assert rows() == before


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_unverified_address_of_a_provider_opens_no_existing_account(
    google: Google, apple: Apple, ada: User, provider: str
) -> None:
    verified(ada)
    google.person.email_verified = apple.person.email_verified = False
    before = rows()
    assert Browser(provider).there_and_back() == {"social_error": "user_exists"}
    assert rows() == before


def test_address_of_a_disabled_account_is_user_exists(google: Google, ada: User) -> None:
    User.objects.update(is_active=False)
    before = rows()
    assert Browser("google").there_and_back() == {"social_error": "user_exists"}
    assert rows() == before


def test_pending_address_neither_opens_its_account_nor_blocks_the_owner(
    google: Google,
) -> None:
    """A pending address proves nothing; its owner gets an account of their own."""
    mallory = make_user("Mallory", email="mallory@example.org")
    EmailAddress.objects.create(user=mallory, email="ada@example.org", verified=False)
    me = Browser("google").sign_in().json()["user"]
    assert me["id"] != mallory.pk
    assert me["email"] == "ada@example.org"
    assert [address.user_id for address in EmailAddress.objects.filter(email="ada@example.org")] == [me["id"]]


def test_new_users_address_is_verified_as_the_provider_says(google: Google, facebook: Facebook) -> None:
    Browser("google").sign_in()
    facebook.person.id, facebook.person.email = "77", "other@example.org"
    Browser("facebook").sign_in()
    known = dict(EmailAddress.objects.values_list("email", "verified"))
    assert known == {"ada@example.org": True, "other@example.org": False}


@pytest.mark.parametrize("email", [None, "", "no address", "a@" + "b" * 300 + ".org"])
def test_user_without_an_address_gets_an_account_without_one(facebook: Facebook, email: str | None) -> None:
    facebook.person.email = email
    first = Browser("facebook").sign_in().json()["user"]
    facebook.person.id = "78"
    second = Browser("facebook").sign_in().json()["user"]
    assert first["email"] is second["email"] is None
    assert first["id"] != second["id"]
    assert not EmailAddress.objects.exists()


def test_apple_sends_the_name_once_and_it_is_stored(apple: Apple) -> None:
    Browser("apple").sign_in()
    assert apple.name_was_sent
    me = Browser("apple").sign_in().json()["user"]
    assert (me["first_name"], me["last_name"]) == ("Ada", "Lovelace")


def forged_post(apple: Apple, **form: str) -> dict[str, str]:
    """Log in with Apple, changing form fields on the way through the browser."""
    browser = Browser("apple")
    finish = browser.visit(browser.start())
    response = {name: values[0] for name, values in parse_qs(urlsplit(finish).query).items()}
    path = browser.post_from_elsewhere("/accounts/apple/login/callback/", response | form)
    return browser.come_back(path)


def test_address_in_the_browsers_form_is_ignored(apple: Apple, ada: User) -> None:
    """Apple's signed token may have no address; one in the form beside it is not trustworthy."""
    verified(ada)
    apple.person.email = None
    claimed = json.dumps(
        {"email": "ada@example.org", "email_verified": True, "sub": "1", "name": {"firstName": "Eve"}}
    )
    assert forged_post(apple, user=claimed) == {"social": "done"}
    eve = User.objects.exclude(pk=ada.pk).get()
    assert (eve.first_name, eve.email) == ("Eve", None)
    assert not SocialAccount.objects.filter(user=ada).exists()


@pytest.mark.parametrize(
    "user",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        '{"name": "x"}',
        '{"name": {"firstName": 5, "lastName": null}}',
        '{"name": []}',
        "[" * 9999,
    ],
)
def test_malformed_name_is_ignored(apple: Apple, user: str) -> None:
    assert forged_post(apple, user=user) == {"social": "done"}
    assert User.objects.get().last_name == ""


def test_long_name_is_truncated(google: Google) -> None:
    google.person.first_name = "A" * 200
    assert Browser("google").sign_in().json()["user"]["first_name"] == "A" * 80


def test_language_of_the_browser_is_stored(google: Google) -> None:
    browser = Browser("google")
    browser.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ar"
    browser.sign_in()
    assert User.objects.get().language == "ar"
