"""The relay: the one process that delivers what committed transactions owe the world.

Three loops work on the outbox, each with a connection of its own, so that a broker or a Redis that
does not answer holds up nothing but its own deliveries:

- number: gives new events their place in their topic; from then on they are in the log that sockets
  catch up from, published or not;
- publish: sends numbered events through the channel layer. A crash before the mark sends an event
  again under the same number, and readers drop what they know;
- hand out: gives due jobs to Celery, and again until they are done, but no more than workers get to
  soon: a job is handed out again after seconds, and a long queue would fill with the same ones.

Rows are found by what they lack, never by a cursor: ids are given before commits, so a row may appear
behind rows that were delivered already.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import psycopg
from celery import current_app
from channels.layers import get_channel_layer
from psycopg import AsyncConnection
from psycopg.rows import TupleRow, class_row
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from apps.core import postgres
from apps.core.outbox import events
from apps.core.tasks import run_job, run_jobs

log = logging.getLogger(__name__)

LEADER_LOCK: Final = 0x48414E534F4D
"""The advisory lock that the working relay holds; others wait for it as hot standbys."""
BATCH: Final = 200
POLL_SECONDS: Final = 1.0
"""How long a row may wait when its notification was lost, and how exactly delayed jobs start."""
MAX_BACKOFF_SECONDS: Final = 2.0
JOBS_A_MESSAGE: Final = 20
QUEUE: Final = "celery"
"""The broker's list, by Celery's default."""
MOST_WAITING: Final = 20
"""Messages at the broker; what is due beyond them waits in the outbox."""
FULL_SECONDS: Final = 0.1

Connection = AsyncConnection[TupleRow]

# The row locks make the numbering exact even if two relays were at work for a moment.
NUMBER: Final = """
WITH due AS MATERIALIZED (
    SELECT id, topic FROM core_outboxentry WHERE kind = 'event' AND seq IS NULL
    ORDER BY id LIMIT %s FOR UPDATE
), placed AS (
    SELECT id, topic, row_number() OVER (PARTITION BY topic ORDER BY id) AS place FROM due
), counted AS (
    SELECT topic, count(*) AS places FROM due GROUP BY topic
), heads AS (
    INSERT INTO core_topic AS head (name, last_seq) SELECT topic, places FROM counted ORDER BY topic
    ON CONFLICT (name) DO UPDATE SET last_seq = head.last_seq + excluded.last_seq
    RETURNING name, last_seq
)
UPDATE core_outboxentry AS entry
SET seq = heads.last_seq - counted.places + placed.place, due_at = now()
FROM placed JOIN counted USING (topic) JOIN heads ON heads.name = placed.topic
WHERE entry.id = placed.id
"""

# Ordered by the moment of numbering, which within a topic is the order of the numbers.
UNPUBLISHED: Final = """
SELECT id, topic, seq, name, payload AS data, created_at FROM core_outboxentry
WHERE kind = 'event' AND done_at IS NULL AND seq IS NOT NULL ORDER BY due_at, id LIMIT %s
"""
PUBLISHED: Final = "UPDATE core_outboxentry SET done_at = now() WHERE id = ANY(%s)"

# Claimed before it is sent: a crash in between costs one waiting time, 5 s at first and 60 s at most.
# Materialized: as a plain subquery a nested loop may run it again per row, and claim more than the limit.
CLAIM: Final = """
WITH due AS MATERIALIZED (
    SELECT id FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND due_at <= now()
    ORDER BY due_at, id LIMIT %s FOR UPDATE SKIP LOCKED
)
UPDATE core_outboxentry AS entry
SET sends = least(entry.sends + 1, 1000),
    due_at = now() + make_interval(secs => least(60, 5 * 2 ^ least(entry.sends, 4)))
