"""Jobs stay in the outbox until the broker has them, and are sent again when it lost them."""

import asyncio
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from redis.asyncio import Redis as AsyncRedis

from apps.core.models import OutboxEntry
from apps.core.outbox import events, numbering
from apps.core.outbox.job_queue import MAX_QUEUED, QUEUE, resend_jobs
from apps.core.postgres import Connection
from embedded.redis import Redis
from tests.core.relaying import (
    in_thread,
    is_true,
    redis,
    relaying,
    together,
    until,
    with_relay,
)

__all__ = ["redis"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_round_marks_what_was_published_and_returns_what_is_due() -> None:
    together()

    async def rounds(own: Connection) -> None:
        first = await numbering.number_events(own)
        assert (len(first.events), first.jobs_due, first.is_late) == (5, False, False)
        await own.execute("UPDATE core_outboxentry SET due_at = now() - interval '1 minute'")
        assert (await numbering.number_events(own)).is_late
        (entry,) = {event.id for event in first.events}
        assert not (await numbering.number_events(own, published=[entry])).is_late
        assert not (await numbering.number_events(own)).is_late
        await asyncio.to_thread(in_thread, lambda: llen_calls("tests.job"))
        assert (await numbering.number_events(own)).jobs_due

    with_relay(rounds)
    assert OutboxEntry.objects.get(kind="events").done_at is not None


def test_jobs_stay_in_the_outbox_while_the_broker_is_full(redis: Redis) -> None:
    """Repeated every few seconds, they would fill the queue with duplicates."""

    async def main() -> tuple[int, int]:
        async with AsyncRedis.from_url(redis.url) as broker, relaying() as relay:
            await broker.lpush(QUEUE, *["another job"] * MAX_QUEUED)
            await until(lambda: is_true(relay.leads.is_set()))
            await asyncio.to_thread(in_thread, lambda: llen_calls("tests.job"))
            await asyncio.sleep(0.5)
            full = await broker.llen(QUEUE)
            await broker.rpop(QUEUE)
            await until(lambda: is_full(broker))
            return full, await broker.llen(QUEUE)

    async def is_full(broker: AsyncRedis) -> bool:
        return await broker.llen(QUEUE) == MAX_QUEUED

    assert asyncio.run(main()) == (MAX_QUEUED, MAX_QUEUED)


def llen_calls(name: str) -> None:
    with transaction.atomic():
        events.enqueue(name)


def sent_often() -> None:
    """Mark the job as sent several times, so that the next retry is a minute away."""
    OutboxEntry.objects.update(sends=6, due_at=timezone.now() + timedelta(seconds=60))


@pytest.mark.parametrize("seconds_away", [0.0, 2.5])
def test_jobs_that_the_broker_lost_are_sent_again_at_once(redis: Redis, seconds_away: float) -> None:
    """Also after an outage too short for any request to notice."""

    async def main() -> None:
        async with relaying() as relay:
            await until(lambda: is_true(relay.leads.is_set()))
            await asyncio.to_thread(in_thread, lambda: llen_calls("tests.job"))
            await until(lambda: waits_at(redis, 1))
            await asyncio.to_thread(in_thread, sent_often)
            redis.kill()
            await asyncio.sleep(seconds_away)
            redis.start()
            await until(lambda: waits_at(redis, 1), seconds=5)

    asyncio.run(main())


def test_relay_that_starts_with_an_empty_broker_resends_jobs(redis: Redis) -> None:
    llen_calls("tests.job")
    sent_often()

    async def main() -> None:
        async with relaying():
            await until(lambda: waits_at(redis, 1), seconds=5)

    asyncio.run(main())


def test_running_and_delayed_jobs_are_not_made_due(redis: Redis) -> None:
    for name in ("tests.running", "tests.delayed", "tests.alone"):
        llen_calls(name)
    sent_often()
    later = timezone.now() + timedelta(seconds=50)
    # One never sent, and one that a worker runs outside a transaction.
    OutboxEntry.objects.exclude(name="tests.running").update(sends=0, due_at=later)
    with transaction.atomic():
        OutboxEntry.objects.select_for_update().get(name="tests.running")
        assert with_relay(resend_jobs) == 0
    assert not OutboxEntry.objects.filter(due_at__lte=timezone.now()).exists()
    assert with_relay(resend_jobs) == 1
    assert OutboxEntry.objects.get(due_at__lte=timezone.now()).name == "tests.running"


async def waits_at(redis: Redis, messages: int) -> bool:
    async with AsyncRedis.from_url(redis.url) as broker:
        return await broker.llen(QUEUE) == messages
