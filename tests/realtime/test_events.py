"""Events on the socket: each once, in order and without a gap, whatever was missed."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.accounts.models import User
from apps.core import postgres
from apps.core.models import OutboxEntry
from apps.core.outbox.relay import number_events
from apps.core.tasks import prune_outbox
from apps.realtime.events.topic_listeners import MAX_MISSED
from tests.realtime.conftest import Live, in_db, publish, until

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_commit_reaches_the_page_with_number_type_and_data(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    assert await client.join("me") == {"op": "subscribed", "topic": "me", "seq": 0}
    await publish(f"user:{ada.pk}", "wallet.changed", balance="12.00")
    frame = await client.hear()
    assert frame.pop("at").endswith("Z")
    assert frame == {
        "op": "event", "topic": "me", "seq": 1, "type": "wallet.changed", "data": {"balance": "12.00"},
    }  # fmt: skip


async def test_nobody_hears_what_is_somebody_elses(live: Live, ada: User, cleo: User) -> None:
    stranger = await live.connect(cleo)
    await stranger.join("me")
    await publish(f"user:{ada.pk}", "wallet.changed", balance="12.00")
    assert await stranger.is_quiet()


async def test_after_unsubscribing_nothing_more_is_heard(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    for topic in ("me", "settings"):
        await client.join(topic)
        await client.say("unsubscribe", topic=topic)
    await client.say("ping")
    assert (await client.hear())["op"] == "pong"
    await publish(f"user:{ada.pk}", "profile.changed")
    await publish("settings", "settings.changed", changed=["symbol"])
    assert await client.is_quiet()


async def test_a_returning_client_gets_exactly_what_it_missed_and_then_goes_on(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await publish(topic, "a", "b")
    assert await client.hear_events(2) == [(1, "a"), (2, "b")]
    await client.leave()
    await publish(topic, "c", "d", "e")
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=5).exists))
    again = await live.connect(ada)
    assert await again.join("me", last_seq=2) == {"op": "subscribed", "topic": "me", "seq": 2}
    await publish(topic, "f")
    assert await again.hear_events(4) == [(3, "c"), (4, "d"), (5, "e"), (6, "f")]
    assert await again.is_quiet()


async def test_events_that_pour_in_while_a_client_catches_up_come_in_order(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, *[f"e{n}" for n in range(1, 101)])
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=100).exists))
    client = await live.connect(ada)

    async def pour() -> None:
        for n in range(101, 151):
            await publish(topic, f"e{n}")

    pouring = asyncio.create_task(pour())
    await client.say("subscribe", topic="me", last_seq=40)
    assert await client.hear_events(110) == [(n, f"e{n}") for n in range(41, 151)]
    await pouring


async def test_an_event_sent_again_after_a_crash_of_the_relay_is_heard_once(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await publish(topic, "a", "b")
    assert await client.hear_events(2) == [(1, "a"), (2, "b")]
    # The mark was never made: the relay sends both once more.
    await in_db(OutboxEntry.objects.filter(topic=topic).update, done_at=None)
    await until(lambda: in_db(_all_published))
    await publish(topic, "c")
    assert await client.hear_events(1) == [(3, "c")]


def _all_published() -> bool:
    return not OutboxEntry.objects.filter(done_at__isnull=True).exists()


async def test_who_was_away_for_too_many_events_is_told_to_fetch(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, *["x"] * (MAX_MISSED + 1))
    await until(lambda: in_db(OutboxEntry.objects.filter(topic=topic, seq=MAX_MISSED + 1).exists))
    client = await live.connect(ada)
    await client.join("me", last_seq=0)
    assert await client.hear() == {"op": "refetch", "topic": "me", "seq": MAX_MISSED + 1}
    await publish(topic, "y")
    assert await client.hear_events(1) == [(MAX_MISSED + 2, "y")]


async def test_what_was_pruned_is_not_sent_but_said_to_be_missing(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    await publish(topic, "a", "b", "c")
    await until(lambda: in_db(_all_published))
    long_ago = timezone.now() - timedelta(days=2)
    await in_db(OutboxEntry.objects.filter(topic=topic, seq__lt=3).update, done_at=long_ago)
    assert await in_db(prune_outbox) == 2
    too_late, in_time = await live.connect(ada), await live.connect(ada)
    await too_late.join("me", last_seq=1)
    assert await too_late.hear() == {"op": "refetch", "topic": "me", "seq": 3}
    await in_time.join("me", last_seq=2)
    assert await in_time.hear_events(1) == [(3, "c")]


async def test_a_message_that_redis_lost_is_made_good_from_the_log(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await live.stop_relay()
    await publish(topic, "a", "b")
    # Numbered and marked, and never sent.
    await in_db(_number_only, topic)
    assert await client.hear_events(2) == [(1, "a"), (2, "b")]


async def test_a_gap_is_filled_at_once_when_a_later_event_shows_it(live: Live, ada: User) -> None:
    topic = f"user:{ada.pk}"
    client = await live.connect(ada)
    await client.join("me")
    await live.stop_relay()
    await publish(topic, "a", "b")
    await in_db(_number_only, topic)
    await publish(topic, "c")
    started = asyncio.get_running_loop().time()
    await live.start_relay()
    assert await client.hear_events(3) == [(1, "a"), (2, "b"), (3, "c")]
    assert asyncio.get_running_loop().time() - started < 1.5


def _number_only(topic: str) -> None:
    async def number() -> None:
        async with await postgres.connect("tests") as own:
            await number_events(own)

    async_to_sync(number)()
    OutboxEntry.objects.filter(topic=topic).update(done_at=timezone.now())
