"""Celery tasks of the outbox, whose jobs' database changes are applied exactly once, and of retention."""

import logging
import time
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import timedelta
from functools import partial
from typing import Any, Final

from celery import shared_task
from django.db import transaction
from django.db.models.functions import Now

from apps.core.compiled_queries import CompiledQuery
from apps.core.models import OutboxEntry
from apps.core.monitoring import log_context, metrics, tracing
from apps.core.outbox import jobs
from apps.core.postgres import UNWAITED, prepared_cursor
from apps.core.privacy import retention

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 20
MAX_BACKOFF_SECONDS: Final = 60
EXTERNAL_JOB_TIMEOUT: Final = timedelta(seconds=60)
"""Maximum duration of a job outside a transaction before it is sent again."""
DEAD_LETTER_DELAY: Final = timedelta(days=3650)
TABLE: Final = OutboxEntry._meta.db_table
MARK_DONE: Final = f"UPDATE {TABLE} SET done_at = statement_timestamp() WHERE id = %s"  # noqa: S608
CLAIM: Final = f"UPDATE {TABLE} SET due_at = statement_timestamp() + %s, sends = 0 WHERE id = %s"  # noqa: S608

OPEN_JOB: Final = CompiledQuery(
    lambda outbox_id: OutboxEntry.objects.select_for_update(skip_locked=True).filter(
        pk=outbox_id, kind=OutboxEntry.Kind.JOB, done_at__isnull=True, attempts__lt=MAX_ATTEMPTS
    ),
    outbox_id=-1,
)
"""A job that is neither done nor running, locked."""


@shared_task(name="apps.core.tasks.run_job")
def run_job(outbox_id: int) -> None:
    """Run a job unless it is done or running; a failure is rolled back and retried."""
    with log_context.log_fields(**{**log_context.fields(), "outbox_id": outbox_id}):
        started = time.perf_counter()
        outcome = _run_job(outbox_id)
        job = log_context.fields().get("job")
        if job:
            metrics.JOB_SECONDS.observe(time.perf_counter() - started, name=job, outcome=outcome)


def _run_job(outbox_id: int) -> str:
    """Run the job and return its outcome for the metrics; "" if there was nothing to do."""
    try:
        with transaction.atomic():
            # The row lock makes this safe: a second delivery finds the row locked or done, and a killed
            # worker releases the lock with nothing changed.
            entry = OPEN_JOB.first(outbox_id=outbox_id)
            if entry is None:
                return ""
            log_context.bind(job=entry.name, **job_fields(entry))
            is_whole = jobs.runs_outside_transaction(entry.name)
            outside = partial(_run_whole, entry) if is_whole else _run(entry)
            if outside is None:
                _write_unwaited(MARK_DONE, [outbox_id])
                return "done"
            # The relay resends a job after a few seconds; give this one longer. Zero sends marks it as
            # running.
            claim = _write if is_whole else _write_unwaited
            claim(CLAIM, [EXTERNAL_JOB_TIMEOUT, outbox_id])
        finish = outside()
        with transaction.atomic() if finish else nullcontext():
            if finish:
                finish()
            _write(MARK_DONE, [outbox_id])
    except jobs.Retry as error:
        _postpone(outbox_id, error, seconds=error.delay_seconds)
        return "retry"
    except Exception as error:
        log.exception("job failed outbox_id=%s", outbox_id)
        _postpone(outbox_id, error)
        return "failed"
    return "done"


def _run(entry: OutboxEntry) -> jobs.Outside | None:
    """Run the handler and return what it leaves to be done outside of transactions."""
    with tracing.span(f"job {entry.name}", parent=entry.context or {}):
        outside = jobs.run(entry.name, event_id=entry.pk, kwargs=entry.payload)
    return None if outside is None else partial(_run_outside, entry, outside)


def _run_whole(entry: OutboxEntry) -> None:
    _run(entry)


def _run_outside(entry: OutboxEntry, outside: jobs.Outside) -> jobs.Write | None:
    with tracing.span(f"job {entry.name} outside", parent=entry.context or {}):
        return outside()


def _write(statement: str, params: Sequence[Any]) -> None:
    with prepared_cursor() as cursor:
        cursor.execute(statement, params)


def _write_unwaited(statement: str, params: Sequence[Any]) -> None:
    """Write, and let the commit not wait for the disk (docs/decisions/0098-commits-that-do-not-wait.md)."""
    _write(f"{statement} RETURNING {UNWAITED}", params)


@shared_task(name="apps.core.tasks.run_jobs")
def run_jobs(outbox_ids: Sequence[int]) -> None:
    """Run several jobs one after the other, each in its own transaction."""
    for outbox_id in outbox_ids:
        run_job(outbox_id)


def job_fields(entry: OutboxEntry) -> dict[str, object]:
    """Return a job's log fields: those of the request that caused it, and its booking."""
    booking_id = entry.payload.get("booking_id")
    context = entry.context or {}
    carried = {name: context[name] for name in log_context.CARRIED if name in context}
    return {**carried, **({"booking_id": booking_id} if isinstance(booking_id, int) else {})}


def _postpone(outbox_id: int, error: Exception, *, seconds: float | None = None) -> None:
    """Schedule a retry; after MAX_ATTEMPTS the job is a dead letter."""
    with transaction.atomic():
        entry = (
            OutboxEntry.objects.select_for_update(skip_locked=True)
            .filter(pk=outbox_id, done_at__isnull=True)
            .first()
        )
        if entry is None:
            return
        # Only failures count towards the limit, not waiting.
        attempts = entry.attempts + (seconds is None)
        if attempts >= MAX_ATTEMPTS:
            delay = DEAD_LETTER_DELAY
            log.error(
                "job is a dead letter outbox_id=%s name=%s attempts=%s", outbox_id, entry.name, attempts
            )
        elif seconds is None:
            delay = timedelta(seconds=min(MAX_BACKOFF_SECONDS, 2.0 ** (attempts - 1)))
        else:
            delay = timedelta(seconds=seconds)
        OutboxEntry.objects.filter(pk=outbox_id).update(
            attempts=attempts,
            sends=0,
            last_error=f"{type(error).__name__}: {error}"[:2000],
            due_at=Now() + delay,
        )


@shared_task(name="apps.core.tasks.delete_expired")
def delete_expired() -> None:
    """Apply the retention periods, nightly."""
    retention.delete_expired(short=False)


@shared_task(name="apps.core.tasks.delete_short_lived")
def delete_short_lived() -> None:
    """Apply the retention periods of a few hours, hourly."""
    retention.delete_expired(short=True)
