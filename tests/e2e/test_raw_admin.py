"""An operator enters the raw admin with a second factor; the audit page tells what they did there."""

import base64
import hmac
import re
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import PASSWORD, enter_as

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
HOME = "/django-admin/"


def code_of(secret: str) -> str:
    """What an authenticator app would show (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, "sha1").digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def password(page: Page) -> None:
    page.goto(HOME)
    page.locator("#id_username").fill("dora@hansom.example")
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def enter(page: Page, code: str, button: str) -> None:
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name=button).click()


def test_second_factor_change_and_audit_trail(open_page: OpenPage, snap: Snap) -> None:
    page = open_page()
    password(page)
    expect(page.get_by_role("img", name="QR code of your secret")).to_be_visible()
    snap(page, "enrol")
    secret = page.locator(".secret").inner_text().strip()
    enter(page, "000000", "Continue")
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    enter(page, code_of(secret), "Continue")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    snap(page, "codes")
    recovery = page.locator(".codes li").first.inner_text()
    page.get_by_role("link", name="I have kept them").click()
    page.get_by_role("button", name="Log out").click()

    # The code that enrolled is used up; a recovery code is as good, once.
    password(page)
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    snap(page, "code")
    enter(page, "000000", "Log in")
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    enter(page, recovery, "Log in")
    page.goto(f"{HOME}auth/group/add/")
    page.get_by_label("Name:").fill("Clerks")
    page.get_by_role("button", name="Save and continue editing").click()
    page.get_by_label("Name:").fill("Night clerks")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    snap(page, "list")

    enter_as(page, "Dora")
    page.goto("/audit?q=night")
    row = page.get_by_role("row", name=re.compile("Night clerks"))
    expect(row).to_contain_text("Changed")
    expect(row).to_contain_text("Raw admin")
    snap(page, "audit")
    row.get_by_text("Night clerks").click()
    difference = page.get_by_role("table", name="What changed")
    expect(difference.get_by_role("row", name="Name Clerks Night clerks")).to_be_visible()
    snap(page, "difference")
