"""A living city: many drivers and riders at once, and a line of figures now and then."""

import asyncio
import contextlib
import random
import sys
import time
from collections.abc import Awaitable, Callable

import httpx

from apps.simulator.api import Api, Refused
from apps.simulator.city import City
from apps.simulator.driver import Driver
from apps.simulator.rider import Rider
from apps.simulator.roads import Position

STARTERS_AT_ONCE = 8
"""Signing in costs a password hash each; the platform is not a benchmark of those."""


async def simulate(
    *, url: str, drivers: int, riders: int, password: str, seconds: float | None, speed: float, seed: int
) -> City:
    """Run the city for so long (None: until cancelled) and return it with its tally."""
    city = City(center=await _center(url), speed=speed)
    gate = asyncio.Semaphore(STARTERS_AT_ONCE)
    people: list[Driver] = []

    async def drive(number: int) -> None:
        async with Api(url, email=f"sim-driver-{number:03d}@hansom.example", password=password) as api:
            driver = Driver(api, city, random.Random(f"{seed}d{number}"))
            people.append(driver)
            await _live(driver.run, gate, city)

    async def ride(number: int) -> None:
        async with Api(url, email=f"sim-rider-{number:03d}@hansom.example", password=password) as api:
            await _live(Rider(api, city, random.Random(f"{seed}r{number}")).run, gate, city)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as tasks:
            for number in range(1, drivers + 1):
                tasks.create_task(drive(number))
            for number in range(1, riders + 1):
                tasks.create_task(ride(number))
            tasks.create_task(_report(city, people))
    return city


async def _live(run: Callable[[], Awaitable[None]], gate: asyncio.Semaphore, city: City) -> None:
    """One person's days; a fault costs them a pause, not the city its life."""
    while True:
        try:
            async with gate:
                await asyncio.sleep(0.05)
            await run()
        except* (httpx.HTTPError, Refused) as errors:
            for error in errors.exceptions:
                city.count(f"fault:{error}"[:80])
        await asyncio.sleep(5)


async def _center(url: str) -> Position:
    async with httpx.AsyncClient(base_url=f"{url.rstrip('/')}/api/v1/", timeout=20) as client:
        for _ in range(120):
            with contextlib.suppress(httpx.TransportError):
                reply = await client.get("map/")
                if reply.is_success:
                    center = reply.json()["center"]
                    return Position(center["lat"], center["lng"])
            await asyncio.sleep(0.5)
    raise SystemExit(f"The platform at {url} does not answer, or has no map yet.")


async def _report(city: City, people: list[Driver]) -> None:
    began, last_sent = time.monotonic(), 0
    while True:
        await asyncio.sleep(10)
        sent = sum(driver.live.positions_sent for driver in people)
        figures = ", ".join(f"{name} {count}" for name, count in sorted(city.tally.items()))
        print(f"{time.monotonic() - began:5.0f} s  positions {(sent - last_sent) / 10:.0f}/s  {figures}")
        sys.stdout.flush()
        last_sent = sent