FROM due WHERE entry.id = due.id RETURNING entry.id
"""
# A broker that is away must not make the waiting longer.
UNCLAIM: Final = """
UPDATE core_outboxentry SET sends = sends - 1, due_at = now()
WHERE id = ANY(%s) AND sends > 0 AND done_at IS NULL
"""
# What was handed out and is not being run, for when the broker has lost its list. A job in a transaction
# is locked, and one that runs outside of any has no sends.
RESEND: Final = """
WITH lost AS MATERIALIZED (
    SELECT id FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND sends > 0
    FOR UPDATE SKIP LOCKED
)
UPDATE core_outboxentry AS entry SET sends = 0, due_at = least(due_at, now())
FROM lost WHERE entry.id = lost.id
"""


class Event(NamedTuple):
    id: int
    topic: str
    seq: int
    name: str
    data: dict[str, Any]
    created_at: datetime


async def number_events(connection: Connection, *, limit: int = BATCH) -> int:
    """Give up to `limit` new events their numbers; returns how many there were."""
    return (await connection.execute(NUMBER, [limit])).rowcount


async def publish_events(connection: Connection, *, limit: int = BATCH) -> int:
    """Publish up to `limit` numbered events in order and mark them; raises what the channel layer raises.

    Those sent before the error stay marked, so that the next call goes on where this one stopped.
    """
    async with connection.cursor(row_factory=class_row(Event)) as cursor:
        due = await (await cursor.execute(UNPUBLISHED, [limit])).fetchall()
    sent: list[int] = []
    layer = get_channel_layer()
    try:
        for event in due:
            await layer.group_send(group_name(event.topic), message(event))
            sent.append(event.id)
    finally:
        if sent:
            await connection.execute(PUBLISHED, [sent])
    return len(sent)


async def hand_out_jobs(connection: Connection, *, limit: int = BATCH) -> int:
    """Give up to `limit` due jobs to Celery; raises what the broker's client raises."""
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
    """Make every job due that was handed out and is not being run; returns how many there were."""
    return (await connection.execute(RESEND)).rowcount


class Broker:
    """The Redis that Celery's list is in: how much waits there, and whether the list is still the same."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._run_id: str | None = None
        self.is_doubtful = True
        """Set when it did not answer: what it held may be lost."""

    async def has_room(self) -> None:
        """Return when workers have got through the most of what was handed out."""
        while await self._redis.llen(QUEUE) >= MOST_WAITING:
            await asyncio.sleep(FULL_SECONDS)

    async def has_lost_jobs(self) -> bool:
        """Whether this is another Redis than last time, or one that was away and holds no message."""
        try:
            run_id = (await self._redis.info("server")).get("run_id")
        except ResponseError:
            # A server that does not say.
            run_id = None
        restarted = self._run_id is not None and run_id != self._run_id
        lost = restarted or (self.is_doubtful and not await self._redis.llen(QUEUE))
        self._run_id = run_id
        return lost


def group_name(topic: str) -> str:
    """The channel layer's name of a topic: it allows no colon."""
    return topic.replace(":", ".")


def message(event: Event) -> dict[str, Any]:
    """What goes through the channel layer; the same at every sending of an event."""
    return {
        "type": "event",
        "topic": event.topic,
        "seq": event.seq,
        "name": event.name,
        "at": event.created_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "data": event.data,
    }


