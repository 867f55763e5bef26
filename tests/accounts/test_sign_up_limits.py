"""Beyond a few sign-ups an hour from one address each costs a solved captcha."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from tests.accounts.proofs import cheap_captcha, solved
from tests.accounts.signing_up import assert_refused, rows, sign_up

__all__ = ["cheap_captcha"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]

FREE = 5


def join(number: int, address: str = "10.0.0.1", **fields: Any) -> Any:
    client = APIClient(REMOTE_ADDR=address)
    return sign_up(client, email=f"eve{number}@example.org", phone=f"77009003{number:02d}", **fields)


def test_the_sixth_sign_up_of_an_hour_from_one_address_needs_a_captcha() -> None:
    for number in range(FREE):
        assert join(number).status_code == 201
    before = rows()
    assert_refused(join(6), 400, "captcha_required", before=before)
    assert_refused(join(6, captcha="guess"), 400, "captcha_failed", before=before)
    proof = solved()
    assert join(6, captcha=proof).status_code == 201
    assert join(7, captcha=proof).json()["code"] == "captcha_failed"
    assert join(8, "10.0.0.2").status_code == 201


def test_the_documents_call_counts_into_the_same_limit() -> None:
    for number in range(FREE):
        assert join(number).status_code == 201
    body = {"regData": {"firstName": "Eve"}}
    answer = APIClient(REMOTE_ADDR="10.0.0.1").post("/functions/user_signup", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "captcha_required")


def test_the_address_is_stored_as_a_hash_that_tells_sign_ups_of_one_address() -> None:
    for number, address in enumerate(["10.0.0.1", "10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8::2"]):
        assert join(number, address).status_code == 201
    hashes = list(User.objects.order_by("pk").values_list("sign_up_address_hash", flat=True))
    assert hashes[0] == hashes[1] != hashes[2]
    assert hashes[3] == hashes[4] != hashes[0]
    assert all(len(stored) == 64 and "10.0" not in stored for stored in hashes)
