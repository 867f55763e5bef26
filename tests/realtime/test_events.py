"""Events on the socket: each once, in order and without a gap, whatever was missed."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.accounts.models import User
from apps.core import postgres
from apps.core.models import NumberedEvent, OutboxEntry
from apps.core.outbox import numbering
from apps.core.privacy.retention import delete_expired
from apps.realtime.events.log_reader import LogReader
from apps.realtime.events.topic_listeners import MAX_MISSED
from tests.core.relaying import published_together
from tests.realtime.conftest import Live, in_db, publish, until

pytestmark = pytest.mark.django_db(transaction=True)


async def test_commit_reaches_the_page_with_number_type_and_data(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    assert await client.join("me") == {"op": "subscribed", "topic": "me", "seq": 0}
    await publish(f"user:{ada.pk}", "wallet.changed", balance="12.00")
    frame = await client.receive()
    assert frame.pop("at").endswith("Z")
    assert frame == {
        "op": "event", "topic": "me", "seq": 1, "type": "wallet.changed", "data": {"balance": "12.00"},
    }  # fmt: skip


async def test_topic_without_events_is_at_zero(ada: User) -> None:
    topic = f"user:{ada.pk}"
    log = LogReader()
    assert await log.heads([topic, "settings"]) == {topic: 0, "settings": 0}
    await log.close()


async def test_events_of_another_user_are_not_received(live: Live, ada: User, cleo: User) -> None:
    stranger = await live.connect(cleo)
    await stranger.join("me")
    await publish(f"user:{ada.pk}", "wallet.changed", balance="12.00")
    assert await stranger.is_quiet()


async def test_nothing_is_received_after_unsubscribing(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    for topic in ("me", "settings"):
        await client.join(topic)
        await client.send("unsubscribe", topic=topic)
    await client.send("ping")
    assert (await client.receive())["op"] == "pong"
    await publish(f"user:{ada.pk}", "profile.changed")
    await publish("settings", "settings.changed", changed=["symbol"])
    assert await client.is_quiet()


async def test_returning_client_receives_what_it_missed(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await publish(topic, "a", "b")
    assert await client.receive_events(2) == [(1, "a"), (2, "b")]
    await client.leave()
    await publish(topic, "c", "d", "e")
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=5).exists))
    again = await live.connect(ada)
    assert await again.join("me", last_seq=2) == {"op": "subscribed", "topic": "me", "seq": 2}
    await publish(topic, "f")
    assert await again.receive_events(4) == [(3, "c"), (4, "d"), (5, "e"), (6, "f")]
    assert await again.is_quiet()


async def test_returning_client_receives_what_it_missed_of_rows_with_several_events(
    live: Live, ada: User
) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, "a")
    await in_db(published_together, (topic, "b", {"n": 2}), ("bookings", "x", {}), (topic, "c", {"n": 3}))
    await publish(topic, "d")
    await until(lambda: in_db(_all_published))
    client = await live.connect(ada)
    await client.join("me", last_seq=0)
    events = [await client.receive() for _ in range(4)]
    assert [(each["seq"], each["type"]) for each in events] == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    assert [each["data"] for each in events[1:3]] == [{"n": 2}, {"n": 3}]
    assert await client.is_quiet()


async def test_pruned_rows_with_several_events_lead_to_a_refetch(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await in_db(published_together, (topic, "a", {}), ("bookings", "x", {}))
    await publish(topic, "b")
    await until(lambda: in_db(_all_published))
    long_ago = timezone.now() - timedelta(days=2)
    await in_db(OutboxEntry.objects.filter(kind="events").update, done_at=long_ago)
    assert (await in_db(delete_expired, short=True))["requests"] == 1
    assert not await in_db(NumberedEvent.objects.exists)
    client = await live.connect(ada)
    await client.join("me", last_seq=0)
    assert await client.receive() == {"op": "refetch", "topic": "me", "seq": 2}


async def test_events_during_the_catch_up_arrive_in_order(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, *[f"e{n}" for n in range(1, 101)])
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=100).exists))
    client = await live.connect(ada)

    async def pour() -> None:
        for n in range(101, 151):
            await publish(topic, f"e{n}")

    pouring = asyncio.create_task(pour())
    await client.send("subscribe", topic="me", last_seq=40)
    assert await client.receive_events(110) == [(n, f"e{n}") for n in range(41, 151)]
    await pouring


async def test_event_sent_again_after_a_relay_crash_is_received_once(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await publish(topic, "a", "b")
    assert await client.receive_events(2) == [(1, "a"), (2, "b")]
    # As if the relay had crashed before marking them: it sends both again.
    await in_db(OutboxEntry.objects.filter(topic=topic).update, done_at=None)
    await until(lambda: in_db(_all_published))
    await publish(topic, "c")
    assert await client.receive_events(1) == [(3, "c")]


def _all_published() -> bool:
    return not OutboxEntry.objects.filter(done_at__isnull=True).exists()


async def test_client_receives_the_end_of_a_topic_longer_than_a_catch_up(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, *["x"] * MAX_MISSED, "y")
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=MAX_MISSED + 1).exists))
    client = await live.connect(ada)
    await client.join("me", last_seq=MAX_MISSED - 1)
    assert await client.receive_events(2) == [(MAX_MISSED, "x"), (MAX_MISSED + 1, "y")]


async def test_client_away_for_too_many_events_must_refetch(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, *["x"] * (MAX_MISSED + 1))
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=MAX_MISSED + 1).exists))
    client = await live.connect(ada)
    await client.join("me", last_seq=0)
    assert await client.receive() == {"op": "refetch", "topic": "me", "seq": MAX_MISSED + 1}
    await publish(topic, "y")
    assert await client.receive_events(1) == [(MAX_MISSED + 2, "y")]


async def test_pruned_events_lead_to_a_refetch(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, "a", "b", "c")
    await until(lambda: in_db(_all_published))
    long_ago = timezone.now() - timedelta(days=2)
    await in_db(OutboxEntry.objects.filter(topic=topic, seq__lt=3).update, done_at=long_ago)
    assert (await in_db(delete_expired, short=True))["requests"] == 2
    too_late, in_time = await live.connect(ada), await live.connect(ada)
    await too_late.join("me", last_seq=1)
    assert await too_late.receive() == {"op": "refetch", "topic": "me", "seq": 3}
    await in_time.join("me", last_seq=2)
    assert await in_time.receive_events(1) == [(3, "c")]


async def test_message_lost_by_redis_is_read_from_the_log(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await live.stop_relay()
    await publish(topic, "a", "b")
    # Numbered and marked, but not sent.
    await in_db(_number_only, topic)
    assert await client.receive_events(2) == [(1, "a"), (2, "b")]


async def test_gap_is_filled_as_soon_as_a_later_event_shows_it(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await live.stop_relay()
    await publish(topic, "a", "b")
    await in_db(_number_only, topic)
    await publish(topic, "c")
    started = asyncio.get_running_loop().time()
    await live.start_relay()
    assert await client.receive_events(3) == [(1, "a"), (2, "b"), (3, "c")]
    assert asyncio.get_running_loop().time() - started < 1.5


def _number_only(topic: str) -> None:
    async def number() -> None:
        async with await postgres.connect("tests") as own:
            await numbering.number_events(own)

    async_to_sync(number)()
    OutboxEntry.objects.filter(topic=topic).update(done_at=timezone.now())
