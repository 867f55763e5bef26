"""Jobs take effect once in the database, however often they are sent, and are never lost."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from apps.core.models import OutboxEntry, PlatformSettings
from apps.core.outbox import events, jobs
from apps.core.privacy.retention import delete_expired
from apps.core.tasks import MAX_ATTEMPTS, run_job, run_jobs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def handlers() -> Iterator[dict[str, Any]]:
    """Registers jobs for one test."""
    before = dict(jobs._handlers)
    yield jobs._handlers
    jobs._handlers.clear()
    jobs._handlers.update(before)


def rename_platform(*, suffix: str) -> None:
    """A database effect that shows when it happens twice."""
    row, _ = PlatformSettings.objects.get_or_create(pk=1, defaults={"app_name": ""})
    PlatformSettings.objects.filter(pk=1).update(app_name=row.app_name + suffix)


def platform_name() -> str:
    return str(PlatformSettings.objects.get(pk=1).app_name)


def enqueued(name: str, **kwargs: Any) -> OutboxEntry:
    with transaction.atomic():
        events.enqueue(name, **kwargs)
    return OutboxEntry.objects.latest("id")


def test_outbox_requires_a_transaction() -> None:
    with pytest.raises(RuntimeError):
        events.enqueue("tests.rename", suffix="x")
    assert not OutboxEntry.objects.exists()


def test_rollback_discards_the_job() -> None:
    with transaction.atomic():
        events.enqueue("tests.rename", suffix="x")
        transaction.set_rollback(True)
    assert not OutboxEntry.objects.exists()


def test_job_with_a_key_is_stored_once() -> None:
    for _ in range(3):
        enqueued("tests.rename", key="the-fact", suffix="x")
    assert OutboxEntry.objects.count() == 1


def test_job_sent_three_times_takes_effect_once(handlers: dict[str, Any]) -> None:
    handlers["tests.rename"] = rename_platform
    entry = enqueued("tests.rename", suffix="x")
    run_jobs([entry.pk, entry.pk, entry.pk])
    assert platform_name() == "x"
    entry.refresh_from_db()
    assert entry.done_at is not None


def test_running_job_is_skipped_by_a_second_worker(handlers: dict[str, Any]) -> None:
    started, finish = threading.Event(), threading.Event()

    def slow(*, suffix: str) -> None:
        started.set()
        assert finish.wait(10)
        rename_platform(suffix=suffix)

    handlers["tests.rename"] = slow
    entry = enqueued("tests.rename", suffix="x")
    worker = threading.Thread(target=_in_thread, args=(entry.pk,))
    worker.start()
    assert started.wait(10)
    run_job(entry.pk)
    finish.set()
    worker.join()
    assert platform_name() == "x"


def _in_thread(outbox_id: int) -> None:
    from django.db import connection

    run_job(outbox_id)
    connection.close()


def test_failing_job_changes_nothing_and_is_retried(handlers: dict[str, Any]) -> None:
    def fails(*, suffix: str) -> None:
        rename_platform(suffix=suffix)
        raise ValueError("no route")

    handlers["tests.rename"] = fails
    entry = enqueued("tests.rename", suffix="x")
    run_job(entry.pk)
    entry.refresh_from_db()
    assert not PlatformSettings.objects.exists()
    assert entry.done_at is None
    assert entry.attempts == 1
    assert entry.last_error == "ValueError: no route"
    assert 0 < (entry.due_at - timezone.now()).total_seconds() <= 1

    handlers["tests.rename"] = rename_platform
    run_job(entry.pk)
    assert platform_name() == "x"


def test_unknown_job_is_an_error_and_stays_due() -> None:
    entry = enqueued("tests.unknown")
    run_job(entry.pk)
    entry.refresh_from_db()
    assert entry.done_at is None
    assert "no handler" in entry.last_error


def test_job_that_keeps_failing_becomes_a_dead_letter(handlers: dict[str, Any]) -> None:
    calls: list[str] = []

    def fails(*, suffix: str) -> None:
        calls.append(suffix)
        raise ValueError

    handlers["tests.rename"] = fails
    entry = enqueued("tests.rename", suffix="x")
    for _ in range(MAX_ATTEMPTS + 5):
        run_job(entry.pk)
    entry.refresh_from_db()
    assert len(calls) == MAX_ATTEMPTS
    assert entry.done_at is None
    assert (entry.due_at - timezone.now()).days > 1000


def test_waiting_job_is_not_counted_as_failing(handlers: dict[str, Any]) -> None:
    def waits(*, suffix: str) -> None:
        raise jobs.Retry("the map is being imported", delay_seconds=30)

    handlers["tests.rename"] = waits
    entry = enqueued("tests.rename", suffix="x")
    run_job(entry.pk)
    entry.refresh_from_db()
    assert entry.attempts == 0
    assert 25 < (entry.due_at - timezone.now()).total_seconds() <= 30


def test_job_has_the_same_event_id_at_every_retry(handlers: dict[str, Any]) -> None:
    seen: list[int] = []

    def fails_once() -> None:
        seen.append(jobs.job_current_event_id())
        if len(seen) == 1:
            raise ValueError

    handlers["tests.send"] = fails_once
    entry = enqueued("tests.send")
    run_jobs([entry.pk, entry.pk])
    assert seen == [entry.pk, entry.pk]


@pytest.fixture
def outside(handlers: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Register a job that runs outside transactions."""
    jobs._outside.add("tests.send")
    yield handlers
    jobs._outside.discard("tests.send")


