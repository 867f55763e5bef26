"""The register: an admin gives an inspector a link, who reads and downloads until it is revoked."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


def test_inspector_reads_and_downloads_the_register_until_the_link_is_revoked(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben, cleo = Person(platform, "ben"), Person(platform, "cleo")
    with no_other_trips(platform):
        ben.work_at(STAND["latitude"], STAND["longitude"])
        booking = book(cleo)
        ben.take(booking["id"])
        for action in ("arrive", "start", "reach", "collect-cash"):
            ben.post(f"bookings/{booking['id']}/{action}/")

    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/dispatch-register")
    expect(admin.get_by_text(booking["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "register")
    with admin.expect_download() as pdf:
        admin.get_by_role("button", name="PDF").click()
    assert Path(pdf.value.path()).read_bytes().startswith(b"%PDF")

    admin.get_by_role("link", name="Inspectors").click()
    admin.get_by_role("button", name="Give access").first.click(timeout=TIMEOUT_MS)
    form = admin.get_by_role("dialog", name="Give access")
    form.get_by_label("Inspector’s name").fill("Ms Okafor")
    form.get_by_label("Authority").fill("Island Council")
    snap(admin, "access")
    form.get_by_role("button", name="Create link").click()
    link = admin.get_by_role("dialog", name="Link for Ms Okafor").get_by_label("Link", exact=True)
    url = link.input_value(timeout=TIMEOUT_MS)
    snap(admin, "link")
    admin.keyboard.press("Escape")

    inspector = open_page(phone=True)
    inspector.goto("/inspection/" + url.rpartition("/")[2])
    expect(inspector.get_by_text("For Ms Okafor, Island Council")).to_be_visible(timeout=TIMEOUT_MS)
    expect(inspector.get_by_text(booking["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(inspector, "inspection")
    with inspector.expect_download() as csv:
        inspector.get_by_role("button", name="CSV").click()
    assert booking["reference"] in Path(csv.value.path()).read_text(encoding="utf-8-sig")

    admin.get_by_role("button", name="Actions for Ms Okafor").click()
    admin.get_by_role("menuitem", name="Revoke").click()
    admin.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(admin.get_by_text("Revoked", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "inspectors")
    inspector.reload()
    expect(inspector.get_by_text("This access has ended")).to_be_visible(timeout=TIMEOUT_MS)
    snap(inspector, "ended")
