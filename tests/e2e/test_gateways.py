"""Wallet top-ups through the sandbox gateways that `make run` starts."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from embedded.gateways.base import DECIDE
from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as
from tests.e2e.test_wallet import balance
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
PAID = "Paid"
WAITING = "Waiting for the payment provider"


def go_to_gateway(page: Page, label: str, amount: str) -> None:
    """Go from the wallet to the gateway's page."""
    page.goto("/wallet")
    page.get_by_role("button", name="Top up").click()
    page.get_by_role("textbox", name="Amount").fill(amount)
    page.get_by_role("radio", name=label, exact=True).click()
    page.get_by_role("button", name=re.compile(rf"Pay .*{amount}")).click()
    expect(page.get_by_role("heading", name=label.lower(), exact=True)).to_be_visible()


def test_top_up_through_three_gateways(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    before = balance(platform)
    page = open_page(phone=True)
    enter_as(page, "Ada")
    for number, label in enumerate(("Stripe", "PayPal", "Paystack"), start=1):
        go_to_gateway(page, label, "12.50")
        snap(page, f"{label}-page")
        page.get_by_role("button", name="Pay", exact=True).click()
        expect(page.get_by_role("heading", name=PAID, exact=True)).to_be_visible()
        assert balance(platform) == before + number * Decimal("12.50"), label
    snap(page, "paid")


def test_gateway_that_decides_later_updates_the_open_page(platform: Platform, open_page: OpenPage) -> None:
    before = balance(platform)
    page = open_page()
    enter_as(page, "Ada")
    go_to_gateway(page, "Stripe", "14.00")
    page.get_by_role("button", name="Stay pending").click()
    expect(page.get_by_role("heading", name=WAITING)).to_be_visible()
    assert balance(platform) == before
    # The bank approves: Stripe sends a webhook, and the page receives the event.
    ref = platform.sql("SELECT ref FROM payments_attempt WHERE provider = 'stripe' ORDER BY id DESC LIMIT 1")
    sandbox = platform.stack.env["PAYMENTS_SANDBOX_URL"]
    reply = httpx.post(f"{sandbox}/stripe{DECIDE}{ref}", data={"mode": "approve"})
    assert reply.status_code == 303
    expect(page.get_by_role("heading", name=PAID, exact=True)).to_be_visible()
    assert balance(platform) == before + Decimal("14.00")
