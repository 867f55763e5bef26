"""Commits that wait for the disk, and those that need not (docs/decisions/0098)."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from apps.core.models import OutboxEntry
from apps.core.outbox import events, job_queue, jobs
from apps.core.outbox.numbering import number_events
from apps.core.outbox.shards import ALL_SLOTS
from apps.core.postgres import Connection
from apps.core.tasks import run_job
from tests.core.relaying import published, together, with_relay

pytestmark = pytest.mark.django_db(transaction=True)

SHOW = "SELECT current_setting('synchronous_commit')"


def waiting_after(work: Callable[[Connection], Awaitable[Any]]) -> str:
    """Return whether the commit waits for the disk, of a transaction that has done this work."""

    async def main(own: Connection) -> str:
        await own.execute("SET synchronous_commit = on")
        async with own.transaction():
            await work(own)
            row = await (await own.execute(SHOW)).fetchone()
            assert row is not None
            return str(row[0])

    return str(with_relay(main))


def test_numbers_wait_because_they_are_published() -> None:
    published("booking:1", "a")
    assert waiting_after(number_events) == "on"
    together()
    assert waiting_after(lambda own: number_events(own, published=[1])) == "on"


def test_round_that_only_marks_does_not_wait() -> None:
    together()
    with_relay(number_events)
    entry = OutboxEntry.objects.get()
    assert waiting_after(lambda own: number_events(own, published=[entry.pk])) == "off"
    entry.refresh_from_db()
    assert entry.done_at is not None


def test_claim_of_a_job_by_the_relay_does_not_wait() -> None:
    enqueued()

    async def claim(own: Connection) -> None:
        assert (
            len(await (await own.execute(job_queue.CLAIM, {"limit": 10, "bits": ALL_SLOTS})).fetchall()) == 1
        )

    assert waiting_after(claim) == "off"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Records, at each commit, whether it waits."""
    found: list[str] = []
    private: Any = connection
    commit = private._commit

    def recording() -> None:
        with connection.cursor() as cursor:
            cursor.execute(SHOW)
            found.append(cursor.fetchone()[0])
        commit()

    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
    monkeypatch.setattr(connection, "_commit", recording)
    yield found
    with connection.cursor() as cursor:
        cursor.execute("RESET synchronous_commit")


@pytest.fixture
def handlers() -> Iterator[dict[str, Any]]:
    """Registers jobs for one test."""
    before = dict(jobs._handlers)
    yield jobs._handlers
    jobs._handlers.clear()
    jobs._handlers.update(before)


def enqueued() -> int:
    with transaction.atomic():
        events.enqueue("tests.work")
    return OutboxEntry.objects.latest("id").pk


def test_job_in_a_transaction_does_not_wait(handlers: dict[str, Any], seen: list[str]) -> None:
    handlers["tests.work"] = lambda: None
    entry = enqueued()
    seen.clear()
    run_job(entry)
    assert seen == ["off"]


def test_message_waits_only_for_its_result(handlers: dict[str, Any], seen: list[str]) -> None:
    handlers["tests.work"] = lambda: lambda: lambda: None
    entry = enqueued()
    seen.clear()
    run_job(entry)
    assert seen == ["off", "on"]
    assert OutboxEntry.objects.get(pk=entry).done_at is not None


def test_job_as_a_whole_outside_waits_for_its_claim(handlers: dict[str, Any], seen: list[str]) -> None:
    """Its provider may not be called twice, so the claim must not be lost."""
    jobs._outside.add("tests.work")
    handlers["tests.work"] = lambda: None
    try:
        entry = enqueued()
        seen.clear()
        run_job(entry)
    finally:
        jobs._outside.discard("tests.work")
    assert seen == ["on"]
