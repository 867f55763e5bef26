"""One relay leads; it recovers from closed connections, and stops when cancelled."""

import asyncio
import contextlib

import psycopg
import pytest
from django.db import connection

from apps.core.outbox.relay import Relay
from apps.core.postgres import Connection
from tests.core.relaying import (
    in_thread,
    is_true,
    published,
    redis,
    relaying,
    subscribed,
    until,
)

__all__ = ["redis"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_second_relay_waits_until_the_first_has_ended() -> None:
    async def main() -> tuple[bool, bool]:
        async with relaying() as second:
            async with relaying() as first:
                await until(lambda: is_true(first.leads.is_set() or second.leads.is_set()))
                await asyncio.sleep(0.3)
                both = first.leads.is_set() and second.leads.is_set()
            await until(lambda: is_true(second.leads.is_set()))
            return both, second.leads.is_set()

    assert asyncio.run(main()) == (False, True)


def test_relay_recovers_after_its_connections_were_closed() -> None:
    async def main() -> list[tuple[int, str]]:
        async with relaying() as relay, subscribed("settings") as received:
            await until(lambda: is_true(relay.leads.is_set()))
            await asyncio.to_thread(cut_connections)
            await until(lambda: is_true(not relay.leads.is_set()))
            await asyncio.to_thread(in_thread, lambda: published("settings", "a"))
            await until(lambda: is_true(relay.leads.is_set()))
            await asyncio.sleep(0.2)
            return await received()

    assert asyncio.run(main()) == [(1, "a")]


def test_relay_that_is_stopped_during_a_database_error_stops() -> None:
    class BreakingRelay(Relay):
        tries = 0

        async def _lead(self) -> None:
            self.tries += 1
            self.leads.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if self.tries == 1:
                    # As a task group does when a query fails during cancellation.
                    raise ExceptionGroup("loops", [psycopg.OperationalError("cut")]) from None
                raise

    async def main() -> int:
        relay = BreakingRelay()
        work = asyncio.create_task(relay.run())
        await until(lambda: is_true(relay.leads.is_set()))
        work.cancel()
        await asyncio.wait([work], timeout=3)
        return relay.tries

    assert asyncio.run(main()) == 1


def test_relay_stops_when_a_library_swallows_the_cancellation() -> None:
    class SwallowingRelay(Relay):
        swallowed = False

        async def _number(self, connection: Connection) -> bool:
            if not self.swallowed:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
                self.swallowed = True
            return False

    async def main() -> bool:
        relay = SwallowingRelay()
        work = asyncio.create_task(relay.run())
        await until(lambda: is_true(relay.leads.is_set()))
        await asyncio.sleep(0.1)
        work.cancel()
        done, _running = await asyncio.wait([work], timeout=3)
        return bool(done)

    assert asyncio.run(main())


def cut_connections() -> None:
    def work() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name LIKE 'hansom-relay%' AND datname = current_database()"
            )

    in_thread(work)
