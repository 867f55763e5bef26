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
behind rows that were already delivered.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple

import psycopg
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from apps.core import postgres
from apps.core.monitoring import metrics, readings
from apps.core.outbox import events
from apps.core.outbox.publisher import Event, Publisher
from apps.core.postgres import UNWAITED, Connection
from apps.core.redis_clients import async_redis_client
from apps.core.tasks import run_job, run_jobs
from config import celery  # noqa: F401  # the application of the tasks

log = logging.getLogger(__name__)

LEADER_LOCK: Final = 0x48414E534F4D
"""Advisory lock of the active relay; other relays wait for it as hot standbys."""
BATCH: Final = 200
POLL_SECONDS: Final = 1.0
"""Maximum delay of a row whose notification was lost, and precision of delayed jobs."""
MAX_BACKOFF_SECONDS: Final = 2.0
JOBS_A_MESSAGE: Final = 20
QUEUE: Final = "celery"
"""Celery's default queue in the broker."""
MAX_QUEUED: Final = 20
"""Maximum messages at the broker; other due jobs wait in the outbox."""
FULL_SECONDS: Final = 0.1
GATHER_SECONDS: Final = 0.02
"""How long the relay gathers what is committed together, because a round costs more than its rows."""

MARK_SECONDS: Final = 0.1
"""How long what was published waits for the next round to be marked."""
LATE_SECONDS: Final = 1.0
"""An event that is numbered this long without being marked is read from the table again."""

# The row locks keep the numbering exact even if two relays run for a moment. No row is updated twice, because
# published ones have a number. Returns one row without an event if there is none. Numbers wait for the disk,
# because they are published. A round without events only marks: a lost mark repeats events that readers drop.
NUMBER: Final = f"""
WITH marked AS (
    UPDATE core_outboxentry SET done_at = now() WHERE id = ANY(%(published)s) AND done_at IS NULL
), due AS MATERIALIZED (
    SELECT id, kind, created_at,
        CASE kind WHEN 'events' THEN payload ELSE jsonb_build_array(
            jsonb_build_object('topics', jsonb_build_array(topic), 'name', name, 'data', payload)
        ) END AS events
    FROM core_outboxentry WHERE kind <> 'job' AND seq IS NULL ORDER BY id LIMIT %(limit)s FOR UPDATE
), placed AS (
    SELECT due.id, due.kind, due.created_at, audience.topic, item.event, item.place, audience.nth,
        row_number() OVER (PARTITION BY topic ORDER BY due.id, item.place, audience.nth) AS place_in_topic,
        count(*) OVER (PARTITION BY topic) AS count_in_topic
    FROM due, jsonb_array_elements(due.events) WITH ORDINALITY AS item (event, place),
        jsonb_array_elements_text(item.event -> 'topics') WITH ORDINALITY AS audience (topic, nth)
), heads AS (
    INSERT INTO core_topic AS head (name, last_seq)
    SELECT DISTINCT topic, count_in_topic FROM placed ORDER BY topic
    ON CONFLICT (name) DO UPDATE SET last_seq = head.last_seq + excluded.last_seq
    RETURNING name, last_seq
), numbered AS MATERIALIZED (
    SELECT placed.*, heads.last_seq - count_in_topic + place_in_topic AS seq
    FROM placed JOIN heads ON heads.name = placed.topic
), logged AS (
    INSERT INTO core_numberedevent (topic, seq, entry_id, place)
    SELECT topic, seq, id, place - 1 FROM numbered WHERE kind = 'events'
), updated AS (
    UPDATE core_outboxentry AS entry
    SET seq = CASE due.kind WHEN 'events' THEN entry.id ELSE numbered.seq END, due_at = now()
    FROM due LEFT JOIN numbered ON numbered.id = due.id AND due.kind = 'event'
    WHERE entry.id = due.id
), work AS (
    SELECT EXISTS (
        SELECT FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND due_at <= now()
    ) AS jobs_due, EXISTS (
        SELECT FROM core_outboxentry WHERE kind <> 'job' AND done_at IS NULL AND seq IS NOT NULL
            AND due_at < now() - make_interval(secs => %(late)s) AND id <> ALL(%(published)s)
    ) AS is_late, CASE WHEN NOT EXISTS (SELECT FROM due) THEN {UNWAITED} END AS unwaited
)
SELECT jobs_due, is_late, id, topic, seq, event ->> 'name', event -> 'data', created_at
FROM work LEFT JOIN numbered ON true ORDER BY id, place, nth
"""  # noqa: S608

