"""An operator logs in to the Django admin with a second factor; the audit page shows their changes."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import PASSWORD
from tests.e2e.totp import code_of
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
HOME = "/django-admin/"


@pytest.fixture
def _no_factor(platform: Platform) -> Iterator[None]:
    """Dora has no second factor, before and after the test."""
    of_dora = "SELECT id FROM accounts_user WHERE email = 'dora@hansom.example'"
    forget = f"DELETE FROM mfa_authenticator WHERE user_id IN ({of_dora})"
    platform.sql(forget)
    yield
    platform.sql(forget)


def password(page: Page) -> None:
    page.goto(HOME)
    page.locator("#id_username").fill("dora@hansom.example")
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def enter(page: Page, code: str, button: str) -> None:
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name=button).click()


@pytest.mark.usefixtures("_no_factor")
def test_second_factor_change_and_audit_trail(open_page: OpenPage, snap: Snap) -> None:
    clerks = f"Clerks {uuid4().hex[:6]}"
    page = open_page()
    password(page)
    expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    snap(page, "enrol")
    secret = page.locator(".secret").inner_text().strip()
    enter(page, "000000", "Continue")
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    enter(page, code_of(secret), "Continue")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    snap(page, "codes")
    recovery, another = page.locator(".codes li").all_inner_texts()[:2]
    page.get_by_role("link", name="I have saved them").click()
    page.get_by_role("button", name="Log out").click()

    # The enrolment code is used up; a recovery code works once.
    password(page)
    expect(page.get_by_role("heading", name="Two-factor login")).to_be_visible()
    snap(page, "code")
    enter(page, "000000", "Log in")
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    enter(page, recovery, "Log in")
    page.goto(f"{HOME}auth/group/add/")
    page.get_by_label("Name:").fill(clerks)
    page.get_by_role("button", name="Save and continue editing").click()
    page.get_by_label("Name:").fill(f"Night {clerks}")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    snap(page, "list")

    # The back office requires the same second factor.
    page.goto("/login")
    page.get_by_role("button", name=re.compile("Dora")).click()
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_role("textbox", name="Recovery code").fill(another)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda url: not url.endswith("/login"))
    page.goto(f"/audit?q={clerks.split()[1]}")
    row = page.get_by_role("row", name=re.compile(f"Night {clerks}"))
    expect(row).to_contain_text("Changed")
    expect(row).to_contain_text("Django admin")
    snap(page, "audit")
    row.get_by_text(f"Night {clerks}").click()
    difference = page.get_by_role("table", name="Changes")
    expect(difference.get_by_role("row", name=f"Name {clerks} Night {clerks}")).to_be_visible()
    snap(page, "difference")
