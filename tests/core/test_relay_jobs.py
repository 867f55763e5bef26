"""The relay sends jobs at once, and again while they are not done."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.core.models import OutboxEntry
from apps.core.outbox import events
from apps.core.outbox.relay import hand_out_jobs
from embedded.redis import Redis
from tests.core.relaying import redis, with_relay

__all__ = ["redis"]
pytestmark = pytest.mark.django_db(transaction=True)


def enqueued(*names: str, **options: Any) -> list[int]:
    with transaction.atomic():
        for name in names:
            events.enqueue(name, **options)
    return list(OutboxEntry.objects.filter(name__in=names).order_by("id").values_list("pk", flat=True))


def queued() -> list[int]:
    """Return the outbox ids in the broker's queue, in order."""
    with current_app.connection_for_read() as broker:
        messages = broker.default_channel.client.lrange("celery", 0, -1)
    bodies = [json.loads(base64.b64decode(json.loads(message)["body"])) for message in reversed(messages)]
    ids: list[int] = []
    for (argument,), *_ in bodies:
        ids += argument if isinstance(argument, list) else [argument]
    return ids


def test_due_job_is_sent_once_and_again_after_five_seconds(redis: Redis) -> None:
    [job] = enqueued("tests.job")
    assert with_relay(hand_out_jobs) == 1
    assert with_relay(hand_out_jobs) == 0
    waits = OutboxEntry.objects.get(pk=job).due_at - timezone.now()
    assert timedelta(seconds=4) < waits <= timedelta(seconds=5)
    OutboxEntry.objects.update(due_at=timezone.now())
    assert with_relay(hand_out_jobs) == 1
    assert queued() == [job, job]


def test_retry_interval_doubles_to_a_minute(redis: Redis) -> None:
    [job] = enqueued("tests.job")
    waits = []
    for _ in range(7):
        OutboxEntry.objects.update(due_at=timezone.now())
        with_relay(hand_out_jobs)
        waits.append(round((OutboxEntry.objects.get(pk=job).due_at - timezone.now()).total_seconds()))
    assert waits == [5, 10, 20, 40, 60, 60, 60]


def test_delayed_job_waits_for_its_time(redis: Redis) -> None:
    enqueued("tests.job", delay_seconds=60)
    assert with_relay(hand_out_jobs) == 0
    assert queued() == []


def test_long_queue_is_sent_in_bundles_with_every_job_once(redis: Redis) -> None:
    jobs = enqueued(*[f"tests.job{n}" for n in range(250)])
    assert with_relay(hand_out_jobs) == 200
    assert with_relay(hand_out_jobs) == 50
    assert queued() == jobs


def test_running_job_is_not_sent_again(redis: Redis) -> None:
    [job] = enqueued("tests.job")
    with transaction.atomic():
        OutboxEntry.objects.select_for_update().get(pk=job)
        assert with_relay(hand_out_jobs) == 0
    assert with_relay(hand_out_jobs) == 1


def test_jobs_stay_due_during_a_broker_outage(redis: Redis) -> None:
    [job] = enqueued("tests.job")
    redis.kill()
    with pytest.raises(OperationalError):
        with_relay(hand_out_jobs)
    entry = OutboxEntry.objects.get(pk=job)
    assert entry.sends == 0
    assert entry.due_at <= timezone.now()
    redis.start()
    assert with_relay(hand_out_jobs) == 1
    assert queued() == [job]
