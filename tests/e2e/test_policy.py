"""The Content-Security-Policy in a real browser; `open_page` fails a test on any violation."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import OpenPage, violations
from tests.platform import Platform

pytestmark = pytest.mark.e2e

INJECT = """(kind) => document.head.append(
    Object.assign(document.createElement(kind), {textContent: kind === "style" ? "body {}" : "1"})
)"""


@pytest.mark.parametrize("kind", ["style", "script"])
def test_injected_script_is_refused_and_reported(platform: Platform, browser: Browser, kind: str) -> None:
    context = browser.new_context(base_url=platform.url)
    page = context.new_page()
    page.goto("/login")
    with page.expect_console_message(lambda message: bool(violations(message, platform.url))):
        page.evaluate(INJECT, kind)
    context.close()


def test_api_documentation_is_rendered(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/api/docs/")
    expect(page.get_by_role("heading", name="Hansom")).to_be_visible()
    # The rest is rendered while scrolling.
    expect(page.get_by_role("heading", name="admins", exact=False).first).to_be_visible()


def test_mantine_follows_the_theme_without_style_elements(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/login")
    # A field of the page: its frame is there before Mantine.
    expect(page.get_by_role("button", name="Ada")).to_be_visible()
    font = "getComputedStyle(document.documentElement).getPropertyValue('--mantine-font-family')"
    assert "Inter Variable" in page.evaluate(font)
    assert page.evaluate("document.querySelectorAll('style').length") == 0
