"""What was accepted is never lost: a worker killed between commit and delivery, Redis gone mid-trip."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from playwright.sync_api import expect

from apps.simulator.api import Api, Refused
from tests.e2e.conftest import OpenPage
from tests.e2e.people import Listener, book, enter_as, signed_in, stand_at, two_places
from tests.e2e.rides import quiet_town
from tests.platform import Platform

pytestmark = pytest.mark.e2e

PATIENCE = 60.0
THREAD = ThreadPoolExecutor(1)
T = TypeVar("T")


@pytest.fixture(autouse=True)
def _quiet_town(platform: Platform) -> Iterator[None]:
    with quiet_town(platform):
        yield


def apart(story: Coroutine[Any, Any, T]) -> T:
    """Run it in another thread: Playwright's loop may be at home in this one.

    One that lasts, for the processes that a story starts die with the thread that started them.
    """
    return THREAD.submit(asyncio.run, story).result()


async def until(check: Any, what: str) -> Any:
    """The first true answer of an awaitable check; fails with `what` when none comes."""
    for _ in range(int(PATIENCE / 0.25)):
        answer = await check()
        if answer:
            return answer
        await asyncio.sleep(0.25)
    raise AssertionError(f"waited {PATIENCE:.0f} s in vain for {what}")


async def arrived(driver: Api, address: str) -> None:
    """By hand, unless the platform has seen it already: the driver stands at the pickup."""
    try:
        await driver.post(f"{address}arrive/")
    except Refused as refused:
        if refused.code != "wrong_status":
            raise


async def notices_of(rider: Api, booking: dict[str, Any]) -> list[dict[str, Any]]:
    """What the rider's inbox says of this booking."""
    messages = (await rider.get("me/inbox/"))["results"]
    return [message for message in messages if message["data"].get("booking_id") == booking["id"]]


async def go_online(driver: Api, place: dict[str, Any]) -> None:
    await stand_at(driver, place)
    await driver.put("me/availability/", {"active": True})
    await stand_at(driver, place)


def test_notices_and_events_arrive_once_after_the_worker_was_killed(platform: Platform) -> None:
    apart(accepted_while_the_worker_was_dead(platform))


def test_trip_completes_and_listeners_catch_up_when_redis_restarts_in_the_middle(platform: Platform) -> None:
    apart(ridden_over_a_restart_of_redis(platform))
    assert "clean" in platform.manage("verify_ledger").lower()


def test_open_page_of_a_trip_recovers_by_itself_when_redis_restarts(
    platform: Platform, open_page: OpenPage
) -> None:
    booking = apart(booked_and_accepted(platform))
    page = open_page()
    enter_as(page, "Ada")
    page.goto(f"/bookings/{booking['id']}")
    expect(page.get_by_role("heading", name=re.compile("is on the way"))).to_be_visible()
    platform.kill("redis")
    platform.start("redis")
    apart(driven_to_the_end(platform, booking))
    expect(page.get_by_role("heading", name=re.compile("How was your trip"))).to_be_visible()
    apart(rated(platform, booking))


async def accepted_while_the_worker_was_dead(platform: Platform) -> None:
    async with signed_in(platform.url, "ada") as ada, signed_in(platform.url, "ben") as ben:
        pickup, drop = await two_places(ada)
        await go_online(ben, pickup)
        ears = Listener(ada)
        listening = asyncio.create_task(ears.live.run())
        await ears.live.subscribe("me")
        booking = await book(ada, pickup, drop)
        topic = f"booking:{booking['id']}"
        await ears.live.subscribe(topic)

        async def offered() -> bool:
            return bool((await ben.get("me/tasks/"))["offers"])

        await until(offered, "the offer")
        platform.kill("worker")
        try:
            await ben.post(f"bookings/{booking['id']}/accept/")
            await asyncio.sleep(1)
            assert await notices_of(ada, booking) == [], "a notice was delivered without a worker"
        finally:
            platform.start("worker")

        await until(lambda: notices_of(ada, booking), "the notice")
        # Whatever would come twice has had the time to.
        await asyncio.sleep(8)
        assert len(await notices_of(ada, booking)) == 1
        assert ears.types(topic).count("booking.accepted") == 1
        told = [frame for frame in ears.frames if frame.get("type") == "inbox.new"]
        assert [frame["data"]["data"].get("booking_id") for frame in told].count(booking["id"]) == 1
        await ben.post(f"bookings/{booking['id']}/cancel/", {"reason_value": 2})
        await ada.post(f"bookings/{booking['id']}/cancel/", {"reason_value": 2})
        await ben.put("me/availability/", {"active": False})
        listening.cancel()


async def ridden_over_a_restart_of_redis(platform: Platform) -> None:
    async with signed_in(platform.url, "ada") as ada, signed_in(platform.url, "ben") as ben:
        pickup, drop = await two_places(ada)
        await go_online(ben, pickup)
        ears = Listener(ada)
        listening = asyncio.create_task(ears.live.run())
        booking = await book(ada, pickup, drop)
        address, topic = f"bookings/{booking['id']}/", f"booking:{booking['id']}"
        await ears.live.subscribe(topic)

        async def offered() -> bool:
            return bool((await ben.get("me/tasks/"))["offers"])

        await until(offered, "the offer")
        await ben.post(f"{address}accept/")
        await arrived(ben, address)
        platform.kill("redis")
        await ben.post(f"{address}start/")
        await stand_at(ben, pickup)
        platform.start("redis")
        await stand_at(ben, drop)
        await ben.post(f"{address}reach/")
        await ben.post(f"{address}collect-cash/")
        done = await ada.post(f"{address}complete/", {"rating": 5})
        assert done["status"] == "COMPLETE"

        async def caught_up() -> bool:
            return "booking.complete" in ears.types(topic)

        await until(caught_up, "the last event on a socket that lived through it")
        moves = [kind for kind in ears.types(topic) if kind.startswith("booking.")]
        wanted = ["accepted", "arrived", "started", "reached", "paid", "complete"]
        assert [kind for kind in moves if kind.removeprefix("booking.") in wanted] == [
            f"booking.{status}" for status in wanted
        ]
        await ben.put("me/availability/", {"active": False})
        listening.cancel()


async def booked_and_accepted(platform: Platform) -> dict[str, Any]:
    async with signed_in(platform.url, "ada") as ada, signed_in(platform.url, "ben") as ben:
        pickup, drop = await two_places(ada)
        await go_online(ben, pickup)
        booking = await book(ada, pickup, drop)

        async def offered() -> bool:
            return bool((await ben.get("me/tasks/"))["offers"])

        await until(offered, "the offer")
        accepted: dict[str, Any] = await ben.post(f"bookings/{booking['id']}/accept/")
        return accepted


async def driven_to_the_end(platform: Platform, booking: dict[str, Any]) -> None:
    async with signed_in(platform.url, "ben") as ben:
        await stand_at(ben, booking["pickup"])
        await arrived(ben, f"bookings/{booking['id']}/")
        for deed in ("start", "reach", "collect-cash"):
            await ben.post(f"bookings/{booking['id']}/{deed}/")
        await ben.put("me/availability/", {"active": False})


async def rated(platform: Platform, booking: dict[str, Any]) -> None:
    async with signed_in(platform.url, "ada") as ada:
        await ada.post(f"bookings/{booking['id']}/complete/", {"rating": 4})
