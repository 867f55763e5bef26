"""Sends numbered events through the channel layer, in the order of their numbers."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from channels.layers import get_channel_layer
from psycopg.rows import class_row

from apps.core.monitoring import log_context, tracing
from apps.core.monitoring.tracing import PARENT
from apps.core.outbox.events import group_name
from apps.core.outbox.shards import ALL_SLOTS
from apps.core.postgres import Connection

BATCH: Final = 200
MAX_WAITING: Final = 2_000
"""Events kept in memory; more are read from the table again."""

# Ordered by the time of numbering, which is the order of numbers within a topic.
UNPUBLISHED: Final = f"""
WITH due AS MATERIALIZED (
    SELECT id, kind, topic, seq, name, payload, created_at, due_at, context ->> '{PARENT}' AS trace
    FROM core_outboxentry
    WHERE kind <> 'job' AND done_at IS NULL AND seq IS NOT NULL AND slots & -slots & %(bits)s::smallint <> 0
    ORDER BY due_at, id LIMIT %(limit)s
)
SELECT id, topic, seq, name, data, created_at, trace FROM (
    SELECT id, topic, seq, name, payload AS data, created_at, due_at, trace FROM due WHERE kind = 'event'
    UNION ALL
    SELECT due.id, logged.topic, logged.seq, due.payload -> logged.place::int ->> 'name',
        due.payload -> logged.place::int -> 'data', due.created_at, due.due_at, due.trace
    FROM due JOIN core_numberedevent logged ON logged.entry_id = due.id
) AS event ORDER BY due_at, id, seq
"""  # noqa: S608
PUBLISHED: Final = "UPDATE core_outboxentry SET done_at = now() WHERE id = ANY(%s)"


class Event(NamedTuple):
    id: int
    """The outbox entry, which may contain several events."""
    topic: str
    seq: int
    name: str
    data: dict[str, Any]
    created_at: datetime
    trace: str | None = None
    """The span of the request or job that published it, as a W3C header."""


class Publisher:
    """Sends events from memory as they are numbered; from the table after a start, an error or a delay."""

    def __init__(self) -> None:
        self._waiting: deque[Event] = deque()
        self._reads_table = True
        self._published: list[int] = []
        """Entries that were sent and are to be marked."""

    @property
    def has_published(self) -> bool:
        return bool(self._published)

    @property
    def is_idle(self) -> bool:
        """Return whether everything that was added is sent and marked."""
        return not (self._waiting or self._published or self._reads_table)

    def take_published(self) -> list[int]:
        """Return the entries that were sent and not taken yet, to be marked."""
        taken, self._published = self._published, []
        return taken

    def add(self, events: Sequence[Event], *, is_late: bool = False) -> None:
        """Add events that have just been numbered; with `is_late`, the table contains older ones."""
        if is_late or len(self._waiting) + len(events) > MAX_WAITING:
            self.read_table()
        if not self._reads_table:
            self._waiting.extend(events)

    async def publish(self, connection: Connection, *, slots: int = ALL_SLOTS) -> bool:
        """Send what is waiting; returns whether there may be more. Raises errors of the channel layer."""
        try:
            return await self._publish_from_table(connection, slots) or await self._publish_waiting()
        except Exception:
            self.read_table()
            raise

    def read_table(self) -> None:
        """Read from the table next, which contains all that is not marked."""
        self._waiting.clear()
        self._reads_table = True

    async def _publish_from_table(self, connection: Connection, slots: int) -> bool:
        if not self._reads_table:
            return False
        # Before reading: an event that is numbered meanwhile is either read or added.
        self._reads_table = False
        if marked := self.take_published():
            await connection.execute(PUBLISHED, [marked])
        sent = await publish_events(connection, slots=slots)
        entries = {event.id for event in sent}
        self._waiting = deque(event for event in self._waiting if event.id not in entries)
        if len(entries) < BATCH:
            return False
        self.read_table()
        return True

    async def _publish_waiting(self) -> bool:
        if not self._waiting:
            return False
        events, self._waiting = list(self._waiting), deque()
        await _send(events, self._published)
        return bool(self._waiting)


async def publish_events(
    connection: Connection, *, limit: int = BATCH, slots: int = ALL_SLOTS
) -> list[Event]:
    """Publish the events of up to `limit` numbered entries of these slots in order and mark the entries.

    Entries sent before an error of the channel layer stay marked, so the next call continues after them.
    """
    async with connection.cursor(row_factory=class_row(Event)) as cursor:
        due = await (await cursor.execute(UNPUBLISHED, {"limit": limit, "bits": slots})).fetchall()
    published: list[int] = []
    try:
        await _send(due, published)
    finally:
        if published:
            await connection.execute(PUBLISHED, [published])
    return due


async def _send(events: Sequence[Event], published: list[int]) -> None:
    """Send events, and add an entry to `published` when all of its events are sent."""
    layer = get_channel_layer()
    for entry_id, its_events in groupby(events, key=lambda event: event.id):
        for event in its_events:
            with _traced(event):
                await layer.group_send(group_name(event.topic), message(event))
        published.append(entry_id)


def message(event: Event) -> dict[str, Any]:
    """Return the event as sent through the channel layer; the same at every retry."""
    sent = {
        "type": "event",
        "topic": event.topic,
        "seq": event.seq,
        "name": event.name,
        "at": event.created_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "data": event.data,
    }
    if event.trace and (trace := tracing.traceparent()):
        sent["trace"] = trace
    return sent


@contextmanager
def _traced(event: Event) -> Iterator[None]:
    """Record the delivery of an event of a traced request or job."""
    if event.trace is None or not tracing.is_on():
        yield
        return
    with (
        log_context.log_fields(),
        tracing.span(f"event {event.name}", parent={tracing.PARENT: event.trace}),
    ):
        yield
