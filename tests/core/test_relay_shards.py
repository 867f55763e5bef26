"""Several relays share the outbox by shards: nothing is lost, and the order of each topic holds."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from apps.core import postgres
from apps.core.models import NumberedEvent, OutboxEntry, Topic
from apps.core.monitoring import readings
from apps.core.outbox import events, numbering, publisher
from apps.core.outbox.job_queue import CLAIM
from apps.core.outbox.relay import Relay
from apps.core.outbox.shards import (
    ALL_SLOTS,
    LEADER_LOCK,
    ShardLocks,
    bits_of,
    slot_of,
    slots_of,
)
from apps.core.postgres import Connection
from tests.core.relaying import in_thread, is_true, relaying, subscribed, until, with_relay

pytestmark = pytest.mark.django_db(transaction=True)

Reader = Callable[[], Awaitable[list[tuple[int, str]]]]
EVEN, ODD = bits_of(0, 2), bits_of(1, 2)
TOPICS = [f"booking:{n}" for n in range(12)] + ["bookings", "user:5", "tasks:7", "settings"]


def topic_of(shard: int, *, shards: int = 2) -> str:
    return next(topic for topic in TOPICS if slot_of(topic) % shards == shard)


def publish(*topics: str, name: str = "e") -> None:
    with transaction.atomic(), events.batched():
        for topic in topics:
            events.publish(topic, name, {})


def order_in(topic: str) -> list[tuple[int, str]]:
    """Return the topic's log, numbers with names, of rows of both kinds."""
    single = [
        (seq, name)
        for seq, name in OutboxEntry.objects.filter(topic=topic).values_list("seq", "name")
        if seq is not None
    ]
    several = [
        (logged.seq, logged.entry.payload[logged.place]["name"])
        for logged in NumberedEvent.objects.filter(topic=topic).select_related("entry")
    ]
    return sorted([*single, *several])


# -- rows -----------------------------------------------------------------------------------------------
def test_topic_has_the_same_slot_in_each_process_and_release() -> None:
    assert [slot_of(topic) for topic in ("bookings", "booking:1", "user:5")] == [5, 4, 3]


def test_shards_divide_the_slots_without_rest() -> None:
    for shards in (1, 2, 4, 8):
        assert sum(bits_of(shard, shards) for shard in range(shards)) == ALL_SLOTS
        assert sorted(slot for n in range(shards) for slot in slots_of(n, shards)) == list(range(8))


def test_one_shard_leaves_the_events_of_a_block_in_one_row_of_all_slots() -> None:
    publish(*TOPICS)
    assert list(OutboxEntry.objects.values_list("kind", "slots")) == [("events", ALL_SLOTS)]


def test_events_of_a_block_become_a_row_for_each_shard(settings: Any) -> None:
    settings.RELAY_SHARDS = 2
    with transaction.atomic(), events.batched():
        for topic in TOPICS:
            events.publish(topic, "first", {})
        events.enqueue("tests.job")
        for topic in TOPICS:
            events.publish(topic, "second", {})
    rows = OutboxEntry.objects.exclude(kind="job")
    assert {row.slots for row in rows} == {EVEN, ODD}
    assert len(rows) == 2
    for row in rows:
        topics = [topic for event in row.payload for topic in event["topics"]]
        assert {1 << slot_of(topic) & row.slots for topic in topics} & {0} == set()
        assert [event["name"] for event in row.payload] == ["first", "second"]
    assert OutboxEntry.objects.get(kind="job").slots == ALL_SLOTS


# -- numbering ------------------------------------------------------------------------------------------
def test_relay_numbers_and_publishes_only_its_slots(settings: Any) -> None:
    settings.RELAY_SHARDS = 2
    publish(topic_of(0), topic_of(1))

    async def main(own: Connection) -> list[int]:
        even = await numbering.number_events(own, slots=EVEN)
        assert [event.topic for event in even.events] == [topic_of(0)]
        sent = [len(await publisher.publish_events(own, slots=slots)) for slots in (ODD, EVEN)]
        odd = await numbering.number_events(own, slots=ODD)
        assert [event.topic for event in odd.events] == [topic_of(1)]
        return [*sent, len(await publisher.publish_events(own, slots=ODD))]

    assert with_relay(main) == [0, 1, 1]


