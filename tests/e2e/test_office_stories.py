"""A promo on the bill, a receipt as page and file, a booking by the office, an exported list."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import sign_in_as
from tests.e2e.rides import (
    DROP,
    STAND,
    Person,
    book,
    choose,
    console_of,
    go_online,
    no_other_trips,
    shows,
)
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
BYTE_ORDER_MARK = "\ufeff"


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def promo(platform: Platform) -> str:
    """Five off, once for each user."""
    name = f"FIVE{uuid4().hex[:6].upper()}"
    platform.sql(
        "INSERT INTO fares_promo (promo_name, promo_description, promo_discount_type, promo_discount_value, "
        "min_order, promo_validity, promo_usage_limit, user_avail, created_at) VALUES "
        f"('{name}', '', 'flat', 5, 0, current_date + 30, 10, 0, now())"
    )
    return name


def driven(platform: Platform, payment_mode: str) -> int:
    """Ada's finished ride, not yet paid."""
    ada, ben = Person(platform, "ada"), Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking_id = int(book(ada, payment_mode=payment_mode)["id"])
    ben.take(booking_id)
    for move in ("arrive", "start"):
        ben.post(f"bookings/{booking_id}/{move}/")
    ben.report_position(DROP["lat"], DROP["lng"])
    ben.post(f"bookings/{booking_id}/reach/")
    return booking_id


@EVERY_WIDTH
def test_promo_lowers_the_payment_and_is_on_the_receipt(
    platform: Platform, open_page: OpenPage, snap: Snap, promo: str, phone: bool
) -> None:
    booking_id = driven(platform, "wallet")
    Person(platform, "ben").post(f"bookings/{booking_id}/request-payment/")
    rider = open_page(phone=phone, accept_downloads=True)
    sign_in_as(rider, "Ada")
    rider.goto(f"/bookings/{booking_id}")
    shows(rider, "to pay")
    rider.get_by_role("button", name="Add promo code").click(timeout=TIMEOUT_MS)
    name = rider.get_by_role("textbox", name="Promo code")
    name.fill("NOSUCH")
    rider.get_by_role("button", name="Apply").click()
    expect(rider.get_by_role("alert").first).to_be_visible(timeout=TIMEOUT_MS)
    name.fill(promo)
    rider.get_by_role("button", name="Apply").click()
    expect(rider.get_by_text("saves you $5.00")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "promo")
    rider.get_by_role("button", name=re.compile("Pay .* from the wallet")).click()
    shows(rider, "Trip paid")
    snap(rider, "paid")

    paid = Person(platform, "ada").get(f"bookings/{booking_id}/")
    assert Decimal(paid["discount"]) == 5
    assert Decimal(paid["used_wallet_money"]) == Decimal(paid["trip_cost"]) - 5
    rider.get_by_role("link", name="Receipt", exact=True).first.click()
    rider.wait_for_url(re.compile("/receipt$"))
    receipt = rider.get_by_role("main")
    for text in (paid["reference"], promo, "Paid from the wallet", "HW19 BEN"):
        expect(receipt).to_contain_text(text, timeout=TIMEOUT_MS)
    snap(rider, "receipt")
    with rider.expect_download(timeout=TIMEOUT_MS) as kept:
        rider.get_by_role("button", name="Download PDF").click()
    assert kept.value.suggested_filename.endswith(".pdf")
    assert kept.value.path().read_bytes().startswith(b"%PDF-")


@EVERY_WIDTH
def test_rider_is_notified_of_a_booking_made_by_an_admin(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    driver = console_of(open_page, "Ben")
    go_online(driver)
    admin = open_page(phone=phone)
    sign_in_as(admin, "Dora")
    admin.goto("/addbookings")
    admin.get_by_role("combobox", name="Rider").fill("cleo")
    admin.get_by_role("option", name=re.compile("Cleo Hartmann")).click(timeout=TIMEOUT_MS)
    choose(admin, "Pickup", "Newport Bus Station")
    choose(admin, "Drop-off", "St Mary's Hospital")
    admin.get_by_role("radio", name=re.compile("Economy")).press(" ")
    snap(admin, "filled")
    admin.get_by_role("button", name=re.compile("Book Economy")).click()
    sheet = admin.get_by_role("dialog", name=re.compile("Confirm"))
    expect(sheet).to_contain_text("Cleo Hartmann", timeout=TIMEOUT_MS)
    snap(admin, "confirm")
    sheet.get_by_role("button", name=re.compile("^Confirm")).click()
    admin.get_by_role("link", name="View booking").click(timeout=TIMEOUT_MS)
    admin.wait_for_url(re.compile(r"/bookings/\d+"))
    booking_id = int(admin.url.rsplit("/", 1)[1])
    driver.get_by_role("button", name="Accept").click(timeout=TIMEOUT_MS)
    expect(admin.get_by_text("Accepted by driver")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "taken")
    rider = open_page(phone=phone)
    sign_in_as(rider, "Cleo")
    rider.goto(f"/bookings/{booking_id}")
    shows(rider, "Ben is on the way")
    snap(rider, "rider-sees-it")


def test_list_of_bookings_is_exported_with_progress(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    booking_id = driven(platform, "cash")
    Person(platform, "ben").post(f"bookings/{booking_id}/collect-cash/")
    reference = Person(platform, "dora").get(f"bookings/{booking_id}/")["reference"]
    admin = open_page(accept_downloads=True)
    sign_in_as(admin, "Dora")
    admin.goto("/bookings")
    expect(admin.get_by_text(reference).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "list")
    admin.get_by_role("button", name=re.compile("Export")).first.click()
    dialog = admin.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("CSV")).press(" ")
    snap(admin, "which-file")
    with admin.expect_download(timeout=TIMEOUT_MS) as kept:
        dialog.get_by_role("button", name="Export", exact=True).click()
    expect(dialog.get_by_role("status")).to_contain_text(re.compile(r"\d"), timeout=TIMEOUT_MS)
    snap(admin, "file-is-there")
    text = kept.value.path().read_text(encoding="utf-8")
    # Excel recognises UTF-8 by it.
    assert text.startswith(BYTE_ORDER_MARK)
    rows = list(csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK))))
    bookings = platform.sql("SELECT count(*) FROM bookings_booking").strip()
    assert len(rows) - 1 == int(bookings)
    assert any(reference in row for row in rows)
