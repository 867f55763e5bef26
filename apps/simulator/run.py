"""Runs many simulated drivers and riders in parallel, and prints statistics."""

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

MAX_LOGINS = 8
"""Limits parallel logins, because each costs a password hash."""


async def simulate(
    *,
    url: str,
    drivers: int,
    riders: int,
    password: str,
    seconds: float | None,
    speed: float,
    seed: int,
    trips: int | None = None,
) -> City:
    """Run for `seconds` or `trips`, else until cancelled, and return the city with its counters.

    After the last of `trips`, the riders end their bookings before the run ends.
    """
    city = City(center=await _center(url), speed=speed, bookings_left=trips)
    limit = asyncio.Semaphore(MAX_LOGINS)
    drivers_running: list[Driver] = []

    async def drive(number: int) -> None:
        async with Api(url, email=f"sim-driver-{number:03d}@hansom.example", password=password) as api:
            driver = Driver(api, city, random.Random(f"{seed}d{number}"))
            drivers_running.append(driver)
            await _run_again(driver.run, limit, city)

    async def ride(number: int) -> None:
        async with Api(url, email=f"sim-rider-{number:03d}@hansom.example", password=password) as api:
            await _run_again(Rider(api, city, random.Random(f"{seed}r{number}")).run, limit, city)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as tasks:
            others = [tasks.create_task(drive(number)) for number in range(1, drivers + 1)]
            others.append(tasks.create_task(_report(city, drivers_running)))
            async with asyncio.TaskGroup() as riding:
                for number in range(1, riders + 1):
                    riding.create_task(ride(number))
            if trips is None:
                await asyncio.Event().wait()
            for task in others:
                task.cancel()
    return city


async def _run_again(run: Callable[[], Awaitable[None]], limit: asyncio.Semaphore, city: City) -> None:
    """Run one user until the run ends by itself; after an error the user pauses and starts again."""
    while True:
        try:
            async with limit:
                await asyncio.sleep(0.05)
            await run()
            return
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


async def _report(city: City, drivers_running: list[Driver]) -> None:
    began, last_sent = time.monotonic(), 0
    while True:
        await asyncio.sleep(10)
        sent = sum(driver.live.positions_sent for driver in drivers_running)
        statistics = ", ".join(f"{name} {count}" for name, count in sorted(city.tally.items()))
        print(f"{time.monotonic() - began:5.0f} s  positions {(sent - last_sent) / 10:.0f}/s  {statistics}")
        sys.stdout.flush()
        last_sent = sent
