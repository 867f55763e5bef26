"""POST me/email/: a new address counts once verified; fixed for users who log in by email."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress

from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.email_addresses import pending_email
from apps.core.models import OutboxEntry
from tests.accounts.emails import VERIFY, emails, key_in, post
from tests.personas import client_of, make_user

URL = "/api/v1/me/email/"


@pytest.fixture
def phil(db: None) -> User:
    """A user who logs in by phone and has no email."""
    return make_user("Phil", login_type="phone", email=None)


@pytest.fixture
def gil(db: None) -> User:
    """A user who logs in with Google and has a verified email."""
    gil = make_user("Gil", login_type="google", email="gil@example.org")
    EmailAddress.objects.create(user=gil, email=gil.email, primary=True, verified=True)
    return gil


def change(user: User, email: Any) -> Any:
    return client_of(user).post(URL, {"email": email})


def email_of(user: User) -> Any:
    return User.objects.get(pk=user.pk).email


def assert_refused(user: User, email: Any, status: int, code: str) -> None:
    before = list(EmailAddress.objects.order_by("pk").values()), email_of(user)
    response = change(user, email)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert list(response.json()["fields"]) == ["email"]
    assert (list(EmailAddress.objects.order_by("pk").values()), email_of(user)) == before
    assert not OutboxEntry.objects.exists()


def test_first_address_is_stored_at_once_and_verified_by_its_link(phil: User) -> None:
    assert change(phil, " Phil@Example.org ").status_code == 202
    assert email_of(phil) == "phil@example.org"
    address = EmailAddress.objects.get()
    assert (address.primary, address.verified) == (True, False)
    (mail,) = emails()
    assert post(VERIFY, key=key_in(mail)).json() == {"email": "phil@example.org"}
    assert EmailAddress.objects.get().verified


def test_new_address_is_pending_until_its_link_is_opened(gil: User) -> None:
    assert change(gil, "new@example.org").status_code == 202
    assert (email_of(gil), pending_email(gil)) == ("gil@example.org", "new@example.org")
    (mail,) = emails()
    assert mail["to"] == "new@example.org"
    assert post(VERIFY, key=key_in(mail)).status_code == 200
    assert (email_of(gil), pending_email(gil)) == ("new@example.org", None)
    address = EmailAddress.objects.get()
    assert (address.email, address.primary, address.verified) == ("new@example.org", True, True)


def test_old_address_is_notified_of_the_new_one(gil: User) -> None:
    change(gil, "new@example.org")
    post(VERIFY, key=key_in(emails()[0]))
    (mail,) = emails(EmailTemplate.EMAIL_CHANGED)
    assert (mail["to"], mail["user_id"]) == ("gil@example.org", gil.pk)


def test_only_the_last_requested_address_is_pending(gil: User) -> None:
    change(gil, "one@example.org")
    first = key_in(emails()[0])
    change(gil, "two@example.org")
    assert pending_email(gil) == "two@example.org"
    assert post(VERIFY, key=first).json()["code"] == "verify_link_invalid"
    assert email_of(gil) == "gil@example.org"


def test_own_address_again_cancels_the_pending_one(gil: User) -> None:
    change(gil, "new@example.org")
    key = key_in(emails()[0])
    assert change(gil, "gil@example.org").status_code == 202
    assert pending_email(gil) is None
    assert post(VERIFY, key=key).status_code == 400
    assert (email_of(gil), EmailAddress.objects.get().verified) == ("gil@example.org", True)
    assert len(emails()) == 1


def test_email_is_fixed_for_users_who_log_in_by_it(ada: User) -> None:
    assert_refused(ada, "new@example.org", 400, "invalid")


@pytest.mark.parametrize("email", ["", "phil", "phil@", "@example.org", "phil@example", "a b@example.org"])
def test_invalid_email_is_proper_email(phil: User, email: str) -> None:
    assert_refused(phil, email, 400, "proper_email")


@pytest.mark.parametrize("email", [None, {"a": 1}, "x" * 250 + "@example.org", "nul\x00@example.org"])
def test_email_of_the_wrong_type_is_invalid(phil: User, email: Any) -> None:
    assert_refused(phil, email, 400, "invalid")


def test_email_of_another_login_is_user_exists(phil: User, ada: User) -> None:
    assert ada.email
    assert_refused(phil, ada.email.upper(), 409, "user_exists")


def test_email_verified_by_another_user_is_user_exists(phil: User, gil: User) -> None:
    User.objects.filter(pk=gil.pk).update(email=None)
    assert_refused(phil, "gil@example.org", 409, "user_exists")


def test_address_taken_before_the_link_was_opened_is_refused(gil: User) -> None:
    change(gil, "new@example.org")
    key = key_in(emails()[0])
    make_user("Nia", email="new@example.org")
    response = post(VERIFY, key=key)
    assert (response.status_code, response.json()["code"]) == (409, "user_exists")
    assert (email_of(gil), pending_email(gil)) == ("gil@example.org", "new@example.org")


def test_email_changes_are_rate_limited(gil: User) -> None:
    client = client_of(gil)
    codes = [client.post(URL, {"email": f"p{number}@example.org"}).status_code for number in range(11)]
    assert codes == [202] * 10 + [429]
    assert pending_email(gil) == "p9@example.org"


def test_visitor_changes_nothing(db: None) -> None:
    response = client_of(None).post(URL, {"email": "a@example.org"})
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
