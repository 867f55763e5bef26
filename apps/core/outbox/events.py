"""The outbox: events and jobs are stored in the transaction that causes them.

The relay (apps.core.outbox.relay) delivers them after the commit; a rollback discards them. Events that are
collected in a block become one row, which lists each event with its topics; the relay sends it to each topic.
If several relays share the work (RELAY_SHARDS), they become a row for each shard.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NotRequired, TypedDict

from django.conf import settings
from django.db import connection

from apps.core.models import OutboxEntry
from apps.core.monitoring import tracing
from apps.core.outbox.shards import ALL_SLOTS, bits_of, slot_of
from apps.core.postgres import prepared_cursor

CHANNEL = "hansom_outbox"
"""The PostgreSQL notification that wakes the relay; a trigger on the table sends it at commit."""

# The same parameters for any number of rows keep the statement short and the same each time. An existing key
# is not inserted again; rows without a key cannot conflict.
INSERT: Final = f"""
INSERT INTO {OutboxEntry._meta.db_table}
    (kind, key, name, topic, payload, due_at, attempts, last_error, context, slots)
SELECT kind, key, name, topic, payload, statement_timestamp() + make_interval(secs => delay), 0, '',
    %s::jsonb, coalesce(slots, {ALL_SLOTS})
FROM jsonb_to_recordset(%s::jsonb)
    AS given (kind text, key text, name text, topic text, payload jsonb, delay float8, slots smallint)
ON CONFLICT DO NOTHING
"""  # noqa: S608


class Audience(TypedDict):
    """An event and the topics to whose subscribers it goes."""

    topics: list[str]
    name: str
    data: dict[str, Any]


class Row(TypedDict):
    """An event, several events or a job to be written."""

    kind: str
    key: str | None
    name: str
    topic: str
    payload: dict[str, Any] | list[Audience]
    delay: float
    slots: NotRequired[int]
    """The bits of the slots of its topics, if there are several shards."""


MAX_JOINED: Final = 100
"""The most events in a row, so that one row is not sent for long."""

_batch: ContextVar[list[Row] | None] = ContextVar("gathering", default=None)


@contextmanager
def batched() -> Iterator[list[Row]]:
    """Collect events and jobs published in the block and insert them with one statement at its end.

    Yields the list; a caller that inserts the rows itself empties it. A nested block adds to the outer
    one. Rolling back a savepoint inside the block does not remove its rows.
    """
    outer = _batch.get()
    if outer is not None:
        yield outer
        return
    rows: list[Row] = []
    token = _batch.set(rows)
    try:
        yield rows
    finally:
        _batch.reset(token)
    if rows:
        _insert(rows)


def group_name(topic: str) -> str:
    """Return the channel layer's name of a topic, which may not contain a colon."""
    return topic.replace(":", ".")


def publish(topic: str, type: str, data: dict[str, Any], *, key: str | None = None) -> None:
    """Publish an event to the subscribers of a topic after the commit."""
    _write(Row(kind=OutboxEntry.Kind.EVENT.value, key=key, name=type, topic=topic, payload=data, delay=0))


def enqueue(job: str, *, key: str | None = None, delay_seconds: float = 0, **kwargs: Any) -> None:
    """Run a registered job after the commit; with a key, once only."""
    kind = OutboxEntry.Kind.JOB.value
    _write(Row(kind=kind, key=key, name=job, topic="", payload=kwargs, delay=delay_seconds))


def insert_params(rows: Sequence[Row]) -> list[str | None]:
    """Return the parameters of INSERT, for a caller that sends it with other statements."""
    context = tracing.carried()
    return [json.dumps(context) if context else None, json.dumps(_by_shard(rows))]


def _by_shard(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with events joined, those of each shard apart."""
    shards: int = settings.RELAY_SHARDS
    if shards == 1:
        return _joined(rows)
    result = [row for row in rows if row["kind"] == OutboxEntry.Kind.JOB.value]
    parts: dict[int, list[Row]] = {}
    for row in rows:
        if row["kind"] != OutboxEntry.Kind.JOB.value:
            parts.setdefault(slot_of(row["topic"]) % shards, []).append(row)
    for shard, part in parts.items():
        result += [{**row, "slots": bits_of(shard, shards)} for row in _joined(part)]
    return result


def _joined(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with events joined up to the next event with a key; fewer than two stay as they are."""
    if sum(_can_join(row) for row in rows) < 2:
        return list(rows)
    result: list[Row] = []
    audiences: list[Audience] = []
    for row in rows:
        if not _can_join(row):
            result.append(row)
            if row["kind"] == OutboxEntry.Kind.EVENT.value:
                # Later events follow it in the order of rows.
                audiences = []
            continue
        data = row["payload"]
        assert isinstance(data, dict)
        if not audiences or len(audiences) == MAX_JOINED:
            audiences = []
            kind = OutboxEntry.Kind.EVENTS.value
            result.append(Row(kind=kind, key=None, name=row["name"], topic="", payload=audiences, delay=0))
        last = audiences[-1] if audiences else None
        is_same = last is not None and (last["name"], last["data"]) == (row["name"], data)
        if last is not None and is_same and row["topic"] not in last["topics"]:
            last["topics"].append(row["topic"])
        else:
            audiences.append(Audience(topics=[row["topic"]], name=row["name"], data=data))
    return result


def _can_join(row: Row) -> bool:
    """Return whether this is an event without a key, which only a row of its own can have."""
    return row["kind"] == OutboxEntry.Kind.EVENT.value and row["key"] is None


def _write(row: Row) -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("the outbox requires a transaction")
    gathering = _batch.get()
    if gathering is not None:
        gathering.append(row)
        return
    _insert([row])


def _insert(rows: Sequence[Row]) -> None:
    with prepared_cursor() as cursor:
        cursor.execute(INSERT, insert_params(rows))
