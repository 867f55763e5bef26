"""A night shift: one admin at the office resolves everything that goes wrong."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, new_person
from tests.e2e.rides import DROP, STAND, Person, book, choose, no_other_trips, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
WHY = "Called the office"


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def no_free_waiting(platform: Platform) -> Iterator[None]:
    """A driver may end a no-show at once, for four dollars."""
    with settings(platform, free_waiting_minutes=0, no_show_fee=4):
        yield


def main(desk: Page) -> Locator:
    return desk.get_by_role("main")


def press(desk: Page, name: str) -> None:
    """Choose one of the booking's actions."""
    button = main(desk).get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible(timeout=TIMEOUT_MS)
    button.click()


def confirm(desk: Page, label: str | re.Pattern[str], *, reason: str = WHY) -> None:
    """Confirm a dialog with a reason."""
    dialog = desk.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(reason)
    dialog.get_by_role("button", name=label).last.click()
    expect(dialog).to_have_count(0, timeout=TIMEOUT_MS)


def open_booking(desk: Page, booking_id: int) -> None:
    desk.goto(f"/bookings/{booking_id}")
    expect(desk.get_by_role("heading", level=1)).to_be_visible(timeout=TIMEOUT_MS)


def balance(person: Person) -> Decimal:
    return Decimal(person.get("me/wallet/")["balance"])


def happened(dora: Person, booking_id: int) -> set[str]:
    """Return the actions of a booking in the audit log."""
    rows = dora.get(f"audit/?kind=booking&target={booking_id}")["results"]
    assert all(row["actor_name"] for row in rows)
    return {row["action"] for row in rows}


def add_caller(desk: Page) -> tuple[str, str]:
    """Add a caller without an email address."""
    name, _email, mobile = new_person()
    desk.goto("/riders")
    desk.get_by_role("button", name="Add rider").first.click(timeout=TIMEOUT_MS)
    form = desk.get_by_role("dialog")
    form.get_by_label("First name").fill(name)
    form.get_by_label("Last name").fill("Caller")
    # As the caller says it: without the country.
    form.get_by_label("Phone").fill("0" + mobile.removeprefix("+44"))
    form.get_by_role("button", name="Add", exact=True).click()
    expect(desk.get_by_text(f"{name} Caller added")).to_be_visible(timeout=TIMEOUT_MS)
    return name, mobile


def book_for(desk: Page, name: str) -> int:
    """Book from the caller's record."""
    desk.goto("/riders")
    desk.get_by_role("searchbox", name="Search").fill(name)
    desk.get_by_role("gridcell", name=re.compile(f"^{name}")).first.click(timeout=TIMEOUT_MS)
    desk.get_by_role("link", name="Book for").click(timeout=TIMEOUT_MS)
    choose(desk, "Pickup", "Newport Bus Station")
    choose(desk, "Drop-off", "St Mary's Hospital")
    desk.get_by_role("radio", name=re.compile("Economy")).press(" ")
    desk.get_by_role("button", name=re.compile("Book Economy")).click(timeout=TIMEOUT_MS)
    sheet = desk.get_by_role("dialog", name=re.compile("Confirm"))
    expect(sheet).to_contain_text(f"{name} Caller", timeout=TIMEOUT_MS)
    sheet.get_by_role("button", name=re.compile("^Confirm")).click()
    desk.get_by_role("link", name="View booking").click(timeout=TIMEOUT_MS)
    desk.wait_for_url(re.compile(r"/bookings/\d+"))
    return int(desk.url.rsplit("/", 1)[1])


def drive(driver: Person, booking_id: int, *moves: str) -> None:
    for move in moves:
        if move == "reach":
            driver.report_position(DROP["lat"], DROP["lng"])
        driver.post(f"bookings/{booking_id}/{move}/")


def work(driver: Person) -> None:
    driver.work_at(STAND["latitude"], STAND["longitude"])


