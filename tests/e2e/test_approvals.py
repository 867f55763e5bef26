"""One admin refunds above the limit, another approves, and the money is in the rider's wallet."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, log_in
from tests.e2e.rides import STAND, Person, book, no_other_trips, settings
from tests.e2e.test_two_factor import NewAdmin
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def second(platform: Platform) -> Iterator[NewAdmin]:
    """Another admin, while refunds above five need one."""
    admin = NewAdmin(platform)
    try:
        with settings(platform, approval_refund_limit="5"):
            yield admin
    finally:
        Person(platform, "dora").delete(f"people/{admin.id}/")


def balance(person: Person) -> Decimal:
    return Decimal(person.get("me/")["wallet_balance"])


def test_refund_above_the_limit_needs_two_admins(
    platform: Platform, open_page: OpenPage, snap: Snap, second: NewAdmin
) -> None:
    cleo, ben, dora = (Person(platform, name) for name in ("cleo", "ben", "dora"))
    ben.work_at(STAND["latitude"], STAND["longitude"])
    trip = book(cleo)
    ben.take(trip["id"])
    for action in ("arrive", "start", "reach", "collect-cash"):
        body = {"otp": cleo.get(f"bookings/{trip['id']}/").get("otp") or ""} if action == "start" else {}
        ben.post(f"bookings/{trip['id']}/{action}/", body)
    before = balance(cleo)

    desk = open_page()
    enter_as(desk, "Dora")
    desk.goto(f"/bookings/{trip['id']}")
    desk.get_by_role("button", name="Refund rider").click(timeout=TIMEOUT_MS)
    sheet = desk.get_by_role("dialog", name="Refund rider")
    sheet.get_by_role("textbox", name="Refund").fill("5.01")
    sheet.get_by_role("textbox", name="Reason").fill("The car was cold.")
    expect(sheet.get_by_text(re.compile("Another admin must approve it"))).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "above-the-limit")
    sheet.get_by_role("button", name="Request approval").click()
    expect(desk.get_by_text(re.compile("^Sent for approval"))).to_be_visible(timeout=TIMEOUT_MS)
    link = desk.get_by_role("link", name=re.compile("^Waiting for approval"))
    expect(link).to_be_visible(timeout=TIMEOUT_MS)
    expect(desk.get_by_role("button", name="Refund rider")).to_have_count(0)
    assert balance(cleo) == before
    snap(desk, "waiting")
    link.click()
    own = desk.get_by_role("dialog", name=re.compile("^Approval"))
    expect(own.get_by_text("Another admin must decide this.")).to_be_visible(timeout=TIMEOUT_MS)
    expect(own.get_by_role("button", name="Approve")).to_have_count(0)

    other = open_page()
    log_in(other, second.email, second.password)
    other.wait_for_url("**/dashboard", timeout=TIMEOUT_MS)
    other.goto("/approvals")
    row = other.get_by_role("row", name=re.compile("The car was cold"))
    row.get_by_text("Trip refund").click(timeout=TIMEOUT_MS)
    panel = other.get_by_role("dialog", name=re.compile("^Approval"))
    expect(panel.get_by_text("The car was cold.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(other, "panel")
    panel.get_by_role("button", name="Approve").click()
    confirm = other.get_by_role("dialog", name=re.compile(r"^Approve \$5\.01"))
    confirm.get_by_role("button", name=re.compile(r"^Approve \$5\.01")).click()
    expect(other.get_by_text("Approved and carried out")).to_be_visible(timeout=TIMEOUT_MS)
    expect(panel.get_by_text("Approved", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    snap(other, "approved")
    assert balance(cleo) == before + Decimal("5.01")

    phone = open_page(phone=True)
    enter_as(phone, "Cleo")
    phone.goto("/wallet")
    expect(phone.get_by_role("main")).to_contain_text("5.01", timeout=TIMEOUT_MS)
    snap(phone, "wallet")
    assert [one["state"] for one in dora.get(f"approvals/?booking={trip['id']}")["results"]] == ["approved"]
