"""POST auth/password/forgot/ and reset/: a link for the address's owner, and nothing revealed to others."""

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate, SecretExpired
from apps.accounts.services.sessions import start_session
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from tests.accounts.emails import FORGOT, RESET, emails, key_in, link_in, post
from tests.personas import PASSWORD, make_user

SIGN_IN = "/api/v1/auth/sign-in/"
NEW = "newPass9"


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", email="ada@example.org", password=PASSWORD)


def key_for(email: str = "ada@example.org") -> str:
    assert post(FORGOT, email=email).status_code == 202
    return key_in(emails(EmailTemplate.RESET_PASSWORD)[-1])


def can_sign_in(password: str, email: str = "ada@example.org") -> bool:
    return bool(post(SIGN_IN, email=email, password=password).status_code == 200)


def snapshot() -> Any:
    return (
        list(User.objects.order_by("pk").values()),
        list(DeviceSession.objects.order_by("pk").values()),
        list(EmailAddress.objects.values()),
        OutboxEntry.objects.count(),
    )


def assert_refused(code: str, **body: Any) -> None:
    before = snapshot()
    response = post(RESET, **body)
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert snapshot() == before


# -- forgot ------------------------------------------------------------------------------------


def test_email_links_to_the_reset_page(ada: User) -> None:
    assert post(FORGOT, email=" ADA@example.org ").status_code == 202
    (mail,) = emails()
    assert (mail["letter"], mail["to"], mail["user_id"]) == ("reset_password", ada.email, ada.pk)
    assert link_in(mail).startswith("http://localhost:8000/reset-password?key=")


def test_key_is_not_stored_with_the_job(ada: User) -> None:
    key = key_for()
    assert key not in str(list(OutboxEntry.objects.values()))


def test_reply_and_work_are_the_same_for_unknown_addresses(ada: User) -> None:
    make_user("Gone", email="gone@example.org", password=PASSWORD, is_active=False)
    replies, rows = [], []
    for email in ("ada@example.org", "unknown@example.org", "gone@example.org"):
        before = OutboxEntry.objects.count()
        response = post(FORGOT, email=email)
        replies.append((response.status_code, response.json()))
        rows.append(OutboxEntry.objects.count() - before)
    assert replies[0][0] == 202
    assert replies[0] == replies[1] == replies[2]
    assert rows == [1, 1, 1]
    assert [mail["to"] for mail in emails()] == ["ada@example.org"]


def test_unverified_address_of_another_login_type_gets_no_email(db: None) -> None:
    """A user who logs in by phone may have mistyped the address."""
    phil = make_user("Phil", login_type="phone", email="phil@example.org")
    post(FORGOT, email="phil@example.org")
    assert emails() == []
    EmailAddress.objects.create(user=phil, email=phil.email, primary=True, verified=True)
    post(FORGOT, email="phil@example.org")
    assert emails() == []
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert key_for("phil@example.org")


@pytest.mark.parametrize("email", ["", "nonsense", "a@b", None, "a\x00@example.org"])
def test_invalid_address_is_refused(db: None, email: Any) -> None:
    response = post(FORGOT, email=email)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not OutboxEntry.objects.exists()


def test_emails_to_an_address_are_limited_without_revealing_it(ada: User) -> None:
    replies = [post(FORGOT, email=ada.email, address=f"10.0.0.{number}") for number in range(12)]
    assert {(reply.status_code, reply.json()["detail"]) for reply in replies} == {
        (202, replies[0].json()["detail"])
    }
    assert len(emails()) == 1


def test_address_gets_at_most_five_emails_an_hour(ada: User) -> None:
    start = timezone.now()
    for minute in range(59):
        with time_machine.travel(start + timedelta(minutes=minute, seconds=minute)):
            post(FORGOT, email=ada.email)
    assert len(emails()) == 5


def test_requests_from_an_ip_address_are_limited(ada: User) -> None:
    codes = [post(FORGOT, email=f"p{n}@example.org").status_code for n in range(21)]
    assert codes == [202] * 20 + [429]
    before = OutboxEntry.objects.count()
    assert post(FORGOT, email=ada.email).json()["code"] == "too_many_requests"
    assert OutboxEntry.objects.count() == before
    assert post(FORGOT, email=ada.email, address="10.0.0.2").status_code == 202


# -- reset -------------------------------------------------------------------------------------


def test_link_sets_the_password_logs_out_everywhere_and_verifies_the_address(ada: User) -> None:
    key = key_for()
    thief = start_session(user_id=ada.pk)
    response = post(RESET, key=key, password=NEW)
    assert (response.status_code, list(response.json())) == (200, ["detail"])
    assert settings.REFRESH_COOKIE not in response.cookies or not response.cookies["hansom_refresh"].value
    me = APIClient(HTTP_AUTHORIZATION=f"Bearer {thief.access}").get("/api/v1/me/")
    assert me.status_code == 401
    assert DeviceSession.objects.get().ending == "password_changed"
    assert OutboxEntry.objects.get(name="signed_out").payload == {}
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.primary) == (ada.email, True, True)
    assert not can_sign_in(PASSWORD)
    assert can_sign_in(NEW)


