"""What a user needs besides the password to log in: approval and a verified address."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.entry import require_login_allowed
from apps.core.errors import Forbidden, NotSignedIn
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from tests.accounts.emails import VERIFY, emails, key_in, post
from tests.personas import PASSWORD, make_user

SIGN_IN = "/api/v1/auth/sign-in/"


@pytest.fixture
def ada(db: None) -> User:
    update_platform_settings(email_verify=True)
    OutboxEntry.objects.all().delete()
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


def sign_in(password: str = PASSWORD, email: str = "ada@example.org") -> Any:
    return post(SIGN_IN, email=email, password=password)


def assert_not_logged_in(response: Any, code: str, status: int = 403) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not response.cookies
    assert not DeviceSession.objects.exists()


def test_unverified_user_gets_an_email_and_is_not_logged_in(ada: User) -> None:
    assert_not_logged_in(sign_in(), "email_verify_message")
    (mail,) = emails()
    assert (mail["letter"], mail["to"], mail["user_id"]) == (EmailTemplate.VERIFY_EMAIL, ada.email, ada.pk)
    address = EmailAddress.objects.get()
    assert (address.user, address.email, address.primary, address.verified) == (ada, ada.email, True, False)


def test_verified_user_can_log_in(ada: User) -> None:
    sign_in()
    post(VERIFY, key=key_in(emails()[0]))
    assert sign_in().status_code == 200


def test_verification_emails_are_limited_and_the_reply_is_unchanged(ada: User) -> None:
    for _ in range(3):
        assert_not_logged_in(sign_in(), "email_verify_message")
    assert len(emails()) == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        sign_in()
    assert len(emails()) == 2


def test_wrong_password_reveals_nothing_and_sends_nothing(ada: User) -> None:
    assert_not_logged_in(sign_in("guess"), "login_error", 401)
    assert emails() == []
    assert not EmailAddress.objects.exists()


def test_verification_of_an_old_address_does_not_count(ada: User) -> None:
    EmailAddress.objects.create(user=ada, email="old@example.org", primary=True, verified=True)
    assert_not_logged_in(sign_in(), "email_verify_message")
    assert EmailAddress.objects.get(primary=True).email == ada.email


def test_verification_is_not_required_with_the_setting_off(ada: User) -> None:
    update_platform_settings(email_verify=False)
    assert sign_in().status_code == 200
    assert emails() == []


@pytest.mark.parametrize("method", ["phone", "social"])
def test_only_password_logins_need_a_verified_address(ada: User, method: Any) -> None:
    require_login_allowed(ada, method)
    assert emails() == []


def test_unapproved_user_is_not_logged_in(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(approved=False)
    assert_not_logged_in(sign_in(), "require_approval")
    assert emails() == []


@pytest.mark.parametrize("method", ["password", "phone", "social"])
def test_approval_is_required_for_every_login_method(ada: User, method: Any) -> None:
    ada.approved = False
    with pytest.raises(Forbidden) as refusal:
        require_login_allowed(ada, method)
    assert refusal.value.code == "require_approval"


@pytest.mark.parametrize("method", ["password", "phone", "social"])
def test_disabled_user_cannot_log_in_by_any_method(ada: User, method: Any) -> None:
    ada.is_active = False
    with pytest.raises(NotSignedIn) as refusal:
        require_login_allowed(ada, method)
    assert refusal.value.code == "login_error"
