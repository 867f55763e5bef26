"""A rider reports a lost umbrella, and support finds it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
UMBRELLA = "I left a green umbrella on the back seat."


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_rider_reports_something_lost_and_reads_the_answer(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    cleo, ben, dora = (Person(platform, name) for name in ("cleo", "ben", "dora"))
    ben.work_at(STAND["latitude"], STAND["longitude"])
    trip = book(cleo)
    ben.take(trip["id"])

    phone = open_page(phone=True)
    enter_as(phone, "Cleo")
    phone.goto(f"/help?booking={trip['id']}")
    form = phone.get_by_role("dialog", name="Report a problem")
    expect(form.get_by_role("combobox", name="Trip")).to_have_value(str(trip["id"]), timeout=TIMEOUT_MS)
    form.get_by_role("textbox", name="What happened?").fill(UMBRELLA)
    snap(phone, "report")
    form.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("list", name="Messages")).to_contain_text(UMBRELLA, timeout=TIMEOUT_MS)
    number = phone.url.rsplit("/", 1)[1]

    desk = open_page()
    enter_as(desk, "Dora")
    desk.goto("/cases")
    desk.get_by_text(f"#{number}", exact=True).click(timeout=TIMEOUT_MS)
    panel = desk.get_by_role("dialog", name=f"Case {number}")
    panel.get_by_role("textbox", name="Message").fill("Is the handle brown?")
    panel.get_by_role("button", name="Send").click()
    expect(panel.get_by_role("list", name="Messages")).to_contain_text("brown", timeout=TIMEOUT_MS)
    expect(panel.get_by_text("Waiting for a reply")).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "panel")

    phone.goto("/profile")
    phone.get_by_role("button", name=re.compile("^Inbox")).click(timeout=TIMEOUT_MS)
    phone.get_by_role("link", name=re.compile("Reply from support")).first.click(timeout=TIMEOUT_MS)
    expect(phone).to_have_url(re.compile(f"/help/{number}$"), timeout=TIMEOUT_MS)
    phone.get_by_role("textbox", name="Message").fill("Yes.")
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("list", name="Messages")).to_contain_text("Yes.", timeout=TIMEOUT_MS)
    snap(phone, "thread")

    panel.get_by_role("button", name="Close case").click()
    sheet = desk.get_by_role("dialog", name="Close case")
    sheet.get_by_role("combobox", name="Outcome").select_option(label="Item returned")
    sheet.get_by_role("textbox", name=re.compile("^Answer to")).fill("It is at the office.")
    snap(desk, "closing")
    sheet.get_by_role("button", name="Close case").click()
    expect(panel.get_by_role("button", name="Reopen case")).to_be_visible(timeout=TIMEOUT_MS)
    panel.get_by_role("button", name="Close", exact=True).click()
    expect(panel).to_be_hidden(timeout=TIMEOUT_MS)
    assert f"case={number}" not in desk.url

    expect(phone.get_by_role("list", name="Messages")).to_contain_text(
        "It is at the office.", timeout=TIMEOUT_MS
    )
    assert dora.get(f"cases/{number}/")["outcome"] == "returned"
