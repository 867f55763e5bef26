"""The relay loses nothing, keeps the order, and sends an event with the same number each time."""

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import connection, transaction
from redis.exceptions import ConnectionError

from apps.core import postgres
from apps.core.models import NumberedEvent, OutboxEntry, Topic
from apps.core.outbox import events, numbering, publisher
from apps.core.postgres import Connection
from embedded.redis import Redis
from tests.core.relaying import (
    in_thread,
    is_true,
    number_events,
    publish_events,
    published,
    published_together,
    redis,
    relaying,
    subscribed,
    together,
    until,
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
        return [(event.seq, event.name) for event in (await numbering.number_events(own)).events]

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


def test_relay_sends_again_what_another_one_left_unmarked() -> None:
    """A relay that is stopped between sending and marking, and one whose Redis was away."""
    together()
    with_relay(number_events)

    async def main() -> list[tuple[int, str]]:
        async with subscribed("tasks:7") as received, relaying() as relay:
            await until(lambda: is_true(relay.leads.is_set()))
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
            await until(lambda: is_true(relay.leads.is_set()))
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


def test_commit_reaches_the_channel_layer_without_a_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notification wakes the relay; the poll each second is only for lost ones."""
    monkeypatch.setattr("apps.core.outbox.relay.POLL_SECONDS", 3600)

    async def main() -> list[tuple[int, str]]:
        async with relaying() as relay, subscribed("settings") as received:
            await until(lambda: is_true(relay.leads.is_set()))
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
