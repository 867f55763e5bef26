"""Required two-factor login: an admin sets it up, and logs in with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import log_in, new_person
from tests.e2e.rides import Person, settings
from tests.e2e.totp import code_of
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


class NewAdmin(Person):
    """An admin that is only in this test."""

    def __init__(self, platform: Platform) -> None:
        name, email, mobile = new_person()
        super().__init__(platform, email, password="lamplight7")
        person = {"first_name": name, "last_name": "Lamp", "email": email, "mobile": mobile}
        added = Person(platform, "dora").post("admins/", person | {"password": self.password})
        self.id = int(added["id"])

    def authenticators(self) -> list[str]:
        mine = f"SELECT type FROM mfa_authenticator WHERE user_id = {self.id} ORDER BY type"
        return self.platform.sql(mine).split()


@pytest.fixture
def admin(platform: Platform) -> Iterator[NewAdmin]:
    """Require two-factor login of staff while this admin exists; the seeded ones are logged in already."""
    admin = NewAdmin(platform)
    try:
        with settings(platform, staff_two_factor=True):
            yield admin
    finally:
        Person(platform, "dora").delete(f"people/{admin.id}/")


def password(page: Page, admin: NewAdmin) -> None:
    log_in(page, admin.email, admin.password)
    expect(page.get_by_role("heading", name="One more step")).to_be_visible(timeout=TIMEOUT_MS)


def recovery_code(page: Page, code: str) -> None:
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_role("textbox", name="Recovery code").fill(code)
    page.get_by_role("button", name="Log in", exact=True).click()


def log_out(page: Page) -> None:
    page.wait_for_url("**/dashboard", timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Log out").first.click()
    expect(page.get_by_text("You’re logged out.")).to_be_visible(timeout=TIMEOUT_MS)


def test_admin_sets_up_required_two_factor_login_and_logs_in_with_it(
    platform: Platform, admin: NewAdmin, open_page: OpenPage, snap: Snap
) -> None:
    page = open_page()
    log_in(page, admin.email, admin.password)
    expect(page.get_by_role("heading", name="Set up two-factor login")).to_be_visible(timeout=TIMEOUT_MS)
    # Until then there is no menu, and every address leads here.
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Set up two-factor login")).to_be_visible(timeout=TIMEOUT_MS)
    expect(page.get_by_role("navigation", name="Back office")).to_have_count(0)
    snap(page, "set-up")

    picture = page.get_by_role("img", name="QR code for the authenticator app")
    expect(picture).to_be_visible(timeout=TIMEOUT_MS)
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    secret = page.get_by_text("Key", exact=True).locator("..").locator("bdi").inner_text().strip()
    code = page.get_by_role("textbox", name="Code from the app")
    code.fill("000000")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("Incorrect code.")).to_be_visible(timeout=TIMEOUT_MS)
    assert admin.authenticators() == []
    snap(page, "wrong-code")

    code.fill(code_of(secret))
    page.get_by_role("button", name="Turn on").click()
    codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10, timeout=TIMEOUT_MS)
    assert admin.authenticators() == ["recovery_codes", "totp"]
    snap(page, "recovery-codes")
    first, second = codes.all_inner_texts()[:2]
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("navigation", name="Back office")).to_be_visible(timeout=TIMEOUT_MS)
    page.goto("/dashboard")
    log_out(page)

    # The code that turned it on is used up; the phone's clock may be one code ahead.
    password(page, admin)
    snap(page, "code")
    page.get_by_role("textbox", name="Code").fill("000000")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Incorrect code.", timeout=TIMEOUT_MS)
    page.get_by_role("textbox", name="Code").fill(code_of(secret, steps_ahead=1))
    page.get_by_role("button", name="Log in", exact=True).click()
    log_out(page)

    password(page, admin)
    recovery_code(page, first)
    log_out(page)

    password(page, admin)
    recovery_code(page, first)
    expect(page.get_by_role("alert")).to_contain_text("Incorrect code.", timeout=TIMEOUT_MS)
    snap(page, "used-recovery-code")
    # A used code fails, here and at another address; an unused one works.
    page.goto("/dashboard")
    page.wait_for_url("**/login**", timeout=TIMEOUT_MS)
    password(page, admin)
    recovery_code(page, second)
    page.wait_for_url("**/dashboard", timeout=TIMEOUT_MS)
    page.goto("/profile")
    expect(page.get_by_text("On. 8 recovery codes left.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "profile")
