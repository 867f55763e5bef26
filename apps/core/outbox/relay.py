"""The relay: the process that delivers events and jobs of the outbox.

Three loops work on the outbox, each with its own connection, so that a broker or Redis that does not
respond delays only its own deliveries:

- number: gives new events their sequence number in each of their topics; from then on they are in the log
  from which sockets catch up, published or not. The same statement marks what was published since the last
  one and returns whether a job is due, so a round is one commit;
- publish: sends numbered events through the channel layer. After a crash, an event may be sent again with
  the same number, and readers drop duplicates;
- hand out: sends due jobs to Celery and repeats until they are done, with a limited queue length so that
  repeats do not pile up.

Rows are selected by their state, not by a cursor: ids are assigned before commits, so a row may appear
behind rows that were already delivered. Several relays share the rows by shards (apps.core.outbox.shards).
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

import psycopg
from django.conf import settings
from redis.asyncio import Redis

from apps.core import postgres
from apps.core.monitoring import metrics, readings
from apps.core.outbox import events
from apps.core.outbox.job_queue import QUEUE, Broker, hand_out_jobs, resend_jobs
from apps.core.outbox.numbering import number_events
from apps.core.outbox.publisher import BATCH, Publisher
from apps.core.outbox.shards import ShardLocks
from apps.core.postgres import Connection
from apps.core.redis_clients import async_redis_client
from config import celery  # noqa: F401  # the application of the tasks

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 1.0
"""Maximum delay of a row whose notification was lost, and precision of delayed jobs."""
TAKEOVER_SECONDS: Final = 1.0
"""How often a relay without shards looks for free ones."""
DRAIN_SECONDS: Final = 1.0
"""How long a relay finishes what it numbered before it leaves a shard to another one."""
MAX_BACKOFF_SECONDS: Final = 2.0
GATHER_SECONDS: Final = 0.02
"""How long the relay gathers what is committed together, because a round costs more than its rows."""
ORDER_SECONDS: Final = 0.02
"""Pause before a round that waits for another relay's numbers, of which no notification comes."""
MARK_SECONDS: Final = 0.1
"""How long what was published waits for the next round to be marked."""


