"""Becoming somebody here, coming back, and looking after oneself: in the browser, with real messages."""

import io
import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.letters import message_to, messages_to, newest
from tests.e2e.people import PASSWORD as DEMO_PASSWORD
from tests.e2e.people import enter_as
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
PASSWORD = "lamplight7"
_numbers = itertools.count(7_911_120_001)


@contextmanager
def settings(platform: Platform, **changes: bool | int) -> Iterator[None]:
    """Platform settings that hold for a while."""
    before = {name: platform.sql(f"SELECT {name} FROM core_platformsettings") for name in changes}
    _set(platform, {name: str(value).lower() for name, value in changes.items()})
    try:
        yield
    finally:
        _set(platform, before)


def _set(platform: Platform, values: dict[str, str]) -> None:
    changes = ", ".join(f"{name} = '{value}'" for name, value in values.items())
    platform.sql(f"UPDATE core_platformsettings SET {changes}")


def balance(platform: Platform, email: str) -> str:
    return platform.sql(
        "SELECT coalesce(sum(w.balance), 0)::numeric(12, 2) FROM wallet_account w "
        f"JOIN accounts_user u ON u.id = w.user_id WHERE u.email = '{email}'"
    ).strip()


def users(platform: Platform) -> str:
    return platform.sql("SELECT count(*) FROM accounts_user")


def choose_country(page: Page, name: str) -> None:
    field = page.get_by_role("combobox", name="Country")
    field.click()
    field.fill(name)
    page.get_by_role("option", name=name).first.click()


def fill_person(page: Page, name: str, email: str) -> str:
    """The fields that everybody has; returns the full mobile."""
    number = str(next(_numbers))
    page.get_by_role("textbox", name="First name").fill(name)
    page.get_by_role("textbox", name="Last name").fill("Lamp")
    page.get_by_role("textbox", name="E-mail").fill(email)
    page.get_by_label(re.compile(r"^Password")).fill(PASSWORD)
    choose_country(page, "United Kingdom")
    page.get_by_role("textbox", name="Mobile number").fill(number)
    return f"+44{number}"


def log_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.goto("/login")
    page.get_by_role("textbox", name="E-mail").fill(email)
    page.get_by_label(re.compile(r"^Password")).fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def picture(colour: str = "teal") -> FilePayload:
    image = io.BytesIO()
    Image.new("RGB", (640, 480), colour).save(image, "JPEG")
    return {"name": "picture.jpg", "mimeType": "image/jpeg", "buffer": image.getvalue()}


@EVERY_WIDTH
def test_new_rider_registers_by_a_friends_link_and_both_get_the_bonus(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    referral = platform.sql(
        "SELECT referral_id FROM accounts_user WHERE email = 'ada@hansom.example'"
    ).strip()
    before = float(balance(platform, "ada@hansom.example"))
    email = f"lamp{int(phone)}@example.org"
    page = open_page(phone=phone)
    page.goto(f"/register?ref={referral}")
    expect(page.get_by_text("We know who sent you")).to_be_visible()
    fill_person(page, "Lucy", email)
    snap(page, "filled")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Welcome aboard")).to_be_visible()
    snap(page, "welcome")
    page.wait_for_url(re.compile(r"/$"), timeout=10_000)
    bonus = float(platform.sql("SELECT bonus FROM core_platformsettings"))
    page.wait_for_timeout(2_000)
    assert float(balance(platform, email)) == bonus
    assert float(balance(platform, "ada@hansom.example")) == before + bonus


@EVERY_WIDTH
def test_refused_sign_up_says_why_and_creates_nobody(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    page = open_page(phone=phone)
    page.goto("/register")
    before = users(platform)
    register = page.get_by_role("button", name="Register")
    register.click()
    expect(page.get_by_role("textbox", name="First name")).to_be_focused()
    fill_person(page, "Again", "ada@hansom.example")
    register.click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("exist|already")).first).to_be_visible()
    snap(page, "user-exists")
    page.get_by_role("textbox", name="E-mail").fill("again@example.org")
    page.get_by_role("textbox", name="Referral id").fill("nobody0000")
    register.click()
    expect(
        page.get_by_role("alert").filter(has_text=re.compile("referr", re.IGNORECASE)).first
    ).to_be_visible()
    assert users(platform) == before


