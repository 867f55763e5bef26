"""Passkeys in Chromium with a virtual authenticator: add, log in by button and by suggestion, remove."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import log_in, new_person
from tests.e2e.rides import Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
SECRET = "lamplight7"


class Traveller(Person):
    """A rider or an admin that is only in this test."""

    def __init__(self, platform: Platform, kind: str) -> None:
        name, email, mobile = new_person()
        super().__init__(platform, email, password=SECRET)
        person = {"first_name": name, "last_name": "Lamp", "email": email, "mobile": mobile}
        added = Person(platform, "dora").post(f"{kind}/", person | {"password": SECRET})
        self.id = int(added["id"])

    def passkeys(self) -> list[str]:
        rows = self.platform.sql(f"SELECT name FROM accounts_passkey WHERE user_id = {self.id} ORDER BY id")
        return rows.splitlines()


class Device:
    """A phone's own authenticator, whose owner confirms each request by fingerprint."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id: str = added["authenticatorId"]

    def confirms(self, does: bool) -> None:
        """Let the owner confirm requests, or refuse them."""
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": does})

    def answers(self, does: bool) -> None:
        """Let the device reply at once, or leave a request waiting."""
        presence = {"authenticatorId": self.id, "enabled": does}
        self.cdp.send("WebAuthn.setAutomaticPresenceSimulation", presence)

    def credentials(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found


def card(page: Page) -> Any:
    return page.locator("section#passkeys")


def log_out(page: Page) -> None:
    page.evaluate("fetch('/api/v1/auth/sign-out/', { method: 'POST' })")
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")


def show(page: Page, snap: Snap, name: str) -> None:
    card(page).scroll_into_view_if_needed()
    page.wait_for_timeout(1500)
    snap(page, name)


def add(page: Page, name: str) -> None:
    card(page).get_by_role("button", name="Add a passkey").click()
    card(page).get_by_label("Name").fill(name)
    card(page).get_by_label("Current password").fill(SECRET)
    card(page).get_by_role("button", name="Add a passkey").click()


def test_rider_adds_a_passkey_logs_in_with_it_and_removes_it(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    rider = Traveller(platform, "riders")
    page = open_page(phone=True)
    device = Device(page)
    # The login page's own request for suggestions would log in at once.
    device.answers(False)
    log_in(page, rider.email, SECRET)
    page.wait_for_url(lambda url: not url.endswith("/login"))
    page.goto("/profile")
    expect(card(page).get_by_text("No passkeys yet.")).to_be_visible(timeout=TIMEOUT_MS)
    device.answers(True)
    add(page, "My phone")
    expect(card(page).get_by_text("My phone", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    assert rider.passkeys() == ["My phone"]
    assert [one["rpId"] for one in device.credentials()] == ["localhost"]
    show(page, snap, "added")

    # By the button.
    device.answers(False)
    log_out(page)
    page.goto("/login")
    button = page.get_by_role("button", name="Log in with a passkey")
    expect(button).to_be_visible(timeout=TIMEOUT_MS)
    page.wait_for_timeout(1500)
    snap(page, "login")
    device.answers(True)
    button.click()
    page.wait_for_url(lambda url: not url.endswith("/login"))
    page.goto("/profile")
    expect(card(page).get_by_text("Last used")).to_be_visible(timeout=TIMEOUT_MS)

    # By the suggestions of the email field, which the device selects here.
    log_out(page)
    page.goto("/login")
    page.wait_for_url(lambda url: not url.endswith("/login"))

    page.goto("/profile")
    card(page).get_by_role("button", name="Rename My phone").click()
    card(page).get_by_label("Name").fill("Old phone")
    card(page).get_by_role("button", name="Save").click()
    remove = card(page).get_by_role("button", name="Remove Old phone")
    expect(remove).to_be_visible(timeout=TIMEOUT_MS)
    remove.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Current password").fill(SECRET)
    page.wait_for_timeout(1500)
    snap(page, "remove")
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(card(page).get_by_text("No passkeys yet.")).to_be_visible(timeout=TIMEOUT_MS)
    assert rider.passkeys() == []

    # The device still has it.
    device.answers(False)
    log_out(page)
    page.goto("/login")
    expect(button).to_be_visible(timeout=TIMEOUT_MS)
    device.answers(True)
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("This passkey doesn’t work here", timeout=TIMEOUT_MS)
    assert page.url.endswith("/login")


def test_passkey_is_the_second_factor_of_an_admin(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    admin = Traveller(platform, "admins")
    page = open_page()
    device = Device(page)
    device.answers(False)
    log_in(page, admin.email, SECRET)
    page.wait_for_url("**/dashboard", timeout=TIMEOUT_MS)
    page.goto("/profile")
    expect(card(page).get_by_text("No passkeys yet.")).to_be_visible(timeout=TIMEOUT_MS)
    device.answers(True)
    # Without a fingerprint there is no passkey.
    device.confirms(False)
    add(page, "Desk")
    expect(card(page).get_by_role("alert")).to_be_visible(timeout=TIMEOUT_MS)
    assert admin.passkeys() == []
    device.confirms(True)
    card(page).get_by_role("button", name="Add a passkey").click()
    codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10, timeout=TIMEOUT_MS)
    show(page, snap, "recovery-codes")
    card(page).get_by_role("button", name="I have saved them").click()
    expect(card(page).get_by_text("Desk", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    expect(page.get_by_text("Your passkey is your second factor.")).to_be_visible(timeout=TIMEOUT_MS)
    show(page, snap, "profile")

    device.answers(False)
    log_out(page)
    log_in(page, admin.email, SECRET)
    expect(page.get_by_role("heading", name="One more step")).to_be_visible(timeout=TIMEOUT_MS)
    page.wait_for_timeout(1500)
    snap(page, "second-step")
    device.answers(True)
    page.get_by_role("button", name="Use a passkey").click()
    # The page that required the login opens again.
    page.wait_for_url(lambda url: not url.endswith("/login"))

    # Another admin sees and removes it.
    office = open_page()
    log_in(office, "dora@hansom.example", "hansom123")
    office.wait_for_url("**/dashboard", timeout=TIMEOUT_MS)
    office.goto(f"/people/{admin.id}")
    remove = office.get_by_role("button", name="Remove the passkey Desk")
    expect(remove).to_be_visible(timeout=TIMEOUT_MS)
    remove.scroll_into_view_if_needed()
    office.wait_for_timeout(1500)
    snap(office, "person")
    remove.click()
    office.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(remove).to_have_count(0, timeout=TIMEOUT_MS)
    assert admin.passkeys() == []


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_pages_in_arabic(platform: Platform, open_page: OpenPage, snap: Snap, phone: bool) -> None:
    rider = Traveller(platform, "riders")
    page = open_page(phone=phone, viewport={"width": 360 if phone else 1280, "height": 800})
    device = Device(page)
    device.answers(False)
    log_in(page, rider.email, SECRET)
    page.wait_for_url(lambda url: not url.endswith("/login"))
    rider.patch("me/", {"language": "ar"})
    page.evaluate("localStorage.setItem('hansom.language', 'ar')")
    page.goto("/profile")
    device.answers(True)
    card(page).get_by_role("button").first.click()
    card(page).get_by_role("textbox").first.fill("هاتفي")
    card(page).locator("input[type=password]").fill(SECRET)
    show(page, snap, "form")
    card(page).locator("button[type=submit]").click()
    expect(card(page).get_by_text("هاتفي", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    show(page, snap, "profile")
    device.answers(False)
    log_out(page)
    page.evaluate("localStorage.setItem('hansom.language', 'ar')")
    page.goto("/login")
    page.wait_for_timeout(2500)
    snap(page, "login")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert re.match(r".*/login$", page.url)