def test_row_of_several_shards_is_not_overtaken_and_overtakes_none(settings: Any) -> None:
    """A web process that was not restarted yet writes one row for what two relays deliver."""
    even, odd = topic_of(0), topic_of(1)
    settings.RELAY_SHARDS = 2
    publish(odd, name="first")
    settings.RELAY_SHARDS = 1
    publish(even, odd, name="second")
    settings.RELAY_SHARDS = 2
    publish(even, odd, name="third")

    async def main(own: Connection) -> list[list[str]]:
        return [
            [event.name for event in (await numbering.number_events(own, slots=slots)).events]
            for slots in (EVEN, ODD, ODD, EVEN, ODD)
        ]

    # The first relay waits for "first" of the other, which then waits for "second".
    assert with_relay(main) == [[], ["first"], [], ["second", "second", "third"], ["third"]]
    assert order_in(odd) == [(1, "first"), (2, "second"), (3, "third")]
    assert order_in(even) == [(1, "second"), (2, "third")]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_mix_of_shards_keeps_the_order_of_each_topic(settings: Any, seed: int) -> None:
    """Rows of processes with 1, 2, 4 and 8 shards, numbered by relays with 1, 2 and 4 at the same time."""
    draw = random.Random(seed)
    written: dict[str, list[str]] = {topic: [] for topic in TOPICS}
    for n in range(150):
        settings.RELAY_SHARDS = draw.choice([1, 1, 2, 4, 8])
        topics = draw.sample(TOPICS, draw.randint(1, 5))
        publish(*topics, name=f"e{n}")
        for topic in topics:
            written[topic].append(f"e{n}")

    async def number(slots: int) -> None:
        async with await postgres.connect("tests") as own:
            while not await asyncio.to_thread(all_numbered):
                await numbering.number_events(own, slots=slots, limit=draw.randint(1, 9))

    async def main() -> None:
        parts = [bits_of(n, 4) for n in range(4)] + [EVEN, ODD, ALL_SLOTS]
        async with asyncio.timeout(60):
            await asyncio.gather(*map(number, draw.sample(parts[:4], 4) if seed == 1 else parts))

    asyncio.run(main())
    for topic in TOPICS:
        assert order_in(topic) == list(enumerate(written[topic], 1))
        assert not written[topic] or Topic.objects.get(name=topic).last_seq == len(written[topic])


def all_numbered() -> bool:
    try:
        return not OutboxEntry.objects.filter(seq__isnull=True).exclude(kind="job").exists()
    finally:
        connection.close()


def test_each_job_belongs_to_one_shard() -> None:
    with transaction.atomic():
        for _ in range(20):
            events.enqueue("tests.job")

    async def claimed(own: Connection, slots: int) -> set[int]:
        rows = await (await own.execute(CLAIM, {"limit": 100, "bits": slots})).fetchall()
        return {row[0] for row in rows}

    async def main(own: Connection) -> list[set[int]]:
        assert (await numbering.number_events(own, slots=ODD)).jobs_due
        even = await claimed(own, EVEN)
        assert not (await numbering.number_events(own, slots=EVEN)).jobs_due
        return [even, await claimed(own, ODD)]

    even, odd = with_relay(main)
    assert len(even) == len(odd) == 10
    assert even | odd == set(OutboxEntry.objects.values_list("pk", flat=True))


# -- locks ----------------------------------------------------------------------------------------------
@asynccontextmanager
async def member(shards: int) -> AsyncIterator[tuple[ShardLocks, Connection]]:
    locks = ShardLocks(shards)
    async with await postgres.connect("tests") as own:
        await locks.join(own)
        yield locks, own


async def settle(locks: ShardLocks, own: Connection) -> int:
    share = await locks.share(own)
    await locks.take(own, share=share)
    return share


async def holds_all(locks: ShardLocks, own: Connection) -> bool:
    await settle(locks, own)
    return locks.bits == ALL_SLOTS


def test_shares_are_equal_and_move_no_shard_without_need() -> None:
    async def main() -> None:
        async with member(4) as (first, one):
            assert await settle(first, one) == 4
            async with member(4) as (second, two), member(4) as (third, three):
                assert await first.share(one) == 2
                await first.leave(one, {2, 3})
                first.held -= {2, 3}
                assert [await settle(second, two), await settle(third, three)] == [1, 1]
                assert [await first.share(one), len(second.held), len(third.held)] == [2, 1, 1]
                assert first.bits | second.bits | third.bits == ALL_SLOTS
            # The server notices a moment later that they are gone.
            await until(lambda: holds_all(first, one))

    asyncio.run(main())


def test_shards_of_another_number_are_taken_only_when_all_their_slots_are_free() -> None:
    async def main() -> None:
        async with member(1) as (new, own):
            async with member(2) as (old, other):
                assert await old.take(other, share=1)
                # Each counts only relays with its own number: others cannot take what it leaves.
                assert await new.share(own) == 1
                assert await old.share(other) == 2
                assert not await new.take(own, share=1)
                assert await old.take(other, share=2)
            await until(lambda: holds_all(new, own))

    asyncio.run(main())


def test_relay_waits_for_the_leader_of_an_earlier_release() -> None:
    async def main() -> bool:
        async with await postgres.connect("tests") as old, await postgres.connect("tests-next") as standby:
            await old.execute("SELECT pg_advisory_lock(%s)", [LEADER_LOCK])
            async with relaying() as relay:
                await asyncio.sleep(0.5)
                assert not relay.leads.is_set()
                await old.close()
                await until(lambda: is_true(relay.leads.is_set()))
                row = await (
                    await standby.execute("SELECT pg_try_advisory_lock(%s)", [LEADER_LOCK])
                ).fetchone()
                assert row is not None
                return bool(row[0])

    assert not asyncio.run(main())