def _bundles(ids: list[int]) -> list[list[int]]:
    """A long queue goes in bundles: the broker's cost is by the message, not by the job."""
    size = min(JOBS_A_MESSAGE, 1 + len(ids) // 10)
    return [ids[start : start + size] for start in range(0, len(ids), size)]


def _send_to_celery(bundles: deque[list[int]]) -> None:
    """Send and remove the bundles one by one; what is left after an error was not sent."""
    policy = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
    while bundles:
        task, argument = (run_job, bundles[0][0]) if len(bundles[0]) == 1 else (run_jobs, bundles[0])
        task.apply_async((argument,), retry=True, retry_policy=policy, ignore_result=True)
        bundles.popleft()


class Relay:
    """Runs until it is cancelled; comes back by itself when PostgreSQL, Redis or the broker do."""

    def __init__(self) -> None:
        self.leads = asyncio.Event()
        self._new_rows = asyncio.Event()
        self._new_numbers = asyncio.Event()
        self._new_jobs = asyncio.Event()

    async def run(self) -> None:
        pause = 0.1
        while True:
            started = time.monotonic()
            try:
                # In a task of its own: a task group that fails also cancels the task that it is in.
                await asyncio.create_task(self._lead())
            except* (psycopg.Error, OSError) as group:
                log.warning("relay lost the database error=%r", group.exceptions[0])
            finally:
                self.leads.clear()
            # A query that fails while it is cancelled raises its error in place of the cancellation.
            _raise_if_cancelled()
            if time.monotonic() - started > MAX_BACKOFF_SECONDS:
                pause = 0.1
            await asyncio.sleep(pause)
            pause = min(MAX_BACKOFF_SECONDS, pause * 2)

    async def _lead(self) -> None:
        """Wait for the lock, then work until a connection breaks."""
        async with contextlib.AsyncExitStack() as stack:
            leader = await stack.enter_async_context(await postgres.connect("hansom-relay", direct=True))
            log.info("relay waits for the lead")
            await leader.execute("SELECT pg_advisory_lock(%s)", [LEADER_LOCK])
            numbers, publisher, sender = [
                await stack.enter_async_context(await postgres.connect(f"hansom-relay-{name}", direct=True))
                for name in ("number", "publish", "jobs")
            ]
            redis = await stack.enter_async_context(
                Redis.from_url(current_app.conf.broker_url, socket_timeout=5, socket_connect_timeout=2)
            )
            broker = Broker(redis)
            await leader.execute(f"LISTEN {events.CHANNEL}")
            _raise_if_cancelled()
            log.info("relay leads")
            self.leads.set()
            async with asyncio.TaskGroup() as loops:
                loops.create_task(self._listen(leader))
                loops.create_task(self._loop(self._new_rows, lambda: self._number(numbers)))
                loops.create_task(self._loop(self._new_numbers, lambda: publish_events(publisher)))
                loops.create_task(self._loop(self._new_jobs, lambda: self._hand_out(sender, broker)))

    async def _listen(self, leader: Connection) -> None:
        while True:
            _raise_if_cancelled()
            self._new_rows.set()
            self._new_jobs.set()
            async for _ in leader.notifies(timeout=POLL_SECONDS):
                self._new_rows.set()
                self._new_jobs.set()
            # Whoever lost this connection lost the lock with it, and must learn so even in silence.
            await leader.execute("SELECT 1")

    async def _number(self, connection: Connection) -> int:
        numbered = await number_events(connection)
        if numbered:
            self._new_numbers.set()
        return numbered

    async def _hand_out(self, connection: Connection, broker: Broker) -> int:
        try:
            if await broker.has_lost_jobs():
                resent = await resend_jobs(connection)
                if resent:
                    log.info("relay sends again what the broker lost jobs=%s", resent)
            await broker.has_room()
            handed_out = await hand_out_jobs(connection)
        except psycopg.Error:
            raise
        except Exception:
            broker.is_doubtful = True
            raise
        broker.is_doubtful = False
        return handed_out

    async def _loop(self, due: asyncio.Event, deliver: Callable[[], Awaitable[int]]) -> None:
        """Deliver whenever something is due; what does not answer is tried again, ever more slowly."""
        pause = 0.05
        while True:
            _raise_if_cancelled()
            # Not wait_for, which before Python 3.12 may swallow a cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await due.wait()
            due.clear()
            try:
                while await deliver():
                    pause = 0.05
            except (psycopg.Error, asyncio.CancelledError):
                raise
            except Exception as error:
                log.warning("relay cannot deliver error=%r retry_in=%.2fs", error, pause)
                await asyncio.sleep(pause)
                pause = min(MAX_BACKOFF_SECONDS, pause * 2)
                due.set()


def _raise_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled.

    psycopg waits by asyncio.wait_for, which before Python 3.12 may swallow a cancellation.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