# Claimed before sending: a crash in between delays the job by one retry interval, 5 s at first and at most 60
# s. Materialized, because a nested loop could run a plain subquery per row and claim more than the limit. A
# claim that is lost sends the job twice, and workers run it once.
CLAIM: Final = f"""
WITH due AS MATERIALIZED (
    SELECT id FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND due_at <= now()
    ORDER BY due_at, id LIMIT %s FOR UPDATE SKIP LOCKED
)
UPDATE core_outboxentry AS entry
SET sends = least(entry.sends + 1, 1000),
    due_at = now() + make_interval(secs => least(60, 5 * 2 ^ least(entry.sends, 4)))
FROM due WHERE entry.id = due.id RETURNING entry.id, {UNWAITED}
"""  # noqa: S608
# A broker outage must not increase the retry interval.
UNCLAIM: Final = """
UPDATE core_outboxentry SET sends = sends - 1, due_at = now()
WHERE id = ANY(%s) AND sends > 0 AND done_at IS NULL
"""
# Jobs that were sent and are not running, for a broker that lost its queue. A job in a transaction is locked;
# one that runs outside a transaction has no sends.
RESEND: Final = """
WITH lost AS MATERIALIZED (
    SELECT id FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND sends > 0
    FOR UPDATE SKIP LOCKED
)
UPDATE core_outboxentry AS entry SET sends = 0, due_at = least(due_at, now())
FROM lost WHERE entry.id = lost.id
"""


class Round(NamedTuple):
    """What a round found."""

    events: list[Event]
    is_full: bool
    """There may be more new events."""
    jobs_due: bool
    is_late: bool
    """Events were numbered a while ago and are not marked as published."""


async def number_events(
    connection: Connection, *, limit: int = BATCH, published: Collection[int] = ()
) -> Round:
    """Number the events of up to `limit` new entries, and mark those entries that were published."""
    values = {"limit": limit, "published": list(published), "late": LATE_SECONDS}
    rows = await (await connection.execute(NUMBER, values)).fetchall()
    numbered = [Event(*row[2:]) for row in rows if row[2] is not None]
    is_full = len({event.id for event in numbered}) >= limit
    return Round(numbered, is_full, jobs_due=rows[0][0], is_late=rows[0][1])


async def hand_out_jobs(connection: Connection, *, limit: int = BATCH) -> int:
    """Send up to `limit` due jobs to Celery. Raises errors of the broker's client."""
    rows = await (await connection.execute(CLAIM, [limit])).fetchall()
    if not rows:
        return 0
    unsent = deque(_bundles(sorted(row[0] for row in rows)))
    try:
        await asyncio.to_thread(_send_to_celery, unsent)
    finally:
        if unsent:
            await connection.execute(UNCLAIM, [[id_ for bundle in unsent for id_ in bundle]])
    return len(rows)


async def resend_jobs(connection: Connection) -> int:
    """Make every job due that was sent and is not running; returns the count."""
    return (await connection.execute(RESEND)).rowcount


