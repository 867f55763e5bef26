"""The door to the outside: what a transaction wants told or done, written down with it.

Rows are delivered after the commit by the relay (apps.core.outbox.relay); a rollback takes them back.
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

_gathering: ContextVar[list[OutboxEntry] | None] = ContextVar("gathering", default=None)


@contextmanager
def batched() -> Iterator[list[OutboxEntry]]:
    """Write what is published and enqueued inside with one statement, when the block ends well.

    The block gets the list: who writes the rows together with others of its own empties it. A block
    within a block adds to the outer one. Rows stay gathered when a savepoint inside is rolled back.
    """
    outer = _gathering.get()
    if outer is not None:
        yield outer
        return
    entries: list[OutboxEntry] = []
    token = _gathering.set(entries)
    try:
        yield entries
    finally:
        _gathering.reset(token)
    if entries:
        # Rows of a key that exists are not written again; rows without a key conflict with nothing.
        OutboxEntry.objects.bulk_create(entries, ignore_conflicts=True)


def publish(topic: str, type: str, data: dict[str, Any], *, key: str | None = None) -> None:
    """Tell the subscribers of a topic, once this transaction has committed."""
    _write(OutboxEntry(kind=OutboxEntry.Kind.EVENT, topic=topic, name=type, payload=data, key=key))


def enqueue(job: str, *, key: str | None = None, delay_seconds: float = 0, **kwargs: Any) -> None:
    """Have a registered job run, once this transaction has committed; a key makes it once-only."""
    entry = OutboxEntry(kind=OutboxEntry.Kind.JOB, name=job, payload=kwargs, key=key)
    if delay_seconds:
        entry.due_at = Now() + timedelta(seconds=delay_seconds)
    _write(entry)


def _write(entry: OutboxEntry) -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the outbox is written inside the transaction that does the work")
    gathering = _gathering.get()
    if gathering is not None:
        gathering.append(entry)
        return
    OutboxEntry.objects.bulk_create([entry], ignore_conflicts=entry.key is not None)