def test_job_can_run_outside_a_transaction(outside: dict[str, Any]) -> None:
    seen: list[tuple[bool, int]] = []

    def sends() -> None:
        seen.append((transaction.get_connection().in_atomic_block, jobs.job_current_event_id()))

    outside["tests.send"] = sends
    entry = enqueued("tests.send")
    run_jobs([entry.pk, entry.pk])
    entry.refresh_from_db()
    assert seen == [(False, entry.pk)]
    assert entry.done_at is not None


def test_job_outside_a_transaction_is_not_sent_again_while_running(
    outside: dict[str, Any],
) -> None:
    waits: list[float] = []

    def sends() -> None:
        due = OutboxEntry.objects.get().due_at
        waits.append((due - timezone.now()).total_seconds())

    outside["tests.send"] = sends
    run_job(enqueued("tests.send").pk)
    assert 50 < waits[0] <= 60


def test_what_a_handler_returns_runs_after_its_transaction(handlers: dict[str, Any]) -> None:
    seen: list[tuple[str, bool, bool]] = []

    def step(name: str) -> None:
        done = OutboxEntry.objects.get().done_at is not None
        seen.append((name, transaction.get_connection().in_atomic_block, done))

    def sends() -> jobs.Outside:
        step("claims")
        return outside_work

    def outside_work() -> jobs.Write:
        step("sends")
        return lambda: step("stores")

    handlers["tests.send"] = sends
    entry = enqueued("tests.send")
    run_jobs([entry.pk, entry.pk])
    entry.refresh_from_db()
    assert seen == [("claims", True, False), ("sends", False, False), ("stores", True, False)]
    assert entry.done_at is not None


def test_result_that_cannot_be_stored_leaves_the_job_open(handlers: dict[str, Any]) -> None:
    def store() -> None:
        rename_platform(suffix="x")
        raise ValueError

    handlers["tests.send"] = lambda: lambda: store
    entry = enqueued("tests.send")
    run_job(entry.pk)
    entry.refresh_from_db()
    assert entry.done_at is None
    assert entry.attempts == 1
    assert not PlatformSettings.objects.exists()


def test_failing_job_outside_a_transaction_is_retried_and_keeps_its_writes(
    outside: dict[str, Any],
) -> None:
    def fails() -> None:
        rename_platform(suffix="x")
        raise jobs.Retry("busy", delay_seconds=30)

    outside["tests.send"] = fails
    entry = enqueued("tests.send")
    run_job(entry.pk)
    entry.refresh_from_db()
    assert entry.done_at is None
    assert 25 < (entry.due_at - timezone.now()).total_seconds() <= 30
    assert platform_name() == "x"


def test_pruning_deletes_only_old_delivered_entries() -> None:
    old, fresh, open_ = (enqueued("tests.rename", suffix=letter) for letter in "abc")
    now = timezone.now()
    OutboxEntry.objects.filter(pk=old.pk).update(done_at=now - timedelta(hours=25))
    OutboxEntry.objects.filter(pk=fresh.pk).update(done_at=now - timedelta(hours=23))
    OutboxEntry.objects.filter(pk=open_.pk).update(created_at=now - timedelta(hours=99))
    assert delete_expired(short=True)["requests"] == 1
    assert set(OutboxEntry.objects.values_list("pk", flat=True)) == {fresh.pk, open_.pk}
