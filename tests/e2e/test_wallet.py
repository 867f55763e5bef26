"""Top-ups through the test gateway of the demo."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])


def balance(platform: Platform) -> Decimal:
    return Decimal(
        platform.sql(
            "SELECT balance FROM wallet_account a JOIN accounts_user u ON u.id = a.user_id"
            " WHERE u.email = 'ada@hansom.example'"
        )
    )


def begin(page: Page, amount: str) -> None:
    page.goto("/wallet")
    page.get_by_role("button", name="Top up").click()
    page.get_by_role("textbox", name="Amount").fill(amount)
    page.get_by_role("radio", name="Test", exact=True).click()
    page.get_by_role("button", name=re.compile(rf"Pay .*{amount}")).click()
    page.wait_for_url(re.compile("/payments/test/"))


@EVERY_WIDTH
def test_top_up_is_in_the_wallet_at_once(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    before = balance(platform)
    page = open_page(phone=phone)
    enter_as(page, "Ada")
    begin(page, "20.50")
    snap(page, "gateway")
    page.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_role("heading", name="Paid", exact=True)).to_be_visible()
    snap(page, "paid")
    page.get_by_role("link", name="View wallet").click()
    expect(page.get_by_role("listitem").filter(has_text="Top-up").first).to_be_visible()
    snap(page, "wallet")
    assert balance(platform) == before + Decimal("20.50")


def test_declined_and_forged_payments_credit_nothing(platform: Platform, open_page: OpenPage) -> None:
    before = balance(platform)
    page = open_page()
    enter_as(page, "Ada")
    begin(page, "31.00")
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("heading", name="Payment failed")).to_be_visible()
    begin(page, "32.00")
    page.get_by_role("button", name="Invalid signature").click()
    expect(page.get_by_role("heading", name=re.compile("Not paid yet|Waiting"))).to_be_visible()
    assert balance(platform) == before


def test_late_success_updates_the_open_page(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    before = balance(platform)
    page = open_page(phone=True)
    enter_as(page, "Ada")
    begin(page, "40.00")
    page.get_by_role("button", name="Approve in a minute").click()
    waiting = page.get_by_role("heading", name="Waiting for the payment provider")
    expect(waiting).to_be_visible()
    snap(page, "waiting")
    assert balance(platform) == before
    # After a minute the gateway has decided, and the scheduled check runs.
    platform.sql(
        "UPDATE payments_testcharge SET succeeds_at = now() WHERE succeeds_at IS NOT NULL RETURNING 1"
    )
    platform.sql("UPDATE payments_attempt SET next_check_at = now() WHERE state = 'pending' RETURNING 1")
    expect(page.get_by_role("heading", name="Paid", exact=True)).to_be_visible()
    assert balance(platform) == before + Decimal(40)
