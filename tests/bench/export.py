"""A CSV export of a million bookings: duration, memory, time to stop and to restart.

The worker is a separate process that runs only this job; memory is measured over its process tree.
"""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from apps.accounts.models import User
from apps.core.tasks import run_job
from apps.exports.models import Export
from apps.exports.services import cancel_export
from tests.bench.cpu import memory_of_tree
from tests.bench.report import print_table
from tests.bench.sides import Side
from tests.exports.workers import Worker, start_export, wait_for, worker_of

LIMIT_MB = 64
PART = 0.1
"""The part that is written before the export is cancelled."""
COPY = "COPY (SELECT * FROM bookings_booking ORDER BY id DESC) TO STDOUT (FORMAT csv, HEADER)"


def run(side: Side) -> dict[str, Any]:
    """Measure exports of all bookings by the first admin; files go to MEDIA_ROOT."""
    side.open()
    admin = User.objects.get(pk=side.all.people.first)
    folder = Path(settings.STORAGES["private"]["OPTIONS"]["location"])
    result = _whole(admin)
    print(f"    whole: {result}", flush=True)
    result |= _cancelled(admin, folder, side.size) | _killed(admin, folder)
    result |= {"rows": side.size, "copy_seconds": _copy()}
    print_table(
        f"A CSV export of {side.size:,} bookings",
        ["what", "figure"],
        [
            [name.replace("_", " "), f"{value:,.3g}" if isinstance(value, float) else f"{value:,}"]
            for name, value in result.items()
        ],
    )
    print(f"\n  over {LIMIT_MB} MB: {'yes' if result['growth_mb'] > LIMIT_MB else 'no'}")
    return result


def _whole(admin: User) -> dict[str, Any]:
    """Return the seconds to the file, the memory growth while writing, and the observed progress."""
    export, job = start_export(admin)
    steps: set[int] = set()
    began = time.perf_counter()
    with worker_of(job) as worker:
        started = wait_for(lambda: _of(export).attempts and memory_of_tree(worker.pid))
        peak = started
        while worker.poll() is None:
            peak = max(peak, memory_of_tree(worker.pid))
            steps.add(_of(export).rows_done)
            time.sleep(0.1)
    export.refresh_from_db()
    assert export.state == "done", export.state
    mb = export.file.size / 1e6
    cancel_export(export)
    return {
        "seconds": time.perf_counter() - began,
        "file_mb": mb,
        "growth_mb": peak - started,
        "peak_mb": peak,
        "steps_seen": len(steps),
    }


def _cancelled(admin: User, folder: Path, size: int) -> dict[str, Any]:
    """Return the seconds from cancelling a started export to the end of the worker."""
    export, job = start_export(admin)
    _drop_files(folder)
    with worker_of(job) as worker:
        _wait(worker, lambda: _of(export).rows_done > size * PART)
        cancel_export(export)
        began = time.perf_counter()
        worker.wait(60)
        seconds = time.perf_counter() - began
    assert not _files(folder)
    return {"seconds_to_stop_after_cancel": seconds}


def _killed(admin: User, folder: Path) -> dict[str, Any]:
    """Return the seconds until another worker restarts the job after a kill -9, once it has it."""
    export, job = start_export(admin)
    with worker_of(job) as worker:
        _wait(worker, lambda: _of(export).rows_done)
        worker.send_signal(signal.SIGKILL)
        worker.wait(60)
    began = time.perf_counter()
    with worker_of(job) as worker:
        _wait(worker, lambda: _of(export).attempts == 2 and _of(export).rows_done)
        seconds = time.perf_counter() - began
        cancel_export(export)
        worker.wait(60)
    run_job(job)
    assert not _files(folder)
    return {"seconds_to_restart_after_kill": seconds}


def _copy() -> float:
    """Return the seconds that PostgreSQL needs to send the same rows, all columns, as CSV."""
    began = time.perf_counter()
    connection.ensure_connection()
    raw = connection.connection
    assert isinstance(raw, psycopg.Connection)
    with raw.cursor() as cursor, cursor.copy(COPY) as rows:
        for _ in rows:
            pass
    return time.perf_counter() - began


def _of(export: Export) -> Export:
    return Export.objects.get(pk=export.pk)


def _wait(worker: Worker, what: Callable[[], Any]) -> None:
    def there() -> Any:
        assert worker.poll() is None, "the worker is gone"
        return what()

    wait_for(there, seconds=900)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _drop_files(folder: Path) -> None:
    for path in _files(folder):
        path.unlink()
