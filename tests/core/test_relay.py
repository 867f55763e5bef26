"""The relay loses nothing, keeps the order, and sends an event with the same number each time."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.utils import timezone
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import ConnectionError

from apps.core import postgres
from apps.core.models import NumberedEvent, OutboxEntry, Topic
from apps.core.outbox import events, publisher, relay
from apps.core.outbox.relay import MAX_QUEUED, QUEUE, Relay, resend_jobs
from apps.core.postgres import Connection
from embedded.redis import Redis
from tests.core.relaying import (
    number_events,
    publish_events,
    published,
    published_together,
    redis,
    subscribed,
    with_relay,
)

__all__ = ["redis"]
pytestmark = pytest.mark.django_db(transaction=True)


def log_of(topic: str) -> list[tuple[int | None, str]]:
    return list(OutboxEntry.objects.filter(topic=topic).order_by("seq").values_list("seq", "name"))


def test_events_are_numbered_in_order_per_topic() -> None:
    published("booking:1", "a", "b")
    published("booking:2", "x")
    published("booking:1", "c")
    assert with_relay(number_events) == 4
    assert log_of("booking:1") == [(1, "a"), (2, "b"), (3, "c")]
    assert log_of("booking:2") == [(1, "x")]
    assert dict(Topic.objects.values_list("name", "last_seq")) == {"booking:1": 3, "booking:2": 1}


def test_numbering_continues_in_batches_of_any_size() -> None:
    published("settings", *"abcdefg")

    async def in_threes(own: Connection) -> list[int]:
        return [await number_events(own, limit=3) for _ in range(4)]

    assert with_relay(in_threes) == [3, 3, 1, 0]
    assert [name for _, name in log_of("settings")] == list("abcdefg")


def test_row_that_commits_after_a_later_one_is_not_skipped() -> None:
    """Ids are assigned before commits: id 1 may become visible after id 2 was delivered."""
    published("settings", "early", "late")
    early = OutboxEntry.objects.get(name="early")
    OutboxEntry.objects.filter(pk=early.pk).delete()
    with_relay(number_events)
    early.save(force_insert=True)
    with_relay(number_events)
    assert log_of("settings") == [(1, "late"), (2, "early")]


def test_two_concurrent_relays_leave_no_gap_and_no_duplicate_number() -> None:
    for n in range(150):
        published(f"booking:{n % 3}", f"e{n}")

    async def both(own: Connection) -> None:
        async with await postgres.connect("tests-other") as other:
            while sum(await asyncio.gather(number_events(own, limit=10), number_events(other, limit=10))):
                pass

    with_relay(both)
    for n in range(3):
        assert [seq for seq, _ in log_of(f"booking:{n}")] == list(range(1, 51))
        assert Topic.objects.get(name=f"booking:{n}").last_seq == 50


def test_crash_between_sending_and_marking_repeats_the_same_numbers() -> None:
    published("settings", "a", "b")

    async def crash_and_repeat(own: Connection) -> list[list[tuple[int, str]]]:
        async with subscribed("settings") as received:
            await number_events(own)
            await publish_events(own)
            first = await received()
            # The state of the database if the process died before marking.
            await own.execute("UPDATE core_outboxentry SET done_at = NULL")
            await number_events(own)
            await publish_events(own)
            return [first, await received()]

    first, again = with_relay(crash_and_repeat)
    assert first == again == [(1, "a"), (2, "b")]


def together() -> None:
    published_together(
        ("booking:1", "booking.accepted", {"id": 1}),
        ("user:5", "booking.accepted", {"id": 1}),
        ("tasks:7", "booking.accepted", {"id": 1}),
        ("bookings", "booking.changed", {"id": 1}),
        ("tasks:7", "offer.closed", {"offer_id": 3}),
    )


def numbers_of(topic: str) -> list[tuple[int, int]]:
    return list(NumberedEvent.objects.filter(topic=topic).order_by("seq").values_list("seq", "place"))


def test_events_of_one_block_are_one_row_with_a_number_in_each_topic() -> None:
    published("tasks:7", "a")
    together()
    published("tasks:7", "b")
    rows = OutboxEntry.objects.order_by("pk").values_list("kind", "name", "topic")
    several = ("events", "booking.accepted", "")
    assert list(rows) == [("event", "a", "tasks:7"), several, ("event", "b", "tasks:7")]
    entry = OutboxEntry.objects.get(kind="events")
    assert entry.payload == [
        {"topics": ["booking:1", "user:5", "tasks:7"], "name": "booking.accepted", "data": {"id": 1}},
        {"topics": ["bookings"], "name": "booking.changed", "data": {"id": 1}},
        {"topics": ["tasks:7"], "name": "offer.closed", "data": {"offer_id": 3}},
    ]
    assert with_relay(number_events) == 7
    assert log_of("tasks:7") == [(1, "a"), (4, "b")]
    assert numbers_of("tasks:7") == [(2, 0), (3, 2)]
    assert numbers_of("booking:1") == numbers_of("user:5") == [(1, 0)]
    assert numbers_of("bookings") == [(1, 1)]
    assert Topic.objects.get(name="tasks:7").last_seq == 4
    assert with_relay(number_events) == 0


def test_events_keep_their_order_around_one_with_a_key() -> None:
    with transaction.atomic(), events.batched():
        events.publish("user:1", "first", {})
        events.publish("user:1", "second", {}, key="once")
        events.publish("user:1", "third", {})
        events.publish("user:1", "fourth", {})

    async def main(own: Connection) -> list[tuple[int, str]]:
        return [(event.seq, event.name) for event in (await relay.number_events(own)).events]

    assert with_relay(main) == [(1, "first"), (2, "second"), (3, "third"), (4, "fourth")]


def test_rows_of_several_events_are_sent_again_with_the_same_numbers_after_a_crash() -> None:
    published("tasks:7", "a")
    together()

    async def crash_and_repeat(own: Connection) -> list[list[tuple[int, str]]]:
        async with subscribed("tasks:7") as received:
            await number_events(own)
            assert await publish_events(own) == 6
            first = await received()
            await own.execute("UPDATE core_outboxentry SET done_at = NULL")
            await number_events(own)
            assert await publish_events(own) == 6
            return [first, await received()]

    first, again = with_relay(crash_and_repeat)
    assert first == again == [(1, "a"), (2, "booking.accepted"), (3, "offer.closed")]


def test_row_is_marked_only_when_all_of_its_events_were_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    published("settings", "a")
    together()
    layer = get_channel_layer()
    send = layer.group_send

    async def breaks(group: str, message: dict[str, Any]) -> None:
        if message["name"] == "offer.closed":
            raise ConnectionError("lost")
        await send(group, message)

    async def main(own: Connection) -> int:
        await number_events(own)
        with monkeypatch.context() as patched:
            patched.setattr(layer, "group_send", breaks)
            with pytest.raises(ConnectionError):
                await publish_events(own)
        return await publish_events(own)

    assert with_relay(main) == 5


def test_two_concurrent_relays_leave_no_gap_between_rows_of_several_events() -> None:
    for n in range(60):
        published_together(
            ("bookings", f"e{n}", {}), (f"booking:{n % 3}", f"e{n}", {}), ("bookings", f"f{n}", {})
        )

    async def both(own: Connection) -> None:
        async with await postgres.connect("tests-other") as other:
            while sum(await asyncio.gather(number_events(own, limit=7), number_events(other, limit=7))):
                pass

    with_relay(both)
    assert [seq for seq, _ in numbers_of("bookings")] == list(range(1, 121))
    assert [seq for seq, _ in numbers_of("booking:1")] == list(range(1, 21))


def test_round_marks_what_was_published_and_returns_what_is_due() -> None:
    together()

    async def rounds(own: Connection) -> None:
        first = await relay.number_events(own)
        assert (len(first.events), first.jobs_due, first.is_late) == (5, False, False)
        await own.execute("UPDATE core_outboxentry SET due_at = now() - interval '1 minute'")
        assert (await relay.number_events(own)).is_late
        (entry,) = {event.id for event in first.events}
        assert not (await relay.number_events(own, published=[entry])).is_late
        assert not (await relay.number_events(own)).is_late
        await asyncio.to_thread(in_thread, lambda: llen_calls("tests.job"))
        assert (await relay.number_events(own)).jobs_due

    with_relay(rounds)
    assert OutboxEntry.objects.get(kind="events").done_at is not None


def test_relay_sends_again_what_another_one_left_unmarked() -> None:
    """A relay that is stopped between sending and marking, and one whose Redis was away."""
    together()
    with_relay(number_events)

    async def main() -> list[tuple[int, str]]:
        async with subscribed("tasks:7") as received, relaying() as relay:
            await until(lambda: _true(relay.leads.is_set()))
            await until(lambda: asyncio.to_thread(all_marked))
            return await received()

    assert asyncio.run(main()) == [(1, "booking.accepted"), (2, "offer.closed")]


def test_more_events_than_are_kept_in_memory_arrive_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "MAX_WAITING", 20)

    def pour() -> None:
        for n in range(40):
            published_together(*[("settings", f"{n}.{place}", {}) for place in range(10)])

    async def main() -> list[int]:
        async with relaying() as relay, subscribed("settings") as received:
            await until(lambda: _true(relay.leads.is_set()))
            await asyncio.to_thread(in_thread, pour)
            await until(lambda: asyncio.to_thread(all_marked))
            return [seq for seq, _ in await received()]

    seqs = asyncio.run(main())
    # Readers drop a number that they have; each next one must be the one after.
    head = 0
    for seq in seqs:
        assert seq <= head + 1
        head = max(head, seq)
    assert head == 400


def all_marked() -> bool:
    try:
        return not OutboxEntry.objects.filter(done_at__isnull=True).exists()
    finally:
        connection.close()


def test_published_event_is_marked_and_not_sent_again() -> None:
    published("settings", "a")

    async def twice(own: Connection) -> list[int]:
        await number_events(own)
        return [await publish_events(own), await publish_events(own)]

    assert with_relay(twice) == [1, 0]
    assert OutboxEntry.objects.filter(done_at__isnull=False).count() == 1


def test_events_are_numbered_during_a_redis_outage_and_sent_in_order_afterwards(redis: Redis) -> None:
    published("settings", "a", "b")

    async def outage(own: Connection) -> list[tuple[int, str]]:
        redis.kill()
        assert await number_events(own) == 2
        with pytest.raises(ConnectionError):
            await publish_events(own)
        redis.start()
        async with subscribed("settings") as received:
            assert await publish_events(own) == 2
            return await received()

    assert with_relay(outage) == [(1, "a"), (2, "b")]


async def until(fact: Callable[[], Awaitable[bool]], *, seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not await fact():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def relaying() -> AsyncIterator[Relay]:
    relay = Relay()
    work = asyncio.create_task(relay.run())
    yield relay
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def test_second_relay_waits_until_the_first_has_ended() -> None:
    async def main() -> tuple[bool, bool]:
        async with relaying() as second:
            async with relaying() as first:
                await until(lambda: _true(first.leads.is_set() or second.leads.is_set()))
                await asyncio.sleep(0.3)
                both = first.leads.is_set() and second.leads.is_set()
            await until(lambda: _true(second.leads.is_set()))
            return both, second.leads.is_set()

    assert asyncio.run(main()) == (False, True)


async def _true(fact: bool) -> bool:
    return fact


def test_relay_recovers_after_its_connections_were_closed() -> None:
    async def main() -> list[tuple[int, str]]:
        async with relaying() as relay, subscribed("settings") as received:
            await until(lambda: _true(relay.leads.is_set()))
            await asyncio.to_thread(cut_connections)
            await until(lambda: _true(not relay.leads.is_set()))
            await asyncio.to_thread(in_thread, lambda: published("settings", "a"))
            await until(lambda: _true(relay.leads.is_set()))
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
        await relay.leads.wait()
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
        await relay.leads.wait()
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


def in_thread(work: Callable[[], None]) -> None:
    try:
        work()
    finally:
        connection.close()


def test_jobs_stay_in_the_outbox_while_the_broker_is_full(redis: Redis) -> None:
    """Repeated every few seconds, they would fill the queue with duplicates."""

    async def main() -> tuple[int, int]:
        async with AsyncRedis.from_url(redis.url) as broker, relaying() as relay:
            await broker.lpush(QUEUE, *["another job"] * MAX_QUEUED)
            await until(lambda: _true(relay.leads.is_set()))
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
            await until(lambda: _true(relay.leads.is_set()))
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


def test_commit_reaches_the_channel_layer_without_a_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notification wakes the relay; the poll each second is only for lost ones."""
    monkeypatch.setattr("apps.core.outbox.relay.POLL_SECONDS", 3600)

    async def main() -> list[tuple[int, str]]:
        async with relaying() as relay, subscribed("settings") as received:
            await until(lambda: _true(relay.leads.is_set()))
            # The relay's first round is over, so only a notification starts another.
            await asyncio.sleep(0.5)
            await asyncio.to_thread(in_thread, lambda: published("settings", "a"))
            await until(lambda: asyncio.to_thread(done))
            return list(await received())

    def done() -> bool:
        try:
            return OutboxEntry.objects.filter(done_at__isnull=False).exists()
        finally:
            connection.close()

    assert asyncio.run(main()) == [(1, "a")]
