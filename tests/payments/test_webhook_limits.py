"""Limits of the public webhook endpoints."""

from collections.abc import Callable
from decimal import Decimal as D
from hashlib import sha256
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.payments.choices import Verdict
from apps.payments.models import Attempt, Notification, TestCharge
from apps.payments.services import receiving
from apps.payments.services.receiving import handle
from apps.wallet.selectors import balance_of
from tests.payments.test_notifications import message_of

WEBHOOK = "/api/v1/payments/test/webhook/"
ELSEWHERE = "203.0.113.9"


@pytest.fixture(autouse=True)
def limit_of_two_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "payment_webhook", "2/min")


def post_webhook(path: str = WEBHOOK, *, address: str = "203.0.113.7", body: str = "noise") -> int:
    browser = APIClient(REMOTE_ADDR=address)
    return int(browser.generic("POST", path, body, content_type="text/plain").status_code)


@pytest.mark.usefixtures("offered")
def test_requests_above_the_limit_are_not_stored() -> None:
    assert [post_webhook() for _ in range(4)] == [200, 200, 429, 429]
    assert Notification.objects.count() == 2
    answer = APIClient(REMOTE_ADDR="203.0.113.7").post(WEBHOOK)
    assert answer.json()["code"] == "too_many_requests"
    assert int(answer["Retry-After"]) > 0


@pytest.mark.usefixtures("offered")
def test_limit_is_per_address() -> None:
    assert [post_webhook() for _ in range(3)] == [200, 200, 429]
    assert post_webhook(address=ELSEWHERE) == 200
    assert Notification.objects.count() == 3


def test_limited_webhook_is_credited_on_retry(
    attempt: Attempt, ada: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    TestCharge.objects.create(ref=attempt.ref, result="success", amount=D("25.50"), currency="USD")
    inbound = message_of(attempt).inbound()

    def send() -> int:
        browser = APIClient(REMOTE_ADDR=ELSEWHERE)
        headers = {name: value for name, value in inbound.headers.items() if name != "content-type"}
        body = inbound.body.decode()
        return int(
            browser.generic("POST", WEBHOOK, body, content_type="text/plain", headers=headers).status_code
        )

    for _ in range(2):
        post_webhook(address=ELSEWHERE)
    assert send() == 429
    run_jobs()
    assert balance_of(ada.pk) == 0
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "payment_webhook", "600/min")
    assert send() == 200
    run_jobs()
    assert Notification.objects.latest("pk").verdict == Verdict.HANDLED
    assert balance_of(ada.pk) == D("25.50")


def test_limit_counts_posted_returns_only(attempt: Attempt) -> None:
    path = f"/api/v1/payments/test/return/{attempt.ref}/"
    assert [post_webhook(path) for _ in range(3)] == [303, 303, 429]
    browser = APIClient(REMOTE_ADDR="203.0.113.7")
    assert [browser.get(path).status_code for _ in range(4)] == [303] * 4


def forge(count: int, **fields: Any) -> list[Notification]:
    made = [Notification(provider="test", body=b"noise", **fields) for _ in range(count)]
    return Notification.objects.bulk_create(made)


@pytest.mark.usefixtures("offered")
def test_forged_webhook_is_stored_as_digest_and_first_kilobyte() -> None:
    body = b"x" * 60_000
    (stored,) = forge(1, headers={"user-agent": "a" * 3000, "x-request-id": "b"}, query={"q": "c" * 3000})
    Notification.objects.filter(pk=stored.pk).update(body=body)
    assert handle(notification_id=stored.pk) == Verdict.FORGED
    stored.refresh_from_db()
    assert bytes(stored.body) == body[:1024]
    assert (stored.body_digest, stored.body_size) == (sha256(body).hexdigest(), 60_000)
    assert len(str(stored.headers)) < 1100
    assert len(str(stored.query)) < 1100


@pytest.mark.usefixtures("offered")
def test_oldest_forged_webhooks_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "MAX_FORGED", 10)
    forge(10, verdict=Verdict.FORGED)
    forge(3, verdict=Verdict.UNKNOWN)
    (newest,) = forge(1)
    assert handle(notification_id=newest.pk) == Verdict.FORGED
    assert Notification.objects.filter(verdict=Verdict.FORGED).count() == 10
    assert Notification.objects.filter(pk=newest.pk, verdict=Verdict.FORGED).exists()
    assert Notification.objects.filter(verdict=Verdict.UNKNOWN).count() == 3


@pytest.mark.usefixtures("offered")
def test_too_many_waiting_webhooks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "MAX_WAITING", 3)
    forge(2)
    assert post_webhook() == 200
    before = Notification.objects.count()
    answer = APIClient(REMOTE_ADDR=ELSEWHERE).generic("POST", WEBHOOK, "noise", content_type="text/plain")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert Notification.objects.count() == before