class Broker:
    """Celery's queue in Redis: its length, and whether it lost messages."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._run_id: str | None = None
        self.is_doubtful = True
        """Set after an error, because messages may be lost."""

    async def has_room(self) -> None:
        """Wait until workers have processed most of the queue."""
        while await self._redis.llen(QUEUE) >= MAX_QUEUED:
            await asyncio.sleep(FULL_SECONDS)

    async def has_lost_jobs(self) -> bool:
        """Return whether Redis was restarted, or was unavailable and its queue is empty."""
        try:
            run_id = (await self._redis.info("server")).get("run_id")
        except ResponseError:
            # Some servers do not allow INFO.
            run_id = None
        restarted = self._run_id is not None and run_id != self._run_id
        lost = restarted or (self.is_doubtful and not await self._redis.llen(QUEUE))
        self._run_id = run_id
        return lost


def _bundles(ids: list[int]) -> list[list[int]]:
    """Split a long queue into bundles, because the broker's cost is per message."""
    size = min(JOBS_A_MESSAGE, 1 + len(ids) // 10)
    return [ids[start : start + size] for start in range(0, len(ids), size)]


def _send_to_celery(bundles: deque[list[int]]) -> None:
    """Send and remove the bundles one by one; those left after an error were not sent."""
    policy = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
    while bundles:
        task, argument = (run_job, bundles[0][0]) if len(bundles[0]) == 1 else (run_jobs, bundles[0])
        task.apply_async((argument,), retry=True, retry_policy=policy, ignore_result=True)
        bundles.popleft()


class Relay:
    """Runs until cancelled; recovers when PostgreSQL, Redis or the broker do."""

    def __init__(self) -> None:
        self.leads = asyncio.Event()
        self._new_rows = asyncio.Event()
        self._new_numbers = asyncio.Event()
        self._new_jobs = asyncio.Event()
        self._jobs_due = False
        self._publisher = Publisher()

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
                metrics.RELAY_LEADER.set(0)
                readings.forget()
            # A query that fails during cancellation raises its error instead of CancelledError.
            _raise_if_cancelled()
            if time.monotonic() - started > MAX_BACKOFF_SECONDS:
                pause = 0.1
            await asyncio.sleep(pause)
            pause = min(MAX_BACKOFF_SECONDS, pause * 2)

    async def _lead(self) -> None:
        """Wait for the lock, then work until a connection fails."""
        async with contextlib.AsyncExitStack() as stack:
            leader = await stack.enter_async_context(await postgres.connect("hansom-relay", direct=True))
            log.info("relay: waiting for the leader lock")
            await leader.execute("SELECT pg_advisory_lock(%s)", [LEADER_LOCK])
            numbers, publisher, sender = [
                await stack.enter_async_context(await postgres.connect(f"hansom-relay-{name}", direct=True))
                for name in ("number", "publish", "jobs")
            ]
            redis = await stack.enter_async_context(
                async_redis_client(settings.BROKER_URL, socket_timeout=5, socket_connect_timeout=2)
            )
            broker = Broker(redis)
            await leader.execute(f"LISTEN {events.CHANNEL}")
            _raise_if_cancelled()
            log.info("relay: became leader")
            # What the last leader did not mark is in the table.
            self._publisher = Publisher()
            self.leads.set()
            metrics.RELAY_LEADER.set(1)
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._listen(leader))
                if settings.METRICS_PORT:
                    reader = await stack.enter_async_context(
                        await postgres.connect("hansom-relay-metrics", direct=True)
                    )
                    loops.create_task(_read_forever(reader, redis))
                loops.create_task(self._loop(self._new_rows, lambda: self._number(numbers), gathers=True))
                loops.create_task(self._loop(self._new_numbers, lambda: self._publish(publisher)))
                loops.create_task(self._loop(self._new_jobs, lambda: self._hand_out(sender, broker)))

    async def _listen(self, leader: Connection) -> None:
        while True:
            _raise_if_cancelled()
            self._new_rows.set()
            async for _ in leader.notifies(timeout=POLL_SECONDS):
                self._new_rows.set()
            # A lost connection means a lost lock; check it even without notifications.
            await leader.execute("SELECT 1")

    async def _number(self, connection: Connection) -> bool:
        """Number new events and mark published ones; returns whether there may be more."""
        published = self._publisher.take_published()
        found = await number_events(connection, published=published)
        if found.events or found.is_late:
            self._publisher.add(found.events, is_late=found.is_late)
            self._new_numbers.set()
        if found.jobs_due:
            self._jobs_due = True
            self._new_jobs.set()
        return found.is_full

    async def _publish(self, connection: Connection) -> bool:
        """Publish numbered events; returns whether there may be more."""
        try:
            return await self._publisher.publish(connection)
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
                resent = await resend_jobs(connection)
                is_due = is_due or resent > 0
                if resent:
                    log.info("relay: jobs lost by the broker sent again jobs=%s", resent)
            handed_out = 0
            if is_due:
                await broker.has_room()
                handed_out = await hand_out_jobs(connection)
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


async def _read_forever(connection: Connection, redis: Redis) -> None:
    """Read the metrics that come from the database; only the leader does."""
    await connection.execute(f"SET statement_timeout = {readings.TIMEOUT_MS}")
    while True:
        await readings.read(connection, redis, queue=QUEUE)
        await asyncio.sleep(readings.EVERY_SECONDS)


def _raise_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled.

    psycopg uses asyncio.wait_for, which before Python 3.12 may swallow a cancellation.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
