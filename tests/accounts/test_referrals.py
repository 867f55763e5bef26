"""Referral ids: lower-cased first name and a number, unique; and the referrer of a sign-up."""

import re
from typing import Any

import pytest
from django.db import IntegrityError
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.referrals import save_with_referral_id
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from tests.accounts.signing_up import assert_refused, rows, sign_up
from tests.personas import make_user

pytestmark = pytest.mark.django_db

URL = "/api/v1/auth/validate-referrer/"


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada", referral_id="ada1234")


def saved(first_name: str) -> str:
    number = User.objects.count()
    user = User(first_name=first_name, email=f"p{number}@example.org")
    save_with_referral_id(user)
    return User.objects.get(pk=user.pk).referral_id or ""


@pytest.mark.parametrize(
    ("first_name", "name"),
    [
        ("Ada", "ada"),
        ("MARY ANN", "maryann"),
        ("", "rider"),
        ("  ", "rider"),
        ("Élodie", "élodie"),
        ("آدا", "آدا"),
    ],
)
def test_referral_id_is_the_lower_cased_first_name_and_four_digits(first_name: str, name: str) -> None:
    assert re.fullmatch(rf"{name}[1-9][0-9]{{3}}", saved(first_name))


def test_referral_id_of_the_longest_name_fits() -> None:
    assert re.fullmatch(r"x{80}[1-9][0-9]{3}", saved("x" * 80))


def test_last_free_number_is_found_and_then_five_digits_are_used() -> None:
    User.objects.bulk_create(
        User(email=f"e{number}@example.org", password="!", referral_id=f"ada{number}")
        for number in range(1000, 10000)
        if number != 4711
    )
    assert saved("Ada") == "ada4711"
    assert re.fullmatch(r"ada[1-9][0-9]{4}", saved("Ada"))
    assert re.fullmatch(r"adam[1-9][0-9]{3}", saved("Adam"))


def test_other_conflicts_are_not_retried_forever(ada: User) -> None:
    with pytest.raises(IntegrityError):
        save_with_referral_id(User(first_name="Ada", email=ada.email))
    assert User.objects.count() == 1


def test_referrer_is_found_in_any_case_and_only_the_uid_returned(ada: User) -> None:
    response = APIClient().post(URL, {"referral_id": " ADA1234 "})
    assert (response.status_code, response.json()) == (200, {"uid": ada.pk})


@pytest.mark.parametrize(
    "body",
    [{}, {"referral_id": ""}, {"referral_id": "ada"}, {"referral_id": 1234}, {"referral_id": "\x00"}, [1]],
)
def test_unknown_referral_id_is_referer_not_found(ada: User, body: Any) -> None:
    response = APIClient().post(URL, body)
    assert (response.status_code, response.json()["code"]) == (400, "referer_not_found")


def test_lookups_of_referral_ids_are_limited_over_both_endpoints(ada: User) -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    for _ in range(60):
        assert client.post(URL, {"referral_id": "x"}).status_code == 400
        assert client.post("/functions/validate_referrer", {"referralId": "x"}).status_code == 400
    response = client.post(URL, {"referral_id": "ada1234"})
    assert (response.status_code, response.json()["code"]) == (429, "too_many_requests")
    assert "uid" not in response.json()
    assert APIClient(REMOTE_ADDR="10.0.0.2").post(URL, {"referral_id": "ada1234"}).status_code == 200


def test_referred_sign_up_stores_the_referrer_and_queues_the_bonus(ada: User) -> None:
    update_platform_settings(bonus="7.50")
    assert sign_up(referral_id="Ada1234 ").status_code == 201
    eve = User.objects.get(email="eve@example.org")
    assert eve.signup_via_referral == ada
    job = OutboxEntry.objects.get(name="wallet.referral_bonus")
    assert job.key == f"referral:{eve.pk}"
    assert job.payload == {"user_id": eve.pk, "referrer_id": ada.pk, "amount": "7.50"}


def test_bonus_is_that_at_the_sign_up(ada: User) -> None:
    update_platform_settings(bonus=10)
    sign_up(referral_id="ada1234")
    update_platform_settings(bonus=99)
    assert OutboxEntry.objects.get(name="wallet.referral_bonus").payload["amount"] == "10.00"


@pytest.mark.parametrize("bonus", ["0", "0.0049"])
def test_without_a_bonus_only_the_referrer_is_stored(ada: User, bonus: str) -> None:
    update_platform_settings(bonus=bonus)
    sign_up(referral_id="ada1234")
    assert User.objects.get(email="eve@example.org").signup_via_referral == ada
    assert not OutboxEntry.objects.filter(name="wallet.referral_bonus").exists()


def test_without_a_referral_id_no_bonus_is_queued(ada: User) -> None:
    sign_up(referral_id="  ")
    assert not OutboxEntry.objects.filter(name="wallet.referral_bonus").exists()


def test_user_cannot_refer_themselves(ada: User) -> None:
    before = rows()
    assert_refused(sign_up(first_name="Eve", referral_id="eve1000"), 400, "referer_not_found", before=before)
