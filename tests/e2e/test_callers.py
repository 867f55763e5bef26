"""Staff merge a caller with an account, and see which drivers have read their message."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, new_person
from tests.e2e.rides import STAND, Person, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.mark.parametrize("language", ["en", "ar"])
def test_caller_is_merged_with_the_account(
    platform: Platform, open_page: OpenPage, snap: Snap, language: str
) -> None:
    dora = Person(platform, "dora")
    name, _email, mobile = new_person()
    caller = dora.post("riders/", {"first_name": name, "last_name": "Caller", "mobile": mobile})
    other, email, number = new_person()
    account = dora.post(
        "riders/", {"first_name": other, "last_name": "Account", "email": email, "mobile": number}
    )
    dora.post("notes/", {"person": caller["id"], "text": "Rings twice"})

    desk = open_page()
    desk.add_init_script(f"localStorage.setItem('hansom.language', '{language}')")
    enter_as(desk, "Dora")
    desk.goto(f"/people/{caller['id']}")
    label = "Merge" if language == "en" else "دمج"
    desk.get_by_role("button", name=label, exact=True).click(timeout=TIMEOUT_MS)
    sheet = desk.get_by_role("dialog")
    field = sheet.get_by_role("combobox")
    field.fill(other)
    desk.get_by_role("option", name=other).click(timeout=TIMEOUT_MS)
    expect(sheet.get_by_role("definition").first).to_be_visible(timeout=TIMEOUT_MS)
    expect(sheet.get_by_text(re.compile(mobile[1:]))).to_be_visible()
    snap(desk, f"merge-{language}")
    sheet.get_by_role("button", name=label, exact=True).click()
    desk.wait_for_url(f"**/people/{account['id']}")
    expect(desk.get_by_role("heading", level=1)).to_contain_text(other, timeout=TIMEOUT_MS)
    expect(desk.get_by_text("Rings twice")).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, f"account-{language}")
    assert dora.get(f"people/{account['id']}/")["mobile"] == number
    found = platform.sql(f"SELECT account_id FROM accounts_mergedcaller WHERE mobile = '{mobile}'")
    assert found.strip() == str(account["id"])


def test_board_shows_live_who_has_read_a_message(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    dora = Person(platform, "dora")
    drivers = [row["id"] for row in dora.get("desk/drivers/")["results"]]
    ben_id = ben.get("me/")["id"]
    dora.post("desk/messages/", {"drivers": drivers, "text": "Rain ahead, drive carefully"})
    dora.post("desk/messages/", {"drivers": [ben_id], "text": "Come back to the rank"})

    desk = open_page()
    enter_as(desk, "Dora")
    desk.goto("/desk")
    desk.get_by_role("button", name="Sent messages").click(timeout=TIMEOUT_MS)
    panel = desk.get_by_role("dialog")
    expect(panel.get_by_role("button", name="Read by 0 of 1", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    ben.get("me/inbox/")
    expect(panel.get_by_text("Delivered: ")).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "delivered")
    ben.post("me/inbox/read/")
    expect(panel.get_by_role("button", name="Read by 1 of 1", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    expect(panel.get_by_text("Read: ")).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "read")
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("button", name="Sent messages")).to_be_focused(timeout=TIMEOUT_MS)
