"""What Celery workers run of the outbox: each job's effects in the database happen exactly once."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from celery import shared_task
from django.db import connection, transaction
from django.db.models.functions import Now

from apps.core.models import IdempotencyKey, OutboxEntry
from apps.core.outbox import jobs

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 20
MAX_BACKOFF_SECONDS: Final = 60
ALONE_FOR: Final = timedelta(seconds=60)
"""How long a job outside of transactions may take before it is sent again."""
DEAD_LETTER_DELAY: Final = timedelta(days=3650)
KEEP: Final = timedelta(hours=24)
PRUNE_BATCH: Final = 5_000


@shared_task(name="apps.core.tasks.run_job")
def run_job(outbox_id: int) -> None:
    """Do a job unless it is done or being done; what fails is rolled back and becomes due again."""
    try:
        with transaction.atomic():
            # The lock is the whole protocol: a second delivery of the same row finds it locked or done,
            # and a worker that is killed lets go of it with nothing changed.
            entry = (
                OutboxEntry.objects.select_for_update(skip_locked=True)
                .filter(
                    pk=outbox_id,
                    kind=OutboxEntry.Kind.JOB,
                    done_at__isnull=True,
                    attempts__lt=MAX_ATTEMPTS,
                )
                .first()
            )
            if entry is None:
                return
            if not jobs.runs_outside_transaction(entry.name):
                jobs.run(entry.name, event_id=entry.pk, kwargs=entry.payload)
                OutboxEntry.objects.filter(pk=outbox_id).update(done_at=Now())
                return
            # The relay sends a job again after a few seconds; this one is given longer. It is at work and no
            # longer on its way, which is what sends tell the relay.
            OutboxEntry.objects.filter(pk=outbox_id).update(due_at=Now() + ALONE_FOR, sends=0)
        jobs.run(entry.name, event_id=entry.pk, kwargs=entry.payload)
        OutboxEntry.objects.filter(pk=outbox_id).update(done_at=Now())
    except jobs.Retry as error:
        _postpone(outbox_id, error, seconds=error.delay_seconds)
    except Exception as error:
        log.exception("job failed outbox_id=%s", outbox_id)
        _postpone(outbox_id, error)


@shared_task(name="apps.core.tasks.run_jobs")
def run_jobs(outbox_ids: Sequence[int]) -> None:
    """Do several jobs one after the other, each in a transaction of its own."""
    for outbox_id in outbox_ids:
        run_job(outbox_id)


def _postpone(outbox_id: int, error: Exception, *, seconds: float | None = None) -> None:
    """Have the relay send the job again later; after MAX_ATTEMPTS it waits for a person."""
    with transaction.atomic():
        entry = (
            OutboxEntry.objects.select_for_update(skip_locked=True)
            .filter(pk=outbox_id, done_at__isnull=True)
            .first()
        )
        if entry is None:
            return
        # Waiting is not failing: only a crash counts towards the limit.
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


@shared_task(name="apps.core.tasks.prune_outbox")
def prune_outbox() -> int:
    """Forget what was delivered more than KEEP ago; a client that was away longer is told to refetch."""
    total = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                """
                DELETE FROM core_outboxentry WHERE id IN (
                    SELECT id FROM core_outboxentry WHERE done_at < now() - make_interval(secs => %s)
                    ORDER BY done_at LIMIT %s
                )
                """,
                [KEEP.total_seconds(), PRUNE_BATCH],
            )
            removed = int(cursor.rowcount)
        total += removed
        if removed < PRUNE_BATCH:
            return total


@shared_task(name="apps.core.tasks.prune_idempotency_keys")
def prune_idempotency_keys() -> int:
    """Forget replies older than KEEP: who asks again so much later means it again."""
    return IdempotencyKey.objects.filter(created_at__lt=Now() - KEEP).delete()[0]
