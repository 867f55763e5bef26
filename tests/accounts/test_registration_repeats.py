"""Repeated sign-ups with the same key: the same user is logged in, and none is created."""

from typing import Any

import pytest
from django.conf import settings

from apps.accounts.models import DeviceSession, User
from apps.core.models import IdempotencyKey, OutboxEntry
from apps.core.platform import update_platform_settings
from tests.accounts.signing_up import assert_refused, rows, sign_up
from tests.accounts.test_registration_races import THREADS, at_once, of_address
from tests.personas import make_user

pytestmark = pytest.mark.django_db


def test_same_form_with_the_same_key_logs_the_same_user_in() -> None:
    make_user("Ada", referral_id="ada1234")
    first = sign_up(key="k1", referral_id="ada1234")
    before = rows()
    again = sign_up(key="k1", referral_id="ada1234")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["session"]["user"] == first.json()["session"]["user"]
    assert settings.REFRESH_COOKIE in again.cookies
    after = rows()
    assert len(after.pop("DeviceSession")) == len(before.pop("DeviceSession")) + 1
    assert after == before


def test_repeated_sign_up_sends_no_second_email() -> None:
    update_platform_settings(email_verify=True)
    first = sign_up(key="k1")
    before = rows()
    again = sign_up(key="k1")
    assert (again.status_code, again.json()) == (201, first.json())
    assert rows() == before


@pytest.mark.parametrize(
    "change",
    [{"key": "k2"}, {"key": ""}, {"password": "another1"}, {"first_name": "Eva"}, {"phone": "7700900322"}],
)
def test_another_key_or_form_is_another_sign_up(change: dict[str, Any]) -> None:
    sign_up(key="k1")
    before = rows()
    change = {"key": "k1"} | change
    assert_refused(sign_up(**change), 409, "user_exists", before=before)


def test_same_key_of_two_users_is_two_sign_ups() -> None:
    sign_up(key="k1")
    assert sign_up(key="k1", email="other@example.org", phone="7700900322").status_code == 201
    assert User.objects.count() == 2


def test_stored_key_reveals_neither_key_nor_password() -> None:
    sign_up(key="k1", password="Secret@word1")
    stored = IdempotencyKey.objects.get()
    assert stored.body == ""
    assert "k1" not in stored.key.split(":")
    assert len(stored.request_hash) == 64
    assert not OutboxEntry.objects.filter(payload__icontains="Secret").exists()


@pytest.mark.django_db(transaction=True)
def test_form_sent_concurrently_creates_one_user() -> None:
    replies = at_once(lambda number: sign_up(of_address(number), key="k1"))
    assert [reply.status_code for reply in replies] == [201] * THREADS
    assert len({reply.json()["session"]["user"]["id"] for reply in replies}) == 1
    assert User.objects.count() == 1
    assert DeviceSession.objects.count() == THREADS
