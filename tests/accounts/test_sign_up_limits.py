"""After a few sign-ups an hour from one IP address, each needs a captcha."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from tests.accounts.proofs import cheap_captcha, solved
from tests.accounts.signing_up import assert_refused, rows, sign_up

__all__ = ["cheap_captcha"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]

FREE = 5


def join(number: int, address: str = "10.0.0.1", **fields: Any) -> Any:
    client = APIClient(REMOTE_ADDR=address)
    return sign_up(client, email=f"eve{number}@example.org", phone=f"77009003{number:02d}", **fields)


def test_sixth_sign_up_of_an_hour_needs_a_captcha() -> None:
    for number in range(FREE):
        assert join(number).status_code == 201
    before = rows()
    assert_refused(join(6), 400, "captcha_required", before=before)
    assert_refused(join(6, captcha="guess"), 400, "captcha_failed", before=before)
    proof = solved()
    assert join(6, captcha=proof).status_code == 201
    assert join(7, captcha=proof).json()["code"] == "captcha_failed"
    assert join(8, "10.0.0.2").status_code == 201


def test_user_signup_counts_towards_the_same_limit() -> None:
    for number in range(FREE):
        assert join(number).status_code == 201
    body = {"regData": {"firstName": "Eve"}}
    response = APIClient(REMOTE_ADDR="10.0.0.1").post("/functions/user_signup", body)
    assert (response.status_code, response.json()["error"]) == (400, "captcha_required")


def test_ip_address_is_stored_as_a_hash() -> None:
    for number, address in enumerate(["10.0.0.1", "10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8::2"]):
        assert join(number, address).status_code == 201
    hashes = list(User.objects.order_by("pk").values_list("sign_up_address_hash", flat=True))
    assert hashes[0] == hashes[1] != hashes[2]
    assert hashes[3] == hashes[4] != hashes[0]
    assert all(len(stored) == 64 and "10.0" not in stored for stored in hashes)


def test_sign_ups_beyond_the_setting_are_429_with_retry_after() -> None:
    update_platform_settings(max_sign_ups_per_hour=2)
    for number in range(2):
        assert join(number).status_code == 201
    before = rows()
    refused = join(3)
    assert_refused(refused, 429, "too_many_sign_ups", before=before)
    assert 3590 <= int(refused["Retry-After"]) <= 3600
    legacy = APIClient(REMOTE_ADDR="10.0.0.1").post("/functions/user_signup", {"regData": {}})
    assert (legacy.status_code, legacy.json()["error"]) == (429, "too_many_sign_ups")
    assert rows() == before
    assert join(4, "10.0.0.2").status_code == 201


@pytest.mark.django_db(transaction=True)
def test_concurrent_sign_ups_stop_at_the_limit() -> None:
    update_platform_settings(max_sign_ups_per_hour=3)

    def one(number: int) -> int:
        try:
            return int(join(number).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        statuses = list(pool.map(one, range(6)))
    assert sorted(statuses) == [201] * 3 + [429] * 3
    assert User.objects.count() == 3