# -- whole relays ---------------------------------------------------------------------------------------
def test_two_relays_share_the_shards_and_one_takes_over_all(settings: Any) -> None:
    settings.RELAY_SHARDS = 2

    async def main() -> None:
        async with relaying() as first:
            await until(lambda: is_true(first._shards.held == {0, 1}))
            async with relaying() as second:
                await until(lambda: is_true(second.leads.is_set()))
                assert (first._shards.held, second._shards.held) == ({0}, {1})
            await until(lambda: is_true(first._shards.held == {0, 1}), seconds=4)

    asyncio.run(main())


def test_no_event_is_missing_while_shards_move(settings: Any) -> None:
    """A second relay comes and goes; each reader gets all numbers, without going to the log."""
    settings.RELAY_SHARDS = 2
    topics = [topic_of(0), topic_of(1)]
    stopped = threading.Event()
    count = [0]

    def pour() -> None:
        while not stopped.wait(0.02):
            count[0] += 1
            publish(*topics, name=f"e{count[0]}")

    async def read_all(read: Reader, finished: asyncio.Event) -> list[tuple[int, str]]:
        """Read all the time, because a full channel drops messages."""
        received: list[tuple[int, str]] = []
        while not finished.is_set():
            received += await read()
        return received + await read()

    async def main() -> list[list[tuple[int, str]]]:
        finished = asyncio.Event()
        async with relaying() as first, subscribed(topics[0]) as even, subscribed(topics[1]) as odd:
            await until(lambda: is_true(first.leads.is_set()))
            readers = [asyncio.create_task(read_all(read, finished)) for read in (even, odd)]
            pouring = asyncio.create_task(asyncio.to_thread(in_thread, pour))
            async with relaying() as second:
                await until(lambda: is_true(second.leads.is_set()))
                await asyncio.sleep(0.5)
            await until(lambda: is_true(len(first._shards.held) == 2))
            stopped.set()
            await pouring
            await until(lambda: asyncio.to_thread(all_marked))
            finished.set()
            return await asyncio.gather(*readers)

    for received in asyncio.run(main()):
        # Relays repeat what another one sent without marking it; readers drop these numbers.
        assert sorted(set(received)) == [(n, f"e{n}") for n in range(1, count[0] + 1)]


def test_deployment_with_another_number_of_shards_keeps_the_order(settings: Any) -> None:
    """Relays and writers are restarted one after the other, while events are written."""
    topics = ["booking:1", "bookings", "user:5", "tasks:7"]
    stopped = threading.Event()
    count = [0]

    def pour() -> None:
        while not stopped.wait(0.01):
            count[0] += 1
            # Some web processes have the new number already.
            settings.RELAY_SHARDS = 1 + count[0] % 2
            publish(*topics, name=f"e{count[0]}")

    def relay_of(shards: int) -> Relay:
        made = Relay()
        made._shards = ShardLocks(shards)
        return made

    async def main() -> None:
        works = [asyncio.create_task(relay_of(1).run()) for _ in range(2)]
        await asyncio.sleep(0.5)
        pouring = asyncio.create_task(asyncio.to_thread(in_thread, pour))
        for n in range(2):
            works[n].cancel()
            await asyncio.wait([works[n]])
            works[n] = asyncio.create_task(relay_of(2).run())
            await asyncio.sleep(1.5)
        stopped.set()
        await pouring
        await until(lambda: asyncio.to_thread(all_marked), seconds=20)
        for work in works:
            work.cancel()
        await asyncio.wait(works)

    asyncio.run(main())
    assert count[0] > 50
    for topic in topics:
        assert order_in(topic) == [(n, f"e{n}") for n in range(1, count[0] + 1)]


def all_marked() -> bool:
    try:
        return not OutboxEntry.objects.filter(done_at__isnull=True).exists()
    finally:
        connection.close()


def test_relay_of_the_first_shard_alone_reads_the_metrics(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RELAY_SHARDS = 2
    settings.METRICS_PORT = 1
    readers: list[Connection] = []

    async def read(connection: Connection, *_: object, **__: object) -> None:
        readers.append(connection)

    monkeypatch.setattr(readings, "read", read)
    monkeypatch.setattr(readings, "EVERY_SECONDS", 0.1)

    async def main() -> None:
        async with relaying() as first:
            await until(lambda: is_true(first.leads.is_set()))
            async with relaying() as second:
                await until(lambda: is_true(second.leads.is_set()))
                readers.clear()
                await asyncio.sleep(0.5)
                assert len(readers) > 1
                assert len(set(map(id, readers))) == 1

    asyncio.run(main())
