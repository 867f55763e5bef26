"""The platform behind PgBouncer in transaction mode, with two connections for all processes."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from apps.simulator.api import Api
from tests.bench.pairs import make_pairs
from tests.core.relaying import until
from tests.platform import Platform, running_platform

pytestmark = pytest.mark.slow

POOL_SIZE = 2
PAIRS = 3
"""More parallel trips than connections."""


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with running_platform(pool_size=POOL_SIZE) as platform:
        platform.sql("UPDATE core_platformsettings SET driver_radius = 1, negative_balance = true")
        platform.manage("seed_demo", "--drivers", str(PAIRS), "--riders", str(PAIRS))
        yield platform


def server_connections(platform: Platform) -> int:
    """Return the number of PgBouncer's connections to PostgreSQL."""
    assert platform.stack.pgbouncer
    rows = platform.stack.pgbouncer.show("SERVERS").splitlines()
    return sum(row.split("|")[2] == "hansom" for row in rows)


def test_parallel_trips_go_from_the_estimate_to_paid_and_rated(platform: Platform) -> None:
    async def ride() -> None:
        async with make_pairs(platform.url, PAIRS) as pairs:
            # Twice, because state left in a session would affect the next one.
            for _ in range(2):
                await asyncio.gather(*(pair.ride() for pair in pairs))

    asyncio.run(ride())
    paid = "SELECT count(*) FROM bookings_booking WHERE status = 'COMPLETE'"
    assert int(platform.sql(paid)) >= 2 * PAIRS
    assert 1 <= server_connections(platform) <= POOL_SIZE
    # Only the relay bypasses the pooler.
    who = platform.sql("SELECT DISTINCT application_name FROM pg_stat_activity WHERE usename = 'app'")
    assert {"hansom-relay", "hansom-relay-number", "hansom-relay-jobs"} <= set(who.split())
    assert platform.manage("verify_ledger")


def test_batch_dispatch_has_its_lock(platform: Platform) -> None:
    async def ride() -> None:
        async with make_pairs(platform.url, 1) as [pair]:
            await pair.ride()

    platform.sql("UPDATE core_platformsettings SET dispatch_policy = 'batch'")
    # Each process caches the settings for a second.
    time.sleep(2)
    asyncio.run(ride())
    # The relay and beat hold theirs on connections of their own. A lock left on a pooled one would stay.
    pooled = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory'"
        " AND granted AND application_name NOT IN ('hansom-relay', 'hansom-beat')"
    )
    asyncio.run(until(lambda: asyncio.to_thread(lambda: platform.sql(pooled) == "0")))


def test_requests_beyond_the_connections_wait(platform: Platform) -> None:
    async def statuses() -> list[int]:
        async with httpx.AsyncClient(base_url=platform.url, timeout=60) as client:
            replies = await asyncio.gather(*(client.get("/api/v1/settings/public/") for _ in range(40)))
        return [reply.status_code for reply in replies]

    assert set(asyncio.run(statuses())) == {200}


def test_export_is_written_and_downloaded(platform: Platform) -> None:
    async def export() -> tuple[dict[str, Any], bytes]:
        async with Api(platform.url, email="dora@hansom.example", password="hansom123") as dora:
            await dora.sign_in()
            made = await dora.post("exports/", {"kind": "bookings", "format": "csv"})
            for _ in range(240):
                made = await dora.get(f"exports/{made['id']}/")
                if made["state"] in ("done", "failed"):
                    break
                await asyncio.sleep(0.25)
        async with httpx.AsyncClient(base_url=platform.url) as client:
            return made, (await client.get(made["url"] or "/")).content

    made, content = asyncio.run(export())
    assert (made["state"], made["error"]) == ("done", None)
    assert content.count(b"\n") == made["rows_total"] + 1


def test_no_process_needs_session_state(platform: Platform) -> None:
    for log in platform.logs.glob("*.log"):
        text = log.read_text(errors="replace")
        for symptom in ("prepared statement", 'cursor "', "unsupported startup parameter", "Traceback"):
            assert symptom not in text, f"{log.name}: {symptom}"
