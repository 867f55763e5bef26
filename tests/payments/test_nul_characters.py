"""A NUL character, which PostgreSQL does not store, is a client error."""

import time
from collections.abc import Callable

import pytest
from django.test import Client

from apps.payments.choices import Verdict
from apps.payments.models import Attempt, Notification
from apps.payments.providers.test.adapter import SIGNATURE_HEADER, Message

FORM = "application/x-www-form-urlencoded"
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["order_id", "email", "mobile_no"])
def test_form_with_a_nul_character_is_rejected(client: Client, name: str) -> None:
    form = {"order_id": "1", "cust_id": "1", "email": "a", "mobile_no": "a"} | {name: "a\0"}
    response = client.post("/api/v1/payments/paytm/start/", form)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_webhook_with_a_nul_character_in_its_url_is_not_stored(client: Client) -> None:
    response = client.post("/api/v1/payments/paytm/webhook/?a=%00", "a=1", content_type=FORM)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not Notification.objects.exists()


@pytest.mark.parametrize("genuine", [True, False])
def test_webhook_with_a_nul_character_in_its_reference_is_forged(
    attempt: Attempt, client: Client, run_jobs: Callable[[], int], genuine: bool
) -> None:
    message = Message(
        ref=f"{attempt.ref}\0", amount="25.50", currency="USD", result="success", ts=int(time.time())
    )
    inbound = message.inbound(genuine=genuine)
    signature = {SIGNATURE_HEADER: inbound.headers[SIGNATURE_HEADER]}
    client.post("/api/v1/payments/test/webhook/", inbound.body, content_type="text/plain", headers=signature)
    run_jobs()
    stored = Notification.objects.get()
    assert stored.verdict == Verdict.FORGED
    assert "\0" not in stored.reason
    before = attempt.state
    attempt.refresh_from_db()
    assert attempt.state == before