def test_admin_resolves_everything_that_goes_wrong_in_a_night(
    platform: Platform, no_free_waiting: None, open_page: OpenPage, snap: Snap
) -> None:
    dora, ada, cleo, ben, bob = (Person(platform, name) for name in ("dora", "ada", "cleo", "ben", "bob"))
    desk = open_page()
    enter_as(desk, "Dora")

    # A caller without email gets a booking, and does not come to the car.
    name, mobile = add_caller(desk)
    work(ben)
    called = book_for(desk, name)
    ben.take(called)
    expect(desk.get_by_text("Accepted by driver")).to_be_visible(timeout=TIMEOUT_MS)
    expect(main(desk)).to_contain_text(mobile[-4:])
    snap(desk, "caller-booked")
    drive(ben, called, "arrive")
    pickup = ben.get(f"bookings/{called}/")["pickup"]
    ben.report_position(pickup["lat"], pickup["lng"])
    ben.post(f"bookings/{called}/no-show/")
    missed = dora.get(f"bookings/{called}/")
    assert missed["status"] == "CANCELLED"
    # The wallet is empty.
    assert Decimal(missed["cancellation_fee_owed"]) == Decimal(missed["cancellation_fee_charged"]) == 4
    expect(main(desk)).to_contain_text("No-show", timeout=TIMEOUT_MS)
    expect(main(desk)).to_contain_text("$4.00")
    snap(desk, "no-show")

    # A rider promised to pay by card, and left.
    unpaid = int(book(cleo, payment_mode="card")["id"])
    ben.take(unpaid)
    drive(ben, unpaid, "arrive", "start", "reach", "request-payment")
    open_booking(desk, unpaid)
    press(desk, "Record payment")
    confirm(desk, "Record payment")
    assert cleo.get(f"bookings/{unpaid}/")["status"] in ("PAID", "COMPLETE")
    snap(desk, "settled-by-staff")

    # Ben's car broke down on the way to Ada: Bob drives instead.
    work(bob)
    ride = int(book(ada)["id"])
    ben.take(ride)
    open_booking(desk, ride)
    press(desk, "Reassign driver")
    desk.get_by_role("button", name=re.compile("^Reassign to Bob")).click(timeout=TIMEOUT_MS)
    confirm(desk, re.compile("^Reassign to Bob"))
    bob.take(ride)
    expect(main(desk)).to_contain_text("Bob", timeout=TIMEOUT_MS)
    snap(desk, "reassigned")

    # She wants to go elsewhere.
    press(desk, "Edit booking")
    choose(desk, "Drop-off", "St Mary's Hospital")
    save = desk.get_by_role("button", name=re.compile(r"^Save for \$"))
    save.click(timeout=TIMEOUT_MS)
    expect(desk.get_by_role("dialog")).to_have_count(0, timeout=TIMEOUT_MS)
    assert "St Mary" in bob.get(f"bookings/{ride}/")["drop"]["add"]
    snap(desk, "address-changed")
    drive(bob, ride, "arrive", "start", "reach", "collect-cash")

    # The driver took a detour, and the car was cold.
    open_booking(desk, ride)
    fare = Decimal(ada.get(f"bookings/{ride}/")["trip_cost"])
    before = balance(ada)
    press(desk, "Adjust fare")
    desk.get_by_role("dialog").get_by_label("New fare").fill(f"{fare - 2:.2f}")
    confirm(desk, re.compile("^Set the fare to"))
    assert Decimal(ada.get(f"bookings/{ride}/")["trip_cost"]) == fare - 2
    assert balance(ada) == before + 2
    press(desk, "Refund rider")
    desk.get_by_role("dialog").get_by_label("Refund", exact=True).fill("1.50")
    confirm(desk, re.compile(r"^Refund \$1\.50"))
    assert balance(ada) == before + Decimal("3.50")
    snap(desk, "adjusted-and-refunded")

    # Forty were credited, ten of them by mistake.
    for change, amount, button in (("Credit", "40", "Add $40.00"), ("Debit", "10", "Debit $10.00")):
        desk.goto("/addtowallet")
        desk.get_by_role("combobox", name="User").fill("cleo@hansom")
        desk.get_by_role("option", name=re.compile("Cleo Hartmann")).click(timeout=TIMEOUT_MS)
        desk.get_by_role("radio", name=change, exact=True).press(" ")
        desk.get_by_role("textbox", name="Amount").fill(amount)
        desk.get_by_role("textbox", name="Note").fill(WHY)
        before = balance(cleo)
        main(desk).get_by_role("button", name=button).click()
        desk.get_by_role("dialog").get_by_role("button", name=button).click()
        expect(desk.get_by_text("Amount added to the wallet", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
        assert balance(cleo) == before + Decimal(amount) * (1 if change == "Credit" else -1)
    snap(desk, "credit-corrected")

    assert happened(dora, called) >= {"create"}
    assert happened(dora, unpaid) == {"record_payment"}
    assert happened(dora, ride) == {"reassign", "edit", "adjust_paid_fare", "refund_trip"}
    of_wallet = dora.get(f"audit/?kind=wallet&target={cleo.get('me/')['id']}")["results"]
    assert [(row["action"], row["actor_name"] != "") for row in of_wallet[:2]] == [
        ("debited", True),
        ("credited", True),
    ]
    assert "the ledger is consistent" in platform.manage("verify_ledger").lower()
