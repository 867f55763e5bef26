"""Recording: prices that riders saw are counted with their bookings, and a driver's hours are shown."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import DROP, PICKUP, STAND, NewRider, Person, book, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
LINK = "from apps.recording.tasks import link_quotes; link_quotes()"
PRESENCE = "from apps.recording.tasks import record_presence; record_presence()"


def quotes_of(admin: Person) -> int:
    return len(admin.get("quotes/?page_size=100")["results"])


def test_admin_sees_how_many_prices_were_booked_and_how_long_the_driver_worked(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    dora, ben = Person(platform, "dora"), Person(platform, "ben")
    before = quotes_of(dora)
    with no_other_trips(platform):
        ben.work_at(STAND["latitude"], STAND["longitude"])
        riders = [NewRider(platform) for _ in range(3)]
        booked = book(riders[0])
        ends = {"pickup": PICKUP | {"add": "Newport"}, "drop": DROP | {"add": "St Mary's"}}
        for rider in riders[1:]:
            rider.post("estimates/", ends)
        ben.take(booked["id"])
        end = time.monotonic() + TIMEOUT_MS / 1000
        while quotes_of(dora) < before + 3:
            assert time.monotonic() < end, "the quotes were not written"
            time.sleep(0.5)
        platform.manage("shell", "-c", LINK)
        platform.manage("shell", "-c", PRESENCE)

        admin = open_page()
        enter_as(admin, "Dora")
        admin.goto("/tariffs")
        admin.get_by_role("link", name="Quotes and bookings").click()
        types = admin.get_by_role("region", name="By car type")
        expect(types.get_by_role("row", name=re.compile("^Economy"))).to_contain_text("%")
        expect(admin.get_by_role("region", name="By pickup area").get_by_role("row")).not_to_have_count(1)
        link = admin.get_by_role("link", name=booked["reference"])
        expect(link).to_be_visible(timeout=TIMEOUT_MS)
        snap(admin, "quotes")
        link.scroll_into_view_if_needed()
        snap(admin, "quotes-list")

        driver = ben.get("me/")["id"]
        admin.goto(f"/people/{driver}")
        hours = admin.get_by_role("region", name="Hours online")
        expect(hours.get_by_role("button", name="Next week")).to_be_disabled(timeout=TIMEOUT_MS)
        hours.scroll_into_view_if_needed()
        snap(admin, "hours")
        hours.get_by_role("button", name="Previous week").click()
        expect(hours.get_by_role("button", name="Next week")).to_be_enabled(timeout=TIMEOUT_MS)

    phone = open_page(phone=True)
    phone.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    enter_as(phone, "Dora")
    phone.goto("/tariffs/quotes")
    expect(phone.get_by_role("heading", level=1)).to_have_text("عروض الأسعار والحجوزات", timeout=TIMEOUT_MS)
    expect(phone.get_by_role("region", name="حسب نوع السيارة")).to_be_visible(timeout=TIMEOUT_MS)
    snap(phone, "quotes-arabic")
    phone.goto(f"/people/{driver}")
    phone.get_by_role("region", name="ساعات الاتصال").scroll_into_view_if_needed(timeout=TIMEOUT_MS)
    snap(phone, "hours-arabic")