class Relay:
    """Runs until cancelled; recovers when PostgreSQL, Redis or the broker do."""

    def __init__(self) -> None:
        self.leads = asyncio.Event()
        self._new_rows = asyncio.Event()
        self._new_numbers = asyncio.Event()
        self._new_jobs = asyncio.Event()
        self._jobs_due = False
        self._publisher = Publisher()
        self._shards = ShardLocks()
        self._numbering = asyncio.Lock()
        self._broker: Broker | None = None

    async def run(self) -> None:
        pause = 0.1
        while True:
            started = time.monotonic()
            try:
                # In its own task, because a failing task group also cancels the task that contains it.
                await asyncio.create_task(self._lead())
            except* (psycopg.Error, OSError) as group:
                log.warning("relay: database connection lost error=%r", group.exceptions[0])
            finally:
                self.leads.clear()
                self._shards = ShardLocks()
                self._measure()
                readings.forget()
            # A query that fails during cancellation raises its error instead of CancelledError.
            _raise_if_cancelled()
            if time.monotonic() - started > MAX_BACKOFF_SECONDS:
                pause = 0.1
            await asyncio.sleep(pause)
            pause = min(MAX_BACKOFF_SECONDS, pause * 2)

    async def _lead(self) -> None:
        """Wait for a shard, then work until a connection fails."""
        async with contextlib.AsyncExitStack() as stack:
            leader = await stack.enter_async_context(await postgres.connect("hansom-relay", direct=True))
            log.info("relay: waiting for a shard")
            await self._shards.join(leader)
            while not await self._take_shards(leader):
                _raise_if_cancelled()
                await asyncio.sleep(TAKEOVER_SECONDS)
            numbers, publisher, sender = [
                await stack.enter_async_context(await postgres.connect(f"hansom-relay-{name}", direct=True))
                for name in ("number", "publish", "jobs")
            ]
            redis = await stack.enter_async_context(
                async_redis_client(settings.BROKER_URL, socket_timeout=5, socket_connect_timeout=2)
            )
            broker = self._broker = Broker(redis)
            await leader.execute(f"LISTEN {events.CHANNEL}")
            _raise_if_cancelled()
            # What the last relay did not mark is in the table.
            self._publisher = Publisher()
            self.leads.set()
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._listen(leader))
                if settings.METRICS_PORT:
                    reader = await stack.enter_async_context(
                        await postgres.connect("hansom-relay-metrics", direct=True)
                    )
                    loops.create_task(self._read_forever(reader, redis))
                loops.create_task(self._loop(self._new_rows, lambda: self._number(numbers), gathers=True))
                loops.create_task(self._loop(self._new_numbers, lambda: self._publish(publisher)))
                loops.create_task(self._loop(self._new_jobs, lambda: self._hand_out(sender, broker)))

    async def _listen(self, leader: Connection) -> None:
        while True:
            _raise_if_cancelled()
            self._new_rows.set()
            async for _ in leader.notifies(timeout=POLL_SECONDS):
                self._new_rows.set()
            # A lost connection means lost locks; this notices it even without notifications.
            await self._balance(leader)

    async def _take_shards(self, leader: Connection) -> bool:
        """Take free shards up to this relay's share; returns whether there was one."""
        taken = await self._shards.take(leader, share=await self._shards.share(leader))
        if taken:
            self._measure()
            log.info("relay: delivers shards=%s of=%s", sorted(self._shards.held), self._shards.shards)
        return taken

    async def _balance(self, leader: Connection) -> None:
        """Take free shards or leave some to other relays, so that all have their share."""
        share = await self._shards.share(leader)
        if len(self._shards.held) > share:
            await self._leave_shards(leader, set(sorted(self._shards.held)[share:]))
        elif await self._take_shards(leader):
            self._publisher.read_table()
            if self._broker is not None:
                self._broker.is_doubtful = True
            for due in (self._new_rows, self._new_numbers, self._new_jobs):
                due.set()

    async def _leave_shards(self, leader: Connection, shards: set[int]) -> None:
        """Leave shards to other relays when what was numbered of them is sent and marked."""
        self._shards.held -= shards
        async with self._numbering:
            pass
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while not self._publisher.is_idle:
                    await asyncio.sleep(MARK_SECONDS / 2)
        _raise_if_cancelled()
        await self._shards.leave(leader, shards)
        self._measure()
        log.info("relay: left shards=%s to another relay", sorted(shards))

    def _measure(self) -> None:
        metrics.RELAY_LEADER.set(int(bool(self._shards.held)))
        metrics.RELAY_SLOTS.set(self._shards.bits.bit_count())

    async def _number(self, connection: Connection) -> bool:
        """Number new events and mark published ones; returns whether there may be more."""
        async with self._numbering:
            published = self._publisher.take_published()
            found = await number_events(connection, published=published, slots=self._shards.bits)
            if found.events or found.is_late:
                self._publisher.add(found.events, is_late=found.is_late)
                self._new_numbers.set()
        if found.is_waiting:
            asyncio.get_running_loop().call_later(ORDER_SECONDS, self._new_rows.set)
        if found.jobs_due:
            self._jobs_due = True
            self._new_jobs.set()
        return found.is_full

    async def _publish(self, connection: Connection) -> bool:
        """Publish numbered events; returns whether there may be more."""
        try:
            return await self._publisher.publish(connection, slots=self._shards.bits)
        finally:
            if self._publisher.has_published:
                asyncio.get_running_loop().call_later(MARK_SECONDS, self._mark)

    def _mark(self) -> None:
        """Start a round if none has marked what was published."""
        if self._publisher.has_published:
            self._new_rows.set()

    async def _hand_out(self, connection: Connection, broker: Broker) -> bool:
        """Send due jobs to the broker; returns whether there may be more."""
        is_due, self._jobs_due = self._jobs_due, False
        try:
            if await broker.has_lost_jobs():
                resent = await resend_jobs(connection, slots=self._shards.bits)
                is_due = is_due or resent > 0
                if resent:
                    log.info("relay: jobs lost by the broker sent again jobs=%s", resent)
            handed_out = 0
            if is_due:
                await broker.has_room()
                handed_out = await hand_out_jobs(connection, slots=self._shards.bits)
        except psycopg.Error:
            raise
        except Exception:
            broker.is_doubtful = self._jobs_due = True
            raise
        broker.is_doubtful = False
        return handed_out == BATCH

    async def _loop(
        self, due: asyncio.Event, deliver: Callable[[], Awaitable[bool]], *, gathers: bool = False
    ) -> None:
        """Deliver whenever something is due; retry errors with increasing pauses."""
        pause = 0.05
        while True:
            _raise_if_cancelled()
            # Not wait_for, which before Python 3.12 may swallow a cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await due.wait()
            if gathers and due.is_set():
                await asyncio.sleep(GATHER_SECONDS)
            due.clear()
            try:
                while await deliver():
                    pause = 0.05
            except (psycopg.Error, asyncio.CancelledError):
                raise
            except Exception as error:
                log.warning("relay: delivery failed error=%r retry_in=%.2fs", error, pause)
                await asyncio.sleep(pause)
                pause = min(MAX_BACKOFF_SECONDS, pause * 2)
                due.set()

    async def _read_forever(self, connection: Connection, redis: Redis) -> None:
        """Read the metrics that come from the database; only the relay of the first shard does."""
        await connection.execute(f"SET statement_timeout = {readings.TIMEOUT_MS}")
        while True:
            if 0 in self._shards.held:
                await readings.read(connection, redis, queue=QUEUE)
            else:
                readings.forget()
            await asyncio.sleep(readings.EVERY_SECONDS)


def _raise_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled.

    psycopg uses asyncio.wait_for, which before Python 3.12 may swallow a cancellation.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
