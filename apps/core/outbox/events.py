"""The outbox: events and jobs are stored in the transaction that causes them.

The relay (apps.core.outbox.relay) delivers them after the commit; a rollback discards them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from apps.core.models import OutboxEntry

CHANNEL = "hansom_outbox"
"""The PostgreSQL notification that wakes the relay; a trigger on the table sends it at commit."""

_batch: ContextVar[list[OutboxEntry] | None] = ContextVar("gathering", default=None)


@contextmanager
def batched() -> Iterator[list[OutboxEntry]]:
    """Collect events and jobs published in the block and insert them with one statement at its end.

    Yields the list; a caller that inserts the rows itself empties it. A nested block adds to the outer
    one. Rolling back a savepoint inside the block does not remove its rows.
    """
    outer = _batch.get()
    if outer is not None:
        yield outer
        return
    entries: list[OutboxEntry] = []
    token = _batch.set(entries)
    try:
        yield entries
    finally:
        _batch.reset(token)
    if entries:
        # An existing key is not inserted again; rows without a key cannot conflict.
        OutboxEntry.objects.bulk_create(entries, ignore_conflicts=True)


def group_name(topic: str) -> str:
    """Return the channel layer's name of a topic, which may not contain a colon."""
    return topic.replace(":", ".")


def publish(topic: str, type: str, data: dict[str, Any], *, key: str | None = None) -> None:
    """Publish an event to the subscribers of a topic after the commit."""
    _write(OutboxEntry(kind=OutboxEntry.Kind.EVENT, topic=topic, name=type, payload=data, key=key))


def enqueue(job: str, *, key: str | None = None, delay_seconds: float = 0, **kwargs: Any) -> None:
    """Run a registered job after the commit; with a key, once only."""
    entry = OutboxEntry(kind=OutboxEntry.Kind.JOB, name=job, payload=kwargs, key=key)
    if delay_seconds:
        entry.due_at = Now() + timedelta(seconds=delay_seconds)
    _write(entry)


def _write(entry: OutboxEntry) -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the outbox requires a transaction")
    gathering = _batch.get()
    if gathering is not None:
        gathering.append(entry)
        return
    OutboxEntry.objects.bulk_create([entry], ignore_conflicts=entry.key is not None)
