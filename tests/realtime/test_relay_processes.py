"""Two relay processes share the shards; one is killed without warning while events are written."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from apps.core.models import NumberedEvent, OutboxEntry, Topic
from apps.core.outbox import events
from apps.core.outbox.shards import SLOT_LOCK
from embedded.child import wait_until
from tests.realtime.conftest import TIMEOUT_SECONDS
from tests.realtime.processes import Platform, running_platform

pytestmark = pytest.mark.django_db(transaction=True)

TAKEOVER_SECONDS = 5.0
TOPICS = ["booking:1", "booking:2", "bookings", "user:5", "tasks:7"]


@pytest.fixture
def platform(tmp_path: Path, transactional_db: None) -> Iterator[Platform]:
    with running_platform(tmp_path) as platform:
        yield platform


def slots_by_relay() -> list[int]:
    """Return how many slots each relay holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
            " AND classid::bigint = %s AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid",
            [SLOT_LOCK],
        )
        return [row[0] for row in cursor.fetchall()]


def test_other_relay_takes_over_the_shards_of_a_killed_one(platform: Platform, settings: Any) -> None:
    settings.RELAY_SHARDS = 2
    relays = [platform.start(f"relay-{n}", "manage", "relay_outbox", RELAY_SHARDS="2") for n in range(2)]
    assert wait_until(lambda: slots_by_relay() == [4, 4], seconds=TIMEOUT_SECONDS), relays[1].last_lines(30)
    stopped, count = threading.Event(), [0]

    def write() -> None:
        while not stopped.wait(0.01):
            count[0] += 1
            with transaction.atomic(), events.batched():
                for topic in TOPICS:
                    events.publish(topic, f"e{count[0]}", {})
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        time.sleep(0.5)
        relays[0].kill()
        killed = time.monotonic()
        assert wait_until(lambda: slots_by_relay() == [8], seconds=TAKEOVER_SECONDS), relays[1].last_lines(30)
        print(f"taken over after {time.monotonic() - killed:.2f} s")
        time.sleep(0.5)
    finally:
        stopped.set()
        writer.join()
    assert wait_until(
        lambda: not OutboxEntry.objects.filter(done_at__isnull=True).exists(), seconds=TIMEOUT_SECONDS
    )
    expected = [(n, f"e{n}") for n in range(1, count[0] + 1)]
    for topic in TOPICS:
        logged = NumberedEvent.objects.filter(topic=topic).select_related("entry").order_by("seq")
        single = OutboxEntry.objects.filter(topic=topic).order_by("seq").values_list("seq", "name")
        several = [(row.seq, row.entry.payload[row.place]["name"]) for row in logged]
        assert sorted([*single, *several]) == expected
        assert Topic.objects.get(name=topic).last_seq == count[0]