def test_user_is_notified_of_the_changed_password(ada: User) -> None:
    post(RESET, key=key_for(), password=NEW)
    (mail,) = emails(EmailTemplate.PASSWORD_CHANGED)
    assert (mail["to"], mail["user_id"]) == (ada.email, ada.pk)


def test_link_is_valid_once(ada: User) -> None:
    key = key_for()
    post(RESET, key=key, password=NEW)
    assert_refused("reset_link_invalid", key=key, password="another1")
    assert can_sign_in(NEW)


@pytest.mark.django_db(transaction=True)
def test_one_of_eight_concurrent_resets_succeeds(ada: User) -> None:
    key, gate = key_for(), threading.Barrier(8)
    codes: dict[int, int] = {}

    def reset(number: int) -> None:
        gate.wait()
        try:
            codes[number] = post(RESET, key=key, password=f"password{number}").status_code
        finally:
            connection.close()

    threads = [threading.Thread(target=reset, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes.values()) == [200] + [400] * 7
    winner = next(number for number, code in codes.items() if code == 200)
    assert User.objects.get(pk=ada.pk).check_password(f"password{winner}")


def test_link_is_valid_for_an_hour(ada: User) -> None:
    key = key_for()
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert_refused("reset_link_invalid", key=key, password=NEW)
    with time_machine.travel(timezone.now() + timedelta(minutes=58)):
        assert post(RESET, key=key, password=NEW).status_code == 200


def test_link_is_invalid_once_the_address_changed(ada: User) -> None:
    key = key_for()
    User.objects.filter(pk=ada.pk).update(email="other@example.org")
    assert_refused("reset_link_invalid", key=key, password=NEW)


def test_link_of_a_disabled_user_is_invalid(ada: User) -> None:
    key = key_for()
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert_refused("reset_link_invalid", key=key, password=NEW)


def test_deleted_user_gets_no_email(ada: User) -> None:
    post(FORGOT, email=ada.email)
    (mail,) = emails()
    ada.delete()
    with pytest.raises(SecretExpired):
        link_in(mail)


@pytest.mark.parametrize(
    "key", ["", "x", "1-", "-", "1-2-3", "zzzzzzzzzzzzz-a-b", "z" * 14 + "-a-b", "é-1", "1-abc-" + "0" * 32]
)
def test_unknown_key_is_invalid(ada: User, key: str) -> None:
    before = snapshot()
    assert post(RESET, key=key, password=NEW).status_code == 400
    assert snapshot() == before


def test_key_does_not_open_another_account(ada: User) -> None:
    eve = make_user("Eve", email="eve@example.org", password=PASSWORD)
    token = key_for("eve@example.org").partition("-")[2]
    assert_refused("reset_link_invalid", key=f"{ada.pk}-{token}", password=NEW)
    assert eve.pk != ada.pk


@pytest.mark.parametrize("password", ["short", "with space1", "x" * 31, "Ünsafe99"])
def test_password_against_the_policy_keeps_the_link_valid(ada: User, password: str) -> None:
    key = key_for()
    assert_refused("password_alphaNumeric_check", key=key, password=password)
    assert post(RESET, key=key, password=NEW).status_code == 200


def test_modern_policy_applies_to_new_passwords(ada: User) -> None:
    update_platform_settings(password_policy="modern")
    key = key_for()
    assert_refused("password_alphaNumeric_check", key=key, password="password1")
    assert post(RESET, key=key, password="a quiet horse 7!").status_code == 200


def test_guesses_are_limited_by_ip_address(ada: User) -> None:
    codes = [post(RESET, key=f"{ada.pk}-abc-{n}", password=NEW).status_code for n in range(21)]
    assert codes == [400] * 20 + [429]


def test_strangers_cannot_use_up_the_resets_of_a_known_device(ada: User) -> None:
    client = APIClient()
    assert client.post(SIGN_IN, {"email": ada.email, "password": PASSWORD}).status_code == 200
    for _ in range(3):
        post(FORGOT, email=ada.email)
    assert len(emails(EmailTemplate.RESET_PASSWORD)) == 1
    assert client.post(FORGOT, {"email": ada.email}).status_code == 202
    assert len(emails(EmailTemplate.RESET_PASSWORD)) == 2


def test_locked_out_owner_logs_in_with_the_new_password(ada: User) -> None:
    for _ in range(6):
        post(SIGN_IN, email=ada.email, password="wrong")
    assert post(SIGN_IN, email=ada.email, password=PASSWORD).status_code == 429
    post(RESET, key=key_for(), password=NEW)
    assert can_sign_in(NEW)


def test_unapproved_user_sets_a_password_and_still_waits(db: None) -> None:
    make_user("New", email="new@example.org", password=PASSWORD, approved=False)
    assert post(RESET, key=key_for("new@example.org"), password=NEW).status_code == 200
    response = post(SIGN_IN, email="new@example.org", password=NEW)
    assert (response.status_code, response.json()["code"]) == (403, "require_approval")
    assert not DeviceSession.objects.exists()
