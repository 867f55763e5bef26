"""One real platform and one real browser for all end-to-end tests; each test gets its own pages."""

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
PATIENCE = 60_000
"""Milliseconds for whatever shall be seen, also on a busy machine; nothing waits longer."""

expect.set_options(timeout=PATIENCE)


class OpenPage(Protocol):
    def __call__(self, *, phone: bool = False, **options: Any) -> Page:
        """A page in a browser session of its own; options are those of Playwright's new_context."""


# Package, not session: Playwright's event loop would be in the way of the async tests of other packages.
@pytest.fixture(scope="package")
def providers() -> Iterator[Providers]:
    """Google, Facebook and Apple, as the platform of these tests knows them."""
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
    """Chromium, or a failure that says how to get one; never a skip."""
    try:
        path = chromium.ensure_chromium(frontend=ROOT / "frontend", log=HOME / "logs/apt-get.log")
    except EmbeddedError as error:
        pytest.fail(str(error), pytrace=False)
    # Playwright's own Node.js needs libatomic, which a bare Debian lacks; ours is there anyhow.
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
        # A menu that fades out is still there for whoever looks by role, beside the one opened next.
        options.setdefault("reduced_motion", "reduce")
        if phone:
            options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} | options
        context = browser.new_context(base_url=platform.url, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: uncaught.append(error.stack or str(error)))
        # Other sites' pages, which gateways show, have policies of their own.
        page.on("console", lambda message: uncaught.extend(violations(message, platform.url)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert uncaught == []


def violations(message: ConsoleMessage, url: str) -> list[str]:
    """What the browser says of our policy, which refuses styles and scripts of the tests' own as well."""
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
        # As large as it is seen: a telephone has four times the points, which nobody looks at.
        # To hide the caret Playwright writes a style element, which the page's policy refuses.
        page.screenshot(path=path, scale="css", caret="initial")
        return path

    return snap


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test shows what the processes said last."""
    report = yield
    platform = getattr(item, "funcargs", {}).get("platform")
    if report.failed and isinstance(platform, Platform):
        report.sections.append(("Processes", platform.last_words()))
    return report
