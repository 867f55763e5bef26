"""A running platform and a browser for the end-to-end tests; each test has its own pages."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from embedded import chromium
from embedded.errors import EmbeddedError
from tests.e2e.providers import Providers, running_providers
from tests.platform import Platform, running_platform
from tests.servers import HOME, ROOT

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
SCREENSHOTS = HOME / "screenshots"
TIMEOUT_MS = 60_000
"""Milliseconds to wait for an element, also on a busy machine."""

expect.set_options(timeout=TIMEOUT_MS)


class OpenPage(Protocol):
    def __call__(self, *, phone: bool = False, **options: Any) -> Page:
        """Open a page in its own browser session; options are those of Playwright's new_context.

        Phones have a service worker; windows of the office only with `service_workers="allow"`.
        """


# Scope is package, not session: Playwright's event loop would block async tests of other packages.
@pytest.fixture(scope="package")
def providers() -> Iterator[Providers]:
    """Google, Facebook and Apple, as configured in these tests."""
    with running_providers() as providers:
        yield providers


@pytest.fixture(scope="package")
def platform(providers: Providers) -> Iterator[Platform]:
    if not (ROOT / "frontend/dist/index.html").exists():
        pytest.fail("frontend/dist is missing: run `make e2e`, which builds it first.", pytrace=False)
    with running_platform() as platform:
        providers.meet(platform)
        yield platform


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; the tests fail, not skip, without it."""
    try:
        path = chromium.ensure_chromium(frontend=ROOT / "frontend", log=HOME / "logs/apt-get.log")
    except EmbeddedError as error:
        pytest.fail(str(error), pytrace=False)
    # Playwright's own Node.js needs libatomic, which is missing on a minimal Debian.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", shutil.which("node") or "")
    with sync_playwright() as playwright:
        flags = [flag for flag in chromium.FLAGS if flag != "--headless"]
        browser = playwright.chromium.launch(executable_path=str(path), headless=True, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def open_page(platform: Platform, browser: Browser) -> Iterator[OpenPage]:
    """Opens pages, one signed-in person each.

    An error that no page caught fails the test, and so does what our Content-Security-Policy refused.
    """
    contexts: list[BrowserContext] = []
    uncaught: list[str] = []

    def open_page(*, phone: bool = False, **options: Any) -> Page:
        options.setdefault("viewport", PHONE if phone else DESKTOP)
        # A menu that fades out still matches its role beside the next open menu.
        options.setdefault("reduced_motion", "reduce")
        # It stores 60 files for each new session, a fifth of the time of an office test.
        options.setdefault("service_workers", "allow" if phone else "block")
        if phone:
            options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} | options
        context = browser.new_context(base_url=platform.url, **options)
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: uncaught.append(error.stack or str(error)))
        # Pages of other sites, which gateways show, have their own policies.
        page.on("console", lambda message: uncaught.extend(violations(message, platform.url)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert uncaught == []


def violations(message: ConsoleMessage, url: str) -> list[str]:
    """Return the violations of our policy, which also refuses styles and scripts of the tests."""
    where = message.location.get("url", "")
    ours = not where.startswith("http") or where.startswith(url)
    return [message.text] if ours and "Content Security Policy" in message.text else []


@pytest.fixture
def snap(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """Takes `.hansom/screenshots/<test>/<number>-<name>.png`, numbered in the order of the story."""
    folder = SCREENSHOTS / re.sub(r"[^\w-]+", "-", request.node.name)
    for old in folder.glob("*.png"):
        old.unlink()

    def snap(page: Page, name: str) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{len(list(folder.glob('*.png'))) + 1:02d}-{name}.png"
        # In CSS pixels: a phone's screenshot would have four times the pixels.
        # Playwright hides the caret with a style element, which the page's policy refuses.
        page.screenshot(path=path, scale="css", caret="initial")
        return path

    return snap


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the last output of the processes when a test fails."""
    report = yield
    platform = getattr(item, "funcargs", {}).get("platform")
    if report.failed and isinstance(platform, Platform):
        report.sections.append(("Processes", platform.last_output()))
    return report
