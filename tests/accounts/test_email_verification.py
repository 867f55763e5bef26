"""POST auth/email/verify/ and auth/email/resend/: opening the link verifies the address."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import signing
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, SecretExpired
from apps.accounts.services.email_addresses import LINK_SALT, primary_address, send_verification_email
from apps.core.models import OutboxEntry
from tests.accounts.emails import RESEND, VERIFY, emails, key_in, link_in, post
from tests.personas import make_user


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org")


def key_for(user: User) -> str:
    send_verification_email(primary_address(user))
    return key_in(emails(EmailTemplate.VERIFY_EMAIL)[-1])


def assert_refused(key: str) -> None:
    before = list(EmailAddress.objects.order_by("pk").values()), OutboxEntry.objects.count()
    response = post(VERIFY, key=key)
    assert (response.status_code, response.json()["code"]) == (400, "verify_link_invalid")
    assert (list(EmailAddress.objects.order_by("pk").values()), OutboxEntry.objects.count()) == before


def test_link_verifies_the_address(ada: User) -> None:
    response = post(VERIFY, key=key_for(ada))
    assert (response.status_code, response.json()) == (200, {"email": "ada@example.org"})
    address = EmailAddress.objects.get()
    assert (address.verified, address.primary) == (True, True)
    assert OutboxEntry.objects.get(name="profile.changed").topic == f"user:{ada.pk}"


def test_verification_email_links_to_the_page(ada: User) -> None:
    send_verification_email(primary_address(ada))
    assert link_in(emails()[0]).startswith("http://localhost:8000/verify-email?key=")


def test_link_does_not_log_in(ada: User) -> None:
    assert not post(VERIFY, key=key_for(ada)).cookies


def test_link_opened_again_returns_the_same_and_changes_nothing(ada: User) -> None:
    key = key_for(ada)
    first = post(VERIFY, key=key)
    rows = OutboxEntry.objects.count()
    again = post(VERIFY, key=key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert OutboxEntry.objects.count() == rows


def test_link_expires_after_three_days(ada: User) -> None:
    key = key_for(ada)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert_refused(key)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert post(VERIFY, key=key).status_code == 200


def test_link_is_invalid_once_its_address_changed(ada: User) -> None:
    key = key_for(ada)
    EmailAddress.objects.update(email="other@example.org")
    assert_refused(key)
    EmailAddress.objects.all().delete()
    assert_refused(key)


@pytest.mark.parametrize("key", ["x", "a:b:c", "Wz:1:2"])
def test_unknown_key_is_invalid(ada: User, key: str) -> None:
    assert_refused(key)


def test_key_signed_for_something_else_is_invalid(ada: User) -> None:
    address = primary_address(ada)
    assert_refused(signing.dumps([address.pk, address.email]))
    assert_refused(signing.dumps(address.pk, salt=LINK_SALT))


def test_address_verified_by_another_user_meanwhile_is_refused(ada: User) -> None:
    key = key_for(ada)
    eve = make_user("Eve", email="eve@example.org")
    EmailAddress.objects.create(user=eve, email=ada.email, verified=True)
    response = post(VERIFY, key=key)
    assert (response.status_code, response.json()["code"]) == (409, "user_exists")
    assert not EmailAddress.objects.get(user=ada).verified


def test_verified_address_gets_no_verification_email(ada: User) -> None:
    send_verification_email(primary_address(ada))
    EmailAddress.objects.update(verified=True)
    with pytest.raises(SecretExpired):
        link_in(emails()[0])


def test_guesses_are_limited_by_ip_address(db: None) -> None:
    codes = [post(VERIFY, key=f"x{number}").status_code for number in range(21)]
    assert codes == [400] * 20 + [429]


# -- resend ------------------------------------------------------------------------------------


def test_link_is_sent_again(ada: User) -> None:
    assert post(RESEND, email=" Ada@Example.org").status_code == 202
    (mail,) = emails()
    assert (mail["letter"], mail["to"]) == ("verify_email", "ada@example.org")
    assert post(VERIFY, key=key_in(mail)).status_code == 200


def test_resend_has_the_same_reply_and_work_for_every_address(ada: User) -> None:
    verified = make_user("Pia", email="pia@example.org")
    EmailAddress.objects.create(user=verified, email=verified.email, primary=True, verified=True)
    make_user("Gone", email="gone@example.org", is_active=False)
    seen: list[Any] = []
    for email in ("ada@example.org", "pia@example.org", "gone@example.org", "unknown@example.org"):
        before = OutboxEntry.objects.count()
        response = post(RESEND, email=email)
        seen.append((response.status_code, response.json(), OutboxEntry.objects.count() - before))
    assert seen[0][0] == 202
    assert seen == [seen[0]] * 4
    assert [mail["to"] for mail in emails()] == ["ada@example.org"]


def test_resends_to_an_address_are_limited(ada: User) -> None:
    for number in range(9):
        assert post(RESEND, email=ada.email, address=f"10.0.0.{number}").status_code == 202
    assert len(emails()) == 1


def test_resends_from_an_ip_address_are_limited(db: None) -> None:
    codes = [post(RESEND, email=f"p{number}@example.org").status_code for number in range(21)]
    assert codes == [202] * 20 + [429]


def test_invalid_address_is_refused(db: None) -> None:
    assert post(RESEND, email="invalid").json()["code"] == "invalid"
    assert not OutboxEntry.objects.exists()
