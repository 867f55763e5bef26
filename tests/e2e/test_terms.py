"""An admin publishes terms; a rider agrees, a visitor reads them and signs up."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, new_person
from tests.e2e.rides import Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
TEXT = "1. Be on time at the pickup.\n\n2. Be kind to your driver."
ARABIC = "1. كن في مكان الانطلاق في الموعد.\n\n2. كن لطيفا مع السائق."
AGREE = re.compile("^I agree")


@pytest.fixture(autouse=True)
def _no_terms(platform: Platform) -> Iterator[None]:
    """Leave no version behind, which would be due for everyone in the other stories."""
    yield
    platform.sql("DELETE FROM accounts_consent")
    platform.sql("DELETE FROM accounts_termsversion")


def test_published_terms_are_read_and_agreed_to(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    dora, cleo = Person(platform, "dora"), Person(platform, "cleo")
    desk = open_page()
    enter_as(desk, "Dora")
    desk.goto("/legaldocuments")
    expect(desk.get_by_text("No versions", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    desk.get_by_role("button", name="Write a draft").first.click()
    form = desk.get_by_role("dialog", name="Write a draft")
    form.get_by_role("textbox", name="Version").fill("2026-11")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("textbox", name="Text in English")).to_be_focused(timeout=TIMEOUT_MS)
    form.get_by_role("textbox", name="Text in English").fill(TEXT)
    form.get_by_role("textbox", name=re.compile("^Text in (العربية|Arabic)")).fill(ARABIC)
    snap(desk, "draft")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden(timeout=TIMEOUT_MS)
    assert not cleo.get("me/")["terms_due"]

    desk.get_by_role("button", name=re.compile("Terms of use 2026-11")).last.click(timeout=TIMEOUT_MS)
    desk.get_by_role("menuitem", name="Publish").click()
    sheet = desk.get_by_role("dialog", name="Publish Terms of use 2026-11?")
    snap(desk, "publish")
    sheet.get_by_role("button", name="Publish").click()
    expect(sheet).to_be_hidden(timeout=TIMEOUT_MS)
    expect(desk.get_by_role("grid").get_by_text("Current", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "published")

    phone = open_page(phone=True)
    enter_as(phone, "Cleo")
    dialog = phone.get_by_role("dialog", name="New terms")
    expect(dialog).to_contain_text("Be kind to your driver.", timeout=TIMEOUT_MS)
    phone.keyboard.press("Escape")
    snap(phone, "due")
    dialog.get_by_role("button", name="Agree").click()
    expect(dialog.get_by_text("Check the box to agree.")).to_be_visible(timeout=TIMEOUT_MS)
    dialog.get_by_role("checkbox", name=AGREE).check()
    dialog.get_by_role("button", name="Agree").click()
    expect(dialog).to_be_hidden(timeout=TIMEOUT_MS)
    phone.goto("/profile")
    agreed = phone.get_by_role("list", name="What you agreed to")
    expect(agreed).to_contain_text("Terms of use 2026-11", timeout=TIMEOUT_MS)
    agreed.scroll_into_view_if_needed()
    snap(phone, "profile")
    assert dora.get("terms-versions/")["results"][0]["agreed"] == 1

    reader = open_page(phone=True, locale="ar-EG")
    reader.goto("/terms-of-use")
    expect(reader.get_by_text("كن لطيفا مع السائق.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(reader, "page-in-arabic")

    first_name, email, mobile = new_person()
    visitor = open_page()
    visitor.goto("/terms-of-use")
    expect(visitor.get_by_text("Be kind to your driver.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(visitor, "page")
    visitor.goto("/register")
    visitor.get_by_role("textbox", name="First name").fill(first_name)
    visitor.get_by_role("textbox", name="Last name").fill("Quill")
    visitor.get_by_role("textbox", name="Email").fill(email)
    visitor.get_by_label(re.compile("^Password")).fill("lamplight1")
    visitor.get_by_role("textbox", name="Phone number").fill(mobile)
    visitor.get_by_role("button", name="Create account").click()
    box = visitor.get_by_role("checkbox", name=AGREE)
    expect(box).to_be_focused(timeout=TIMEOUT_MS)
    snap(visitor, "register")
    box.check()
    visitor.get_by_role("button", name="Create account").click()
    expect(visitor.get_by_role("heading", name=re.compile("created|Welcome", re.IGNORECASE))).to_be_visible(
        timeout=TIMEOUT_MS
    )
    assert dora.get("terms-versions/")["results"][0]["agreed"] == 2
