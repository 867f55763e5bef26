"""What each first view loads, and what the service worker stores for each role."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e

MOST_SCRIPTS: Final = 15
MOST_BYTES_BEFORE_HOME_IS_USABLE: Final = 150_000
"""Of JavaScript, as transferred: compressed, without headers."""
COMES_LATER: Final = ("mobile-app", "live")
"""Store links below the fold, and texts of the operator: they do not block the page."""
SCRIPTS: Final = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
    .map(({ name, encodedBodySize, initiatorType }) => [
        name.replace(/^.*[/]/, ""), encodedBodySize, initiatorType,
    ])"""
STORED: Final = """async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    const [name] = (await caches.keys()).filter((one) => one.includes("precache"));
    const cache = await caches.open(name);
    const files = (await cache.keys()).map(({ url }) => new URL(url).pathname.replace(/^.*[/]/, ""));
    return { worker: worker.scriptURL, state: worker.state, files };
}"""
STORED_FOR: Final = f"""async (address) => {{
    const stored = {STORED};
    for (let tries = 0; tries < 300; tries++) {{
        const now = await stored();
        if (now.worker.endsWith(address) && now.state === "activated") return now.files;
        await new Promise((next) => setTimeout(next, 200));
    }}
    return [(await stored()).worker];
}}"""


def scripts_of(page: Page) -> dict[str, int]:
    """Return each loaded script with its transferred bytes."""
    page.wait_for_load_state("networkidle")
    return {name: size for name, size, _how in page.evaluate(SCRIPTS)}


def preloaded(page: Page) -> set[str]:
    links = page.locator('link[rel="modulepreload"]').evaluate_all("links => links.map(({ href }) => href)")
    return {link.rsplit("/", 1)[1] for link in links}


def test_home_page_is_usable_with_150_kilobytes_of_javascript(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    expect(page.get_by_role("combobox", name="Pickup")).to_be_editable()
    scripts = scripts_of(page)
    assert len(scripts) <= MOST_SCRIPTS, scripts
    later = {name for name in scripts if name.startswith(COMES_LATER)}
    needed = scripts.keys() - later
    assert {name for name in needed if not name.startswith(("boot", "index"))} <= preloaded(page)
    bytes_needed = sum(scripts[name] for name in needed)
    assert 50_000 < bytes_needed <= MOST_BYTES_BEFORE_HOME_IS_USABLE, scripts


@pytest.mark.parametrize(
    "path", ["/", "/login", "/register", "/about-us", "/privacy-policy", "/terms-of-use", "/trip/none"]
)
@pytest.mark.parametrize("locale", ["en-GB", "ar-EG"])
def test_first_view_of_a_visitor_loads_few_scripts(open_page: OpenPage, path: str, locale: str) -> None:
    page = open_page(locale=locale)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    scripts = scripts_of(page)
    assert 4 < len(scripts) <= MOST_SCRIPTS, scripts


@pytest.mark.parametrize(
    ("name", "path", "shown"),
    [
        ("Ada", "/bookings", "Bookings"),
        ("Dora", "/dashboard", "Dashboard"),
        ("Dora", "/settings", "Settings"),
        ("Dora", "/riders", "Riders"),
        ("Fay", "/dashboard", "Dashboard"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_first_view_behind_the_login_loads_few_scripts(
    open_page: OpenPage, name: str, path: str, shown: str, language: str
) -> None:
    page = open_page()
    page.add_init_script(f"localStorage.setItem('hansom.language', '{language}')")
    enter_as(page, name)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    scripts = scripts_of(page)
    assert 4 < len(scripts) <= MOST_SCRIPTS, (shown, scripts)
    pages_own = {script for script in scripts if script.startswith(("table", "dashboard-page"))}
    assert pages_own <= preloaded(page)


def test_drivers_console_loads_few_scripts(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    enter_as(page, "Ben")
    page.goto("/bookings")
    expect(page.get_by_role("main").get_by_text("Loading", exact=True)).to_have_count(0)
    scripts = scripts_of(page)
    assert 4 < len(scripts) <= MOST_SCRIPTS, scripts
    assert any(script.startswith("driver-work") for script in preloaded(page) & scripts.keys())


def stored_for(page: Page, role: str, language: str = "en") -> set[str]:
    """Return the files stored for the role, without their hashes."""
    files: list[Any] = page.evaluate(STORED_FOR, f"/sw.js?role={role}&language={language}")
    return {re.sub(r"-[\w-]{8}(?=\.\w+$)", "", file) for file in files}


def test_files_stored_for_offline_use_are_those_of_the_role(open_page: OpenPage) -> None:
    page = open_page(service_workers="allow")
    enter_as(page, "Ada")
    stored = stored_for(page, "rider")
    assert {"rider-ride.js", "form.js", "wallet-page.js", "en-rest.js", "index.html"} <= stored
    assert not stored & {"driver-work.js", "dashboard-page.js", "ar-rest.js", "de-rest.js"}

    # On this device only: the picker would store the language on the user, also for other stories.
    page.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    assert {"rider-ride.js", "ar-rest.js", "ar-form.js"} <= stored_for(page, "rider", "ar")


def test_next_user_on_the_device_gets_the_files_of_their_role(open_page: OpenPage) -> None:
    page = open_page(service_workers="allow")
    enter_as(page, "Ada")
    assert "rider-ride.js" in stored_for(page, "rider")
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    enter_as(page, "Ben")
    stored = stored_for(page, "driver")
    assert {"driver-work.js", "driver-map.js", "statements-page.js"} <= stored
    assert not stored & {"rider-ride.js", "dashboard-page.js", "settings-page.js"}


REGISTERED: Final = """
    window.registered = [];
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    navigator.serviceWorker.register = (address, options) => {
        window.registered.push(String(address));
        return register(address, options);
    };
"""


def test_push_does_not_replace_the_service_worker_of_the_role(
    platform: Platform, open_page: OpenPage
) -> None:
    page = open_page(permissions=["notifications"], service_workers="allow")
    page.add_init_script(REGISTERED)
    enter_as(page, "Ada")
    stored_for(page, "rider")
    ada = Person(platform, "ada").get("me/")["id"]
    push = f'{{"user": {ada}, "family": "earlier", "device": 1, "endpoint": "https://push.example/1"}}'
    page.evaluate("(push) => localStorage.setItem('hansom.push', push)", push)
    with page.expect_response(re.compile("/api/v1/push/config/")):
        page.goto("/bookings")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("Notification.permission") == "granted"
    registered = page.evaluate("window.registered")
    assert registered
    assert all("role=rider" in address for address in registered), registered
