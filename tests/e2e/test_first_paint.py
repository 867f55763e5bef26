"""The first paint: the right page in the right language, from the first byte and on a slow connection."""

import json
import re
import urllib.request
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.platform import Platform
from tests.servers import ROOT

pytestmark = pytest.mark.e2e

SLOW: Final = {"offline": False, "latency": 150, "downloadThroughput": 120_000, "uploadThroughput": 60_000}
"""A slow mobile connection, in milliseconds and bytes per second."""
# Every rendered frame: its language, its direction, its heading.
WATCH: Final = """
window.shown = [];
const look = () => {
  const root = document.documentElement;
  const heading = document.querySelector("h1");
  const seen = heading?.checkVisibility({ visibilityProperty: true }) ? heading.innerText : "";
  const frame = JSON.stringify([root.lang, root.dir, seen]);
  if (document.body && !window.shown.includes(frame)) window.shown.push(frame);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def slogan(language: str) -> str:
    texts = json.loads((ROOT / f"frontend/src/i18n/{language}/home.json").read_text())
    return str(texts["home"]["slogan"])


def watch(page: Page) -> None:
    page.add_init_script(WATCH)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)


def shown(page: Page) -> list[Any]:
    return [json.loads(frame) for frame in page.evaluate("window.shown")]


@pytest.mark.parametrize("path", ["/", "/login", "/bookings"])
@pytest.mark.parametrize(
    ("locale", "language", "direction"),
    [("ar-EG", "ar", "rtl"), ("fr-FR", "fr", "ltr"), ("hi-IN", "hi", "ltr")],
)
def test_slow_first_visit_shows_one_language_one_direction_and_one_page(
    open_page: OpenPage, path: str, locale: str, language: str, direction: str
) -> None:
    page = open_page(locale=locale)
    watch(page)
    reply = page.goto(path, wait_until="commit")
    assert reply
    assert f'<html lang="{language}" dir="{direction}"' in reply.text()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(heading).to_be_visible()
    assert {(frame[0], frame[1]) for frame in shown(page)} == {(language, direction)}
    headings = {frame[2] for frame in shown(page)} - {""}
    assert slogan("en") not in headings
    assert (slogan(language) in headings) == (path == "/")


def test_next_page_has_the_language_chosen_in_the_header_from_its_first_byte(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.goto("/about-us")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_label("Language").select_option("hi")
    expect(page.locator("html")).to_have_attribute("lang", "hi")
    reply = page.goto("/")
    assert reply
    assert reply.headers["content-language"] == "hi"
    assert reply.headers["content-encoding"] == "br"
    expect(page.get_by_role("heading", level=1)).to_have_text(slogan("hi"))


def test_page_in_another_language_is_hidden_for_a_language_stored_by_an_older_release(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.add_init_script("localStorage.setItem('hansom.language', 'ar');")
    watch(page)
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text(slogan("ar"))
    assert slogan("en") not in {frame[2] for frame in shown(page)}


def test_push_notification_icons_are_images(platform: Platform) -> None:
    with urllib.request.urlopen(f"{platform.url}/sw.js") as answer:
        icons = set(re.findall(r"/(?:static|icons)/[\w-]+\.png", answer.read().decode()))
    assert len(icons) == 2
    for icon in icons:
        with urllib.request.urlopen(f"{platform.url}{icon}") as answer:
            assert (answer.headers["Content-Type"], answer.read(4)) == ("image/png", b"\x89PNG")
