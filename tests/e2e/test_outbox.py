"""The outbox page in a real browser, with real workers."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SCREENSHOTS, OpenPage
from tests.e2e.rides import NewRider
from tests.platform import Platform

pytestmark = pytest.mark.e2e
PAGE = "/dev/outbox/?channel=mail&q=Set+a+new+password"


def request_password_reset(platform: Platform, email: str) -> None:
    request = urllib.request.Request(
        f"{platform.url}/api/v1/auth/password/forgot/",
        data=json.dumps({"email": email}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 202


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_email_appears_without_a_reload_and_its_link_opens(
    platform: Platform, open_page: OpenPage, phone: bool
) -> None:
    page = open_page(phone=phone)
    page.goto(PAGE)
    # Other stories send such emails as well, and a user gets one a minute.
    email = NewRider(platform).email
    emails = page.locator("article").filter(has=page.locator("strong", has_text=email))
    request_password_reset(platform, email)
    expect(emails).to_have_count(1)
    mail = emails.first
    expect(mail.locator("strong")).to_have_text(email)
    frame = mail.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Set a new password")).to_be_visible()
    button = frame.get_by_role("link", name="Set a new password")
    link = button.get_attribute("href")
    assert link == mail.get_by_role("link", name="Open the link").get_attribute("href")
    with page.context.expect_page() as opened:
        button.click()
    assert "/reset-password?key=" in opened.value.url
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(
        path=SCREENSHOTS / f"outbox-{'phone' if phone else 'desktop'}.png", full_page=True, caret="initial"
    )
