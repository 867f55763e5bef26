"""Resident memory of a web process under the load of a city and an admin.

The simulator's drivers and riders log in, connect, book and drive at three times real speed. Meanwhile an
admin logs in again and again and reads lists, reports and the dashboard, and visitors open pages.
"""

import asyncio
import contextlib
import itertools
import subprocess
import time
from typing import Any, Final

import httpx

from apps.simulator.api import Api, Refused
from tests.bench.cpu import memory_of_tree
from tests.bench.report import print_table
from tests.platform import Platform, running_platform

DRIVERS: Final = 50
RIDERS: Final = 20
SPEED: Final = "3"
SETTLED_MINUTES: Final = 10
"""Caches, pools and lazily loaded code are filled by then; later growth is a leak."""
PAUSE_SECONDS: Final = 1.0
SAMPLE_SECONDS: Final = 30.0
PASSWORD: Final = "hansom123"
LISTS: Final = (
    "bookings/",
    "drivers/",
    "dashboard/",
    "dashboard/alerts/",
    "dashboard/drivers/",
    "audit/",
    "reports/earnings/",
    "reports/driver-earnings/",
)
PAGES: Final = ("/", "/login", "/bookings", "/api/v1/settings/public/", "/nowhere")


def run(*, minutes: float) -> dict[str, Any]:
    """Run traffic for so many minutes; return MB at the start, after ten minutes and at the end, and all."""
    print("  starting a platform ...", flush=True)
    with running_platform() as platform:
        platform.manage("seed_demo", "--drivers", str(DRIVERS), "--riders", str(RIDERS))
        trips = _trips(platform)
        result = asyncio.run(_measure(platform, minutes * 60))
        result |= {"minutes": minutes, "trips": _trips(platform) - trips}
    print_table(
        f"Resident MB of a web process: {minutes:g} minutes, {DRIVERS} drivers, {RIDERS} riders, an admin",
        ["what", "figure"],
        [[name.replace("_", " "), f"{value:,.0f}"] for name, value in result.items() if name != "samples"],
    )
    return result


def _trips(platform: Platform) -> int:
    return int(platform.sql("SELECT count(*) FROM bookings_booking WHERE status = 'COMPLETE'"))


async def _measure(platform: Platform, seconds: float) -> dict[str, Any]:
    pid = platform.processes["web"].pid
    start = memory_of_tree(pid)
    samples: list[tuple[float, float]] = []
    requests = itertools.count()
    city = subprocess.Popen(
        platform.stack.manage(
            *("simulate", "--no-seed", "--url", platform.url, "--minutes", str(seconds / 60)),
            *("--drivers", str(DRIVERS), "--riders", str(RIDERS), "--speed", SPEED),
        ),
        env=platform.stack.env,
        stdout=subprocess.DEVNULL,
    )
    try:
        async with asyncio.TaskGroup() as tasks:
            beside = [
                tasks.create_task(_admin(platform.url, requests)),
                tasks.create_task(_visitors(platform.url, requests)),
            ]
            began = time.monotonic()
            while (passed := time.monotonic() - began) < seconds:
                await asyncio.sleep(min(SAMPLE_SECONDS, seconds - passed))
                samples.append((time.monotonic() - began, memory_of_tree(pid)))
                print(f"  {samples[-1][0]:5.0f} s  {samples[-1][1]:4.0f} MB", flush=True)
            for task in beside:
                task.cancel()
    finally:
        city.terminate()
        city.wait(30)
    settled = next((mb for at, mb in samples if at >= SETTLED_MINUTES * 60), samples[-1][1])
    return {
        "start_mb": start,
        "settled_mb": settled,
        "end_mb": samples[-1][1],
        "highest_mb": max(mb for _, mb in samples),
        "requests_beside_the_city": next(requests),
        "samples": samples,
    }


async def _admin(url: str, requests: "itertools.count[int]") -> None:
    """An admin who logs in again for each round of the lists."""
    while True:
        async with Api(url, email="dora@hansom.example", password=PASSWORD) as admin:
            try:
                await admin.sign_in()
                for path in LISTS:
                    next(requests)
                    await admin.get(path)
                    await asyncio.sleep(PAUSE_SECONDS)
            except (Refused, httpx.HTTPError) as error:
                # Timeouts and rate limits are expected on a busy machine: the admin tries again.
                print(f"  the admin: {error!r}", flush=True)
                await asyncio.sleep(10 * PAUSE_SECONDS)


async def _visitors(url: str, requests: "itertools.count[int]") -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for path in itertools.cycle(PAGES):
            next(requests)
            with contextlib.suppress(httpx.HTTPError):
                await client.get(path)
            await asyncio.sleep(PAUSE_SECONDS)
