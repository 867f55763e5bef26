"""Nothing committed is lost: a worker killed between commit and delivery, Redis restarted during a trip."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from playwright.sync_api import expect

from apps.simulator.api import Api, Refused
from tests.e2e.conftest import OpenPage
from tests.e2e.people import Listener, book, enter_as, report_position, signed_in, two_places
from tests.e2e.rides import no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

TIMEOUT_SECONDS = 60.0
THREAD = ThreadPoolExecutor(1)
T = TypeVar("T")


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def run_in_thread(story: Coroutine[Any, Any, T]) -> T:
    """Run it in another thread: Playwright's loop may run in this one.

    One that lasts, for the processes that a story starts die with the thread that started them.
    """
    return THREAD.submit(asyncio.run, story).result()


async def until(check: Any, what: str) -> Any:
    """Return the first true result of an awaitable check; fail with `what` when none comes."""
    for _ in range(int(TIMEOUT_SECONDS / 0.25)):
        answer = await check()
        if answer:
            return answer
        await asyncio.sleep(0.25)
    raise AssertionError(f"{what}: not seen within {TIMEOUT_SECONDS:.0f} s")


async def arrived(driver: Api, address: str) -> None:
    """Tap Arrived, unless the platform has already detected the arrival."""
    try:
        await driver.post(f"{address}arrive/")
    except Refused as refused:
        if refused.code != "wrong_status":
            raise


async def notices_of(rider: Api, booking: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rider's notices of this booking."""
    messages = (await rider.get("me/inbox/"))["results"]
    return [message for message in messages if message["data"].get("booking_id") == booking["id"]]


async def go_online(driver: Api, place: dict[str, Any]) -> None:
    await report_position(driver, place)
    await driver.put("me/availability/", {"active": True})
    await report_position(driver, place)


def test_notices_and_events_arrive_once_after_the_worker_was_killed(platform: Platform) -> None:
    run_in_thread(accept_while_the_worker_is_stopped(platform))


def test_trip_completes_and_listeners_catch_up_when_redis_restarts_during_it(platform: Platform) -> None:
    run_in_thread(trip_during_a_redis_restart(platform))
    assert "the ledger is consistent" in platform.manage("verify_ledger").lower()


def test_open_page_of_a_trip_recovers_when_redis_restarts(platform: Platform, open_page: OpenPage) -> None:
    booking = run_in_thread(book_and_accept(platform))
    page = open_page()
    enter_as(page, "Ada")
    page.goto(f"/bookings/{booking['id']}")
    expect(page.get_by_role("heading", name=re.compile("is on the way"))).to_be_visible()
    platform.kill("redis")
    platform.start("redis")
    run_in_thread(drive_to_the_end(platform, booking))
    expect(page.get_by_role("heading", name=re.compile("How was your trip"))).to_be_visible()
    run_in_thread(rate(platform, booking))


async def accept_while_the_worker_is_stopped(platform: Platform) -> None:
    async with signed_in(platform.url, "ada") as ada, signed_in(platform.url, "ben") as ben:
        pickup, drop = await two_places(ada)
        await go_online(ben, pickup)
        listener = Listener(ada)
        listening = asyncio.create_task(listener.live.run())
        await listener.live.subscribe("me")
        booking = await book(ada, pickup, drop)
        topic = f"booking:{booking['id']}"
        await listener.live.subscribe(topic)

        async def offered() -> bool:
            return bool((await ben.get("me/tasks/"))["offers"])

        await until(offered, "the offer")
        platform.kill("worker")
        try:
            await ben.post(f"bookings/{booking['id']}/accept/")
            # Notices are stored with the change that causes them; the worker only sends them to devices.
            await until(lambda: notices_of(ada, booking), "the notice")
        finally:
            platform.start("worker")

        # A duplicate would have come by now.
        await asyncio.sleep(8)
        assert len(await notices_of(ada, booking)) == 1
        assert listener.types(topic).count("booking.accepted") == 1
        notices = [frame for frame in listener.frames if frame.get("type") == "inbox.new"]
        assert [frame["data"]["data"].get("booking_id") for frame in notices].count(booking["id"]) == 1
        await ben.post(f"bookings/{booking['id']}/cancel/", {"reason_value": 2})
        await ada.post(f"bookings/{booking['id']}/cancel/", {"reason_value": 2})
        await ben.put("me/availability/", {"active": False})
        listening.cancel()


async def trip_during_a_redis_restart(platform: Platform) -> None:
    async with signed_in(platform.url, "ada") as ada, signed_in(platform.url, "ben") as ben:
        pickup, drop = await two_places(ada)
        await go_online(ben, pickup)
        listener = Listener(ada)
        listening = asyncio.create_task(listener.live.run())
        booking = await book(ada, pickup, drop)
        address, topic = f"bookings/{booking['id']}/", f"booking:{booking['id']}"
        await listener.live.subscribe(topic)

        async def offered() -> bool:
            return bool((await ben.get("me/tasks/"))["offers"])

        await until(offered, "the offer")
        await ben.post(f"{address}accept/")
        await arrived(ben, address)
        platform.kill("redis")
        await ben.post(f"{address}start/")
        await report_position(ben, pickup)
        platform.start("redis")
        await report_position(ben, drop)
        await ben.post(f"{address}reach/")
        await ben.post(f"{address}collect-cash/")
        done = await ada.post(f"{address}complete/", {"rating": 5})
        assert done["status"] == "COMPLETE"

        async def caught_up() -> bool:
            return "booking.complete" in listener.types(topic)

        await until(caught_up, "the last event on a socket that lived through it")
        moves = [kind for kind in listener.types(topic) if kind.startswith("booking.")]
        wanted = ["accepted", "arrived", "started", "reached", "paid", "complete"]
        assert [kind for kind in moves if kind.removeprefix("booking.") in wanted] == [
            f"booking.{status}" for status in wanted
        ]
        await ben.put("me/availability/", {"active": False})
        listening.cancel()


async def book_and_accept(platform: Platform) -> dict[str, Any]:
    async with signed_in(platform.url, "ada") as ada, signed_in(platform.url, "ben") as ben:
        pickup, drop = await two_places(ada)
        await go_online(ben, pickup)
        booking = await book(ada, pickup, drop)

        async def offered() -> bool:
            return bool((await ben.get("me/tasks/"))["offers"])

        await until(offered, "the offer")
        accepted: dict[str, Any] = await ben.post(f"bookings/{booking['id']}/accept/")
        return accepted


async def drive_to_the_end(platform: Platform, booking: dict[str, Any]) -> None:
    async with signed_in(platform.url, "ben") as ben:
        await report_position(ben, booking["pickup"])
        await arrived(ben, f"bookings/{booking['id']}/")
        for action in ("start", "reach", "collect-cash"):
            await ben.post(f"bookings/{booking['id']}/{action}/")
        await ben.put("me/availability/", {"active": False})


async def rate(platform: Platform, booking: dict[str, Any]) -> None:
    async with signed_in(platform.url, "ada") as ada:
        await ada.post(f"bookings/{booking['id']}/complete/", {"rating": 4})
