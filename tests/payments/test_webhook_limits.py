"""What strangers may leave at the gateways' addresses."""

from collections.abc import Callable
from decimal import Decimal as D

import pytest
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from apps.accounts.models import User
from apps.payments.choices import Verdict
from apps.payments.models import Attempt, Notification, TestCharge
from apps.wallet.selectors import balance_of
from tests.payments.test_notifications import told

WEBHOOK = "/api/v1/payments/test/webhook/"
ELSEWHERE = "203.0.113.9"


@pytest.fixture(autouse=True)
def two_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "payment_webhook", "2/min")


def leave(path: str = WEBHOOK, *, address: str = "203.0.113.7", body: str = "noise") -> int:
    browser = APIClient(REMOTE_ADDR=address)
    return int(browser.generic("POST", path, body, content_type="text/plain").status_code)


@pytest.mark.usefixtures("offered")
def test_an_address_leaves_so_much_a_minute_and_no_more_is_kept() -> None:
    assert [leave() for _ in range(4)] == [200, 200, 429, 429]
    assert Notification.objects.count() == 2
    answer = APIClient(REMOTE_ADDR="203.0.113.7").post(WEBHOOK)
    assert answer.json()["code"] == "too_many_requests"
    assert int(answer["Retry-After"]) > 0


@pytest.mark.usefixtures("offered")
def test_one_address_does_not_silence_another() -> None:
    assert [leave() for _ in range(3)] == [200, 200, 429]
    assert leave(address=ELSEWHERE) == 200
    assert Notification.objects.count() == 3


def test_a_genuine_notification_that_comes_again_later_is_credited(
    attempt: Attempt, ada: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    TestCharge.objects.create(ref=attempt.ref, result="success", amount=D("25.50"), currency="USD")
    inbound = told(attempt).inbound()

    def send() -> int:
        browser = APIClient(REMOTE_ADDR=ELSEWHERE)
        headers = {name: value for name, value in inbound.headers.items() if name != "content-type"}
        body = inbound.body.decode()
        return int(
            browser.generic("POST", WEBHOOK, body, content_type="text/plain", headers=headers).status_code
        )

    for _ in range(2):
        leave(address=ELSEWHERE)
    assert send() == 429
    run_jobs()
    assert balance_of(ada.pk) == 0
    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "payment_webhook", "600/min")
    assert send() == 200
    run_jobs()
    assert Notification.objects.latest("pk").verdict == Verdict.HANDLED
    assert balance_of(ada.pk) == D("25.50")


def test_a_returning_browser_that_posts_counts_and_one_that_looks_does_not(attempt: Attempt) -> None:
    path = f"/api/v1/payments/test/return/{attempt.ref}/"
    assert [leave(path) for _ in range(3)] == [303, 303, 429]
    browser = APIClient(REMOTE_ADDR="203.0.113.7")
    assert [browser.get(path).status_code for _ in range(4)] == [303] * 4
