"""Runs replays: one at a time, on all cores, with progress, restarted after a crash."""

import hashlib
import json
import logging
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from apps.bookings.choices import ReplayState
from apps.bookings.models import ReplayRun
from apps.bookings.replay.part import Work
from apps.bookings.replay.processes import ProcessEnded, pool_for
from apps.bookings.replay.trips import PART, Period, parts_of
from apps.core.outbox.jobs import Retry
from apps.core.platform import platform_settings
from apps.core.postgres import session_lock
from apps.fares.models import PublicHoliday
from config.version import VERSION

log = logging.getLogger(__name__)

RUNNING_LOCK: Final = 0x7265706C6179
"""The advisory lock of the running session, released when its worker ends in any way."""
ATTEMPTS: Final = 3
UNFINISHED: Final = (ReplayState.QUEUED, ReplayState.RUNNING)


class Cancelled(Exception):
    """The run was deleted."""


def run_replay(*, run_id: int) -> None:
    """Run an unfinished replay. Raise Retry while another one runs.

    A worker that died leaves the state at running: the worker that gets the lock next starts again, at most
    ATTEMPTS times; then the run fails with an error.
    """
    # Dispatch uses the same workers: replays must not occupy more than one.
    with session_lock(RUNNING_LOCK, application_name="hansom-replay") as is_locked:
        if not is_locked:
            raise Retry("another replay is running", delay_seconds=2)
        run = _start_attempt(run_id)
        if run is None:
            return
        try:
            _run(run)
        except Cancelled:
            log.info("replay %s was cancelled", run_id)
        except Exception as error:
            log.exception("replay %s failed", run_id)
            if run.attempts < ATTEMPTS:
                raise Retry(f"{type(error).__name__}: {error}") from error
            code = "replay_process_ended" if isinstance(error, ProcessEnded) else "replay_failed"
            _store(run, state=ReplayState.FAILED, error=code, finished_at=timezone.now())


def _start_attempt(run_id: int) -> ReplayRun | None:
    """Start another attempt and return the run, or None if there is nothing to do."""
    with transaction.atomic():
        run = ReplayRun.objects.select_for_update().filter(pk=run_id, state__in=UNFINISHED).first()
        if run is None:
            return None
        run.attempts += 1
        run.state, run.trips_done = ReplayState.RUNNING, 0
        # The previous attempts ended without an error, because the worker was killed.
        if run.attempts > ATTEMPTS:
            run.state, run.error, run.finished_at = ReplayState.FAILED, "replay_failed", timezone.now()
        run.save()
    return run if run.state == ReplayState.RUNNING else None


def _run(run: ReplayRun) -> None:
    work = work_of(run)
    head = [
        run.document,
        [str(day) for day in work.holidays],
        str(run.first_day),
        str(run.last_day),
        VERSION,
        work.tz.key,
    ]
    digest = hashlib.sha256(json.dumps(head, sort_keys=True).encode())
    parts, done = parts_of(work.period, size=PART), 0
    with pool_for(work, parts) as pool:
        for priced in pool.price(parts):
            digest.update(priced.lines)
            done += priced.trips
            _store(run, trips_done=done)
        summary = pool.summary()
    results = summary.as_json(cancelled=work.period.free_cancellations().count())
    digest.update(json.dumps(results, sort_keys=True).encode())
    _store(
        run,
        state=ReplayState.DONE,
        results=results,
        accounts=summary.accounts(),
        fingerprint=digest.hexdigest(),
        trips_total=done,
        finished_at=timezone.now(),
    )


def work_of(run: ReplayRun) -> Work:
    """Return what a run compares, with the public holidays of now."""
    holidays = PublicHoliday.objects.order_by("day").values_list("day", flat=True)
    return Work(
        period=Period.of_days(run.first_day, run.last_day),
        document=run.document,
        holidays=tuple(holidays),
        tz=platform_settings().tz,
    )


def _store(run: ReplayRun, **values: Any) -> None:
    """Store the progress. Raises Cancelled if the run was deleted."""
    if not ReplayRun.objects.filter(pk=run.pk, state=ReplayState.RUNNING).update(**values):
        raise Cancelled
