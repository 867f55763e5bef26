"""A parcel from door to door: booked, paid first, photographed, delivered."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import (
    STAND,
    Person,
    choose,
    console_of,
    go_online,
    no_other_trips,
    settings,
    shows,
    slide,
)
from tests.pictures import jpeg
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])


@pytest.fixture(autouse=True)
def _deliveries_on(platform: Platform) -> Iterator[None]:
    with (
        no_other_trips(platform),
        settings(
            platform,
            app_category="delivery",
            otp_secure=True,
            allow_delivery_pickup_image_capture=True,
            allow_final_delivery_image_capture=True,
        ),
    ):
        yield


def confirm_parcel(rider: Page, snap: Snap) -> None:
    """Fill in the form from the home page to the payment of a box to Cleo."""
    expect(rider.get_by_role("heading", name="Send a parcel")).to_be_visible(timeout=TIMEOUT_MS)
    choose(rider, "Pickup", "Newport Bus Station")
    choose(rider, "Drop-off", "St Mary's Hospital")
    rider.get_by_role("radio", name=re.compile("PICKUP TRUCK")).press(" ")
    snap(rider, "vehicles")
    rider.get_by_role("button", name=re.compile("Book PICKUP TRUCK")).click(timeout=TIMEOUT_MS)
    parcel = rider.get_by_role("dialog", name="What are you sending?")
    parcel.get_by_role("radio", name=re.compile("Box")).press(" ", timeout=TIMEOUT_MS)
    parcel.get_by_role("radio", name=re.compile("5 to 20 kg")).press(" ")
    snap(rider, "what-is-sent")
    parcel.get_by_role("button", name="See price").click()
    sheet = rider.get_by_role("dialog", name="Confirm your delivery")
    expect(sheet).to_contain_text("Box · 5 to 20 kg", timeout=TIMEOUT_MS)
    go_on = sheet.get_by_role("button", name=re.compile("Continue to payment"))
    go_on.click()
    phone = sheet.get_by_role("textbox", name="Recipient’s phone")
    expect(phone).to_have_attribute("aria-invalid", "true", timeout=TIMEOUT_MS)
    sheet.get_by_role("textbox", name="Recipient’s name").fill("Cleo Hartmann")
    phone.fill("+44 7700 900102")
    sheet.get_by_role("textbox", name="Delivery instructions").fill("Ring twice, blue door.")
    snap(rider, "who-receives-it")
    go_on.click()


@EVERY_WIDTH
def test_parcel_is_paid_photographed_and_delivered_with_the_code(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    ada, vera = Person(platform, "ada"), Person(platform, "vera")
    before = {person: wallet(person) for person in (ada, vera)}
    driver = console_of(open_page, "Vera")
    go_online(driver)
    rider = open_page(phone=phone)
    enter_as(rider, "Ada")
    confirm_parcel(rider, snap)

    payment = rider.get_by_role("dialog", name="Pay for your delivery")
    expect(payment.get_by_role("timer")).to_be_visible(timeout=TIMEOUT_MS)
    expect(driver.get_by_role("button", name="Accept")).to_be_hidden()
    snap(rider, "payment")
    payment.get_by_role("button", name=re.compile("^Pay ")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"))
    booking_id = int(rider.url.rsplit("/", 1)[1])
    booking = ada.get(f"bookings/{booking_id}/")
    assert booking["prepaid"]
    assert before[ada] - wallet(ada) == Decimal(booking["payable_amount"])

    driver.get_by_role("button", name="Accept").click(timeout=TIMEOUT_MS)
    shows(rider, "Vera is on the way to the pickup")
    expect(rider.get_by_text(booking["otp"], exact=True)).to_be_visible()
    snap(rider, "driver-on-the-way")
    parcel = driver.get_by_role("region", name="Parcel")
    for text in ("Box · 5 to 20 kg", "Cleo Hartmann"):
        expect(parcel).to_contain_text(text)
    expect(driver.get_by_text("Prepaid. Don’t collect cash.")).to_be_visible()
    snap(driver, "driver-to-pickup")
    driver.get_by_role("button", name="I’ve arrived").click()

    photograph(driver, "Take a photo of the parcel", snap)
    # A collected parcel cannot be cancelled.
    expect(rider.get_by_role("button", name="Cancel delivery")).to_be_hidden(timeout=TIMEOUT_MS)
    slide(driver, "Slide to start delivery")
    shows(rider, "Your parcel is on the way")
    expect(rider.get_by_role("img", name="Photo of the parcel at pickup")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "on-the-way")

    expect(parcel).to_contain_text("Ring twice, blue door.", timeout=TIMEOUT_MS)
    # The car does not move in this story, so the driver taps Arrived.
    driver.get_by_role("button", name="I’ve arrived at the drop-off").click(timeout=TIMEOUT_MS)
    photograph(driver, "Take a photo at the drop-off", snap)
    driver.get_by_role("textbox", name="Trip code").fill(another(booking["otp"]))
    slide(driver, "Slide to complete delivery")
    expect(driver.get_by_role("alert").filter(has_text=re.compile("code")).first).to_be_visible(
        timeout=TIMEOUT_MS
    )
    snap(driver, "driver-wrong-code")
    driver.get_by_role("textbox", name="Trip code").fill(booking["otp"])
    slide(driver, "Slide to complete delivery")

    # Nothing is left to pay: the driver is free at once.
    shows(rider, "Delivered. How was it?")
    expect(rider.get_by_role("img", name="Photo of the parcel at drop-off")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "delivered")
    expect(driver.get_by_text("Waiting for a trip")).to_be_visible(timeout=TIMEOUT_MS)
    done = ada.get(f"bookings/{booking_id}/")
    assert (done["status"], done["trip_cost"]) == ("PAID", booking["trip_cost"])
    assert wallet(vera) - before[vera] == Decimal(vera.get(f"bookings/{booking_id}/")["driver_share"])
    assert "the ledger is consistent" in platform.manage("verify_ledger").lower()


def test_unpaid_delivery_is_cancelled_and_offered_to_no_driver(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ada, vera = Person(platform, "ada"), Person(platform, "vera")
    before = wallet(ada)
    vera.work_at(STAND["latitude"], STAND["longitude"])
    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    confirm_parcel(rider, snap)
    payment = rider.get_by_role("dialog", name="Pay for your delivery")
    payment.get_by_role("button", name="Cancel").click(timeout=TIMEOUT_MS)
    snap(rider, "a-moment-to-undo")
    expect(rider.get_by_text("Cancelled. You weren’t charged.").first).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "called-off")
    newest = ada.get("bookings/")["results"][0]
    assert (newest["status"], wallet(ada)) == ("CANCELLED", before)
    assert vera.get("me/tasks/")["offers"] == []


def wallet(person: Person) -> Decimal:
    return Decimal(person.get("me/wallet/")["balance"])


def photograph(driver: Page, label: str, snap: Snap) -> None:
    """Take a photo, check it and send it."""
    step = driver.get_by_role("region", name=label)
    expect(step).to_be_visible(timeout=TIMEOUT_MS)
    step.locator("input[type=file]").set_input_files(
        {"name": "parcel.jpg", "mimeType": "image/jpeg", "buffer": jpeg((640, 480))}
    )
    snap(driver, "driver-photo")
    step.get_by_role("button", name="Use photo").click()
    expect(step.get_by_role("button", name="Retake photo")).to_be_visible(timeout=TIMEOUT_MS)


def sees(rider: Page, photo: str) -> None:
    expect(rider.get_by_role("img", name=photo)).to_be_visible(timeout=TIMEOUT_MS)


def another(code: str) -> str:
    return f"{(int(code) + 1) % 100_000:05d}"