@EVERY_WIDTH
def test_with_verification_on_the_letter_lets_a_new_rider_in(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    email = f"letter{int(phone)}@example.org"
    with settings(platform, email_verify=True):
        page = open_page(phone=phone)
        page.goto("/register")
        fill_person(page, "Letty", email)
        page.get_by_role("button", name="Register").click()
        expect(page.get_by_text("Look into your mail")).to_be_visible()
        link = message_to(platform, email)["link"]
        page.wait_for_url(re.compile("/login"), timeout=10_000)
        log_in(page, email)
        expect(page.get_by_role("alert").first).to_be_visible()
        snap(page, "not-yet")
        assert "/login" in page.url
        page.goto(link)
        expect(page.get_by_role("heading", name="Your e-mail address is confirmed")).to_be_visible()
        snap(page, "confirmed")
        log_in(page, email)
        page.wait_for_url(re.compile(r"/$"))


@EVERY_WIDTH
def test_driver_registers_with_a_licence_waits_for_approval_and_then_drives(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    email = f"wheel{int(phone)}@example.org"
    with settings(platform, driver_approval=True):
        page = open_page(phone=phone)
        page.goto("/register?as=driver")
        fill_person(page, "Wheeler", email)
        page.get_by_role("textbox", name="Make").fill("Toyota")
        page.get_by_role("textbox", name="Model").fill("Prius")
        page.get_by_role("textbox", name="Number plate").fill(f"HX{int(phone)}7 CAB")
        page.get_by_role("radio", name="Economy").check(force=True)
        page.locator("input[type=file]").set_input_files(picture())
        expect(page.get_by_role("img", name="Your driving licence")).to_be_visible()
        snap(page, "driver-filled")
        page.get_by_role("button", name="Register").click()
        expect(page.get_by_text("We have your details")).to_be_visible()
        page.wait_for_url(re.compile("/login"), timeout=10_000)
        log_in(page, email)
        expect(page.get_by_role("alert").first).to_be_visible()
        assert "/login" in page.url
        platform.sql(f"UPDATE accounts_user SET approved = true WHERE email = '{email}'")
        log_in(page, email)
        page.wait_for_url(re.compile("/bookings"))
        page.goto("/profile")
        expect(page.get_by_role("img", name="Your driving licence")).to_be_visible()
        snap(page, "driver-profile")


@EVERY_WIDTH
def test_returning_rider_comes_in_by_a_code_on_the_telephone(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    person, number = ("priya", "7700900105") if phone else ("oscar", "7700900104")
    page = open_page(phone=phone)
    page.goto("/login")
    page.get_by_role("tab", name="Phone").click()
    choose_country(page, "United Kingdom")
    page.get_by_role("textbox", name="Mobile number").fill("7911000000")
    page.get_by_role("button", name="Get code").click()
    expect(page.get_by_role("alert").first).to_be_visible(timeout=20_000)
    snap(page, "unknown-number")
    page.get_by_role("textbox", name="Mobile number").fill(number)
    seen = newest(platform, f"+44{number}")
    page.get_by_role("button", name="Get code").click()
    field = page.get_by_role("textbox", name="Code")
    expect(field).to_be_visible(timeout=20_000)
    code = message_to(platform, f"+44{number}", after=seen)["code"]
    field.fill("123")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    snap(page, "code-refused")
    field.fill(code)
    page.get_by_role("button", name="Verify").click()
    page.wait_for_url(re.compile(r"/$"))
    page.goto("/profile")
    expect(page.get_by_role("textbox", name="First name")).to_have_value(person.title())


@EVERY_WIDTH
def test_cancelled_code_signs_nobody_in(platform: Platform, open_page: OpenPage, phone: bool) -> None:
    number = "7700900102" if phone else "7700900106"
    page = open_page(phone=phone)
    page.goto("/login")
    page.get_by_role("tab", name="Phone").click()
    choose_country(page, "United Kingdom")
    page.get_by_role("textbox", name="Mobile number").fill(number)
    page.get_by_role("button", name="Get code").click()
    expect(page.get_by_role("textbox", name="Code")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("textbox", name="Mobile number")).to_be_visible()
    page.goto("/bookings")
    page.wait_for_url(re.compile("/login"))


@EVERY_WIDTH
def test_forgotten_password_is_set_anew_by_the_letter(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    email = f"forgetful{int(phone)}@example.org"
    page = open_page(phone=phone)
    page.goto("/register")
    fill_person(page, "Forget", email)
    page.get_by_role("button", name="Register").click()
    page.wait_for_url(re.compile(r"/$"), timeout=15_000)

    other = open_page(phone=phone)
    other.goto("/login")
    other.get_by_role("button", name="Forgot your password?").click()
    dialog = other.get_by_role("dialog")
    seen = newest(platform, email)
    dialog.get_by_role("textbox", name="E-mail").fill(email)
    dialog.get_by_role("button", name="Send the link").click()
    link = message_to(platform, email, after=seen)["link"]
    other.goto(link)
    other.get_by_label(re.compile("^New password")).fill("brighter8")
    snap(other, "new-password")
    other.get_by_role("button", name="Save the password").click()
    expect(other.get_by_role("heading", name="Your password is new")).to_be_visible()
    other.goto(link)
    other.get_by_label(re.compile("^New password")).fill("stolen999")
    other.get_by_role("button", name="Save the password").click()
    expect(other.get_by_role("heading", name="This link is no longer good")).to_be_visible()
    log_in(other, email)
    expect(other.get_by_role("alert").first).to_be_visible()
    log_in(other, email, "brighter8")
    other.wait_for_url(re.compile(r"/$"))
    # The first device was logged out with the old password.
    page.goto("/bookings")
    page.wait_for_url(re.compile("/login"))


@EVERY_WIDTH
def test_profile_keeps_name_photo_language_and_addresses(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    page = open_page(phone=phone)
    log_in(page, "nadia@hansom.example", DEMO_PASSWORD)
    page.wait_for_url(re.compile(r"/$"))
    page.goto("/profile")
    first_name = page.get_by_role("textbox", name="First name")
    first_name.fill("Nadya" if phone else "Nadia-Rose")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(
        page.get_by_role("status")
        .filter(has_text=re.compile("profile", re.IGNORECASE))
        .or_(page.get_by_text(re.compile("profile.*(updated|saved)", re.IGNORECASE)).first)
    ).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(picture("coral"))
    page.get_by_role("button", name=re.compile("Use|use")).click()
    expect(page.get_by_text("Your photo is new.")).to_be_visible(timeout=15_000)
    snap(page, "profile")
    page.locator("#language").get_by_text("العربية").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    snap(page, "profile-arabic")
    page.reload()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    language = platform.sql("SELECT language FROM accounts_user WHERE email = 'nadia@hansom.example'")
    assert language.strip() == "ar"
    page.locator("#language").get_by_text("English").click()
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    image = platform.sql("SELECT profile_image FROM accounts_user WHERE email = 'nadia@hansom.example'")
    assert re.fullmatch(r"users/\d+/profileImage/[\w-]+\.(jpg|webp|png)", image.strip())


def test_one_device_logs_out_another_at_once(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    desk, telephone = open_page(), open_page(phone=True)
    for page in (telephone, desk):
        log_in(page, "tom@hansom.example", DEMO_PASSWORD)
        page.wait_for_url(re.compile(r"/$"))
    desk.goto("/profile")
    sessions = desk.get_by_role("listitem").filter(
        has=desk.get_by_role("button", name=re.compile("^Log out "))
    )
    expect(sessions.first).to_be_visible()
    snap(desk, "devices")
    desk.get_by_role("button", name=re.compile("^Log out ")).first.click()
    expect(telephone.get_by_role("dialog", name="Alert")).to_be_visible(timeout=10_000)
    snap(telephone, "logged-out-from-elsewhere")
    telephone.goto("/bookings")
    telephone.wait_for_url(re.compile("/login"))


def test_bell_shows_what_happened(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    page = open_page(phone=True)
    enter_as(page, "Ada")
    page.get_by_role("button", name=re.compile("inbox|message|notification", re.IGNORECASE)).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    snap(page, "inbox")


def test_codes_do_not_stay_in_the_log_of_deliveries(platform: Platform) -> None:
    for message in messages_to(platform, "+447700900105"):
        columns = platform.sql("SELECT to_json(d)::text FROM notifications_delivery d")
        assert message["code"] not in columns
