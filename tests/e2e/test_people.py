"""Sign-up, login and profile in the browser, with real messages."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.emails import message_to, newest
from tests.e2e.people import enter_as, log_in, new_person
from tests.e2e.rides import NewRider, pick, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
PASSWORD = "lamplight7"


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
    """Fill in the fields that all users have; return the full mobile number."""
    number = new_person()[2].removeprefix("+44")
    page.get_by_role("textbox", name="First name").fill(name)
    page.get_by_role("textbox", name="Last name").fill("Lamp")
    page.get_by_role("textbox", name="Email").fill(email)
    page.get_by_label(re.compile(r"^Password")).fill(PASSWORD)
    choose_country(page, "United Kingdom")
    page.get_by_role("textbox", name="Phone number").fill(number)
    return f"+44{number}"


def request_code(page: Page, number: str) -> None:
    """Request a login code by SMS."""
    page.goto("/login")
    page.get_by_role("tab", name="Phone").click()
    choose_country(page, "United Kingdom")
    page.get_by_role("textbox", name="Phone number").fill(number)
    page.get_by_role("button", name="Get code").click()


def picture(colour: str = "teal") -> FilePayload:
    image = io.BytesIO()
    Image.new("RGB", (640, 480), colour).save(image, "JPEG")
    return {"name": "picture.jpg", "mimeType": "image/jpeg", "buffer": image.getvalue()}


@EVERY_WIDTH
def test_new_rider_registers_with_a_friends_link_and_both_get_the_bonus(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    referral = platform.sql(
        "SELECT referral_id FROM accounts_user WHERE email = 'ada@hansom.example'"
    ).strip()
    before = float(balance(platform, "ada@hansom.example"))
    email = new_person()[1]
    page = open_page(phone=phone)
    page.goto(f"/register?ref={referral}")
    expect(page.get_by_text("Referral code applied")).to_be_visible()
    fill_person(page, "Lucy", email)
    snap(page, "filled")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Welcome", exact=True)).to_be_visible()
    snap(page, "welcome")
    page.wait_for_url(re.compile(r"/$"))
    bonus = float(platform.sql("SELECT bonus FROM core_platformsettings"))
    assert float(balance(platform, email)) == bonus
    assert float(balance(platform, "ada@hansom.example")) == before + bonus


@EVERY_WIDTH
def test_refused_sign_up_shows_why_and_creates_no_user(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    page = open_page(phone=phone)
    page.goto("/register")
    before = users(platform)
    register = page.get_by_role("button", name="Create account")
    register.click()
    expect(page.get_by_role("textbox", name="First name")).to_be_focused()
    fill_person(page, "Again", "ada@hansom.example")
    register.click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("exist|already")).first).to_be_visible()
    snap(page, "user-exists")
    page.get_by_role("textbox", name="Email").fill("again@example.org")
    page.get_by_role("textbox", name="Referral code").fill("unknown000")
    register.click()
    expect(
        page.get_by_role("alert").filter(has_text=re.compile("referr", re.IGNORECASE)).first
    ).to_be_visible()
    assert users(platform) == before


@EVERY_WIDTH
def test_email_completes_a_riders_sign_up_with_verification_on(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    email = new_person()[1]
    with settings(platform, email_verify=True):
        page = open_page(phone=phone)
        page.goto("/register")
        fill_person(page, "Letty", email)
        page.get_by_role("button", name="Create account").click()
        expect(page.get_by_text("Check your email")).to_be_visible()
        link = message_to(platform, email)["link"]
        page.wait_for_url(re.compile("/login"))
        log_in(page, email, PASSWORD)
        expect(page.get_by_role("alert").first).to_be_visible()
        snap(page, "not-yet")
        assert "/login" in page.url
        page.goto(link)
        expect(page.get_by_role("heading", name="Email verified")).to_be_visible()
        snap(page, "confirmed")
        log_in(page, email, PASSWORD)
        page.wait_for_url(re.compile(r"/$"))


@EVERY_WIDTH
def test_driver_registers_with_a_licence_is_approved_and_goes_online(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    name, email, _number = new_person()
    with settings(platform, driver_approval=True):
        page = open_page(phone=phone)
        page.goto("/register?as=driver")
        fill_person(page, "Wheeler", email)
        page.get_by_role("textbox", name="Make").fill("Toyota")
        page.get_by_role("textbox", name="Model").fill("Prius")
        page.get_by_role("textbox", name="Number plate").fill(name.upper())
        pick(page, "Economy")
        page.locator("input[type=file]").set_input_files(picture())
        expect(page.get_by_role("img", name="Your driving licence")).to_be_visible()
        snap(page, "driver-filled")
        page.get_by_role("button", name="Create account").click()
        expect(page.get_by_text("Application received")).to_be_visible()
        page.wait_for_url(re.compile("/login"))
        log_in(page, email, PASSWORD)
        expect(page.get_by_role("alert").first).to_be_visible()
        assert "/login" in page.url
        platform.sql(f"UPDATE accounts_user SET approved = true WHERE email = '{email}'")
        log_in(page, email, PASSWORD)
        page.wait_for_url(re.compile("/bookings"))
        page.goto("/profile")
        expect(page.get_by_role("img", name="Your driving licence")).to_be_visible()
        snap(page, "driver-profile")


@EVERY_WIDTH
def test_returning_rider_logs_in_with_a_code_sent_by_sms(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    rider = NewRider(platform)
    number = rider.mobile.removeprefix("+44")
    page = open_page(phone=phone)
    request_code(page, "7911000000")
    expect(page.get_by_role("alert").first).to_be_visible()
    snap(page, "unknown-number")
    page.get_by_role("textbox", name="Phone number").fill(number)
    seen = newest(platform, f"+44{number}")
    page.get_by_role("button", name="Get code").click()
    field = page.get_by_role("textbox", name="Code")
    expect(field).to_be_visible()
    code = message_to(platform, f"+44{number}", after=seen)["code"]
    field.fill("123")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    snap(page, "code-refused")
    field.fill(code)
    page.get_by_role("button", name="Verify").click()
    page.wait_for_url(re.compile(r"/$"))
    page.goto("/profile")
    expect(page.get_by_role("textbox", name="First name")).to_have_value(rider.name)


@EVERY_WIDTH
def test_cancelled_code_does_not_log_in(platform: Platform, open_page: OpenPage, phone: bool) -> None:
    number = NewRider(platform).mobile.removeprefix("+44")
    page = open_page(phone=phone)
    request_code(page, number)
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("textbox", name="Phone number")).to_be_visible()
    page.goto("/bookings")
    page.wait_for_url(re.compile("/login"))


@EVERY_WIDTH
def test_forgotten_password_is_reset_by_email(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    email = new_person()[1]
    page = open_page(phone=phone)
    page.goto("/register")
    fill_person(page, "Forget", email)
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url(re.compile(r"/$"))

    other = open_page(phone=phone)
    other.goto("/login")
    other.get_by_role("button", name="Forgot your password?").click()
    dialog = other.get_by_role("dialog")
    seen = newest(platform, email)
    dialog.get_by_role("textbox", name="Email").fill(email)
    dialog.get_by_role("button", name="Send link").click()
    link = message_to(platform, email, after=seen)["link"]
    other.goto(link)
    other.get_by_label(re.compile("^New password")).fill("brighter8")
    snap(other, "new-password")
    other.get_by_role("button", name="Save password").click()
    expect(other.get_by_role("heading", name="Password updated")).to_be_visible()
    other.goto(link)
    other.get_by_label(re.compile("^New password")).fill("stolen999")
    other.get_by_role("button", name="Save password").click()
    expect(other.get_by_role("heading", name="This link has expired")).to_be_visible()
    log_in(other, email, PASSWORD)
    expect(other.get_by_role("alert").first).to_be_visible()
    log_in(other, email, "brighter8")
    other.wait_for_url(re.compile(r"/$"))
    # The first device was logged out with the old password.
    page.goto("/bookings")
    page.wait_for_url(re.compile("/login"))


@EVERY_WIDTH
def test_profile_saves_name_photo_language_and_addresses(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    rider = NewRider(platform)
    page = open_page(phone=phone)
    log_in(page, rider.email, rider.password)
    page.wait_for_url(re.compile(r"/$"))
    page.goto("/profile")
    first_name = page.get_by_role("textbox", name="First name")
    first_name.fill("Nadia-Rose")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(
        page.get_by_role("status")
        .filter(has_text=re.compile("profile", re.IGNORECASE))
        .or_(page.get_by_text(re.compile("profile.*(updated|saved)", re.IGNORECASE)).first)
    ).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(picture("coral"))
    page.get_by_role("button", name=re.compile("Use|use")).click()
    expect(page.get_by_text("Photo updated")).to_be_visible()
    snap(page, "profile")
    page.locator("#language").get_by_text("العربية").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    snap(page, "profile-arabic")
    page.reload()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert rider.get("me/")["language"] == "ar"
    page.locator("#language").get_by_text("English").click()
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    image = platform.sql(f"SELECT profile_image FROM accounts_user WHERE email = '{rider.email}'")
    assert re.fullmatch(r"users/\d+/profileImage/[\w-]+\.(jpg|webp|png)", image.strip())


def test_one_device_logs_out_another_at_once(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    rider = NewRider(platform)
    desk, phone_page = open_page(), open_page(phone=True)
    for page in (phone_page, desk):
        log_in(page, rider.email, rider.password)
        page.wait_for_url(re.compile(r"/$"))
    desk.goto("/profile")
    sessions = desk.get_by_role("listitem").filter(
        has=desk.get_by_role("button", name=re.compile("^Log out "))
    )
    expect(sessions.first).to_be_visible()
    snap(desk, "devices")
    desk.get_by_role("button", name=re.compile("^Log out ")).first.click()
    expect(phone_page.get_by_role("dialog", name="Alert")).to_be_visible()
    snap(phone_page, "logged-out-from-elsewhere")
    phone_page.goto("/bookings")
    phone_page.wait_for_url(re.compile("/login"))


def test_bell_shows_notifications(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    page = open_page(phone=True)
    enter_as(page, "Ada")
    page.get_by_role("button", name=re.compile("inbox|message|notification", re.IGNORECASE)).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    snap(page, "inbox")


def test_codes_are_removed_from_the_delivery_log(platform: Platform, open_page: OpenPage) -> None:
    rider = NewRider(platform)
    page = open_page()
    request_code(page, rider.mobile.removeprefix("+44"))
    code = message_to(platform, rider.mobile)["code"]
    assert code
    assert code not in platform.sql("SELECT to_json(d)::text FROM notifications_delivery d")
