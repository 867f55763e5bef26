"""Exports by their own processes: cancelled half-way, and killed half-way."""

import signal
import time
from pathlib import Path

import openpyxl
import pytest

from apps.accounts.models import User
from apps.backoffice.scale.seed import seed_scale
from apps.bookings.models import Booking
from apps.core.tasks import run_job
from apps.exports.choices import ExportState
from apps.exports.models import Export
from apps.exports.services import cancel_export
from tests.exports.workers import start_export, wait_for, worker_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

BOOKINGS = 12_000
"""Enough for a test to interrupt a spreadsheet; a CSV file of them takes less than a second."""


@pytest.fixture
def many() -> None:
    seed_scale(bookings=BOOKINGS, riders=100, drivers=20)


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def rows_done(export: Export) -> int:
    return Export.objects.values_list("rows_done", flat=True).get(pk=export.pk)


def test_cancelled_worker_stops_at_once_and_leaves_nothing(dora: User, many: None, folder: Path) -> None:
    export, job = start_export(dora, format="xlsx")
    began = time.monotonic()
    with worker_of(job) as worker:
        half = wait_for(lambda: rows_done(export))
        assert 0 < half < BOOKINGS
        cancel_export(export)
        cancelled = time.monotonic()
        assert worker.wait(120) == 0
    # A second's work and the process's end; its start measures how fast the machine is.
    assert time.monotonic() - cancelled < 5 + (cancelled - began)
    assert not Export.objects.exists()
    assert not files_in(folder)


def test_killed_workers_export_is_started_again(dora: User, many: None, folder: Path) -> None:
    export, job = start_export(dora, format="xlsx")
    with worker_of(job) as worker:
        wait_for(lambda: rows_done(export))
        worker.send_signal(signal.SIGKILL)
        assert worker.wait(120) == -signal.SIGKILL
    export.refresh_from_db()
    assert (export.state, export.attempts) == (ExportState.RUNNING, 1)
    assert not files_in(folder)

    # The lock ended with the worker's session, so the next attempt starts.
    def again() -> bool:
        run_job(job)
        return Export.objects.get(pk=export.pk).state == ExportState.DONE

    wait_for(again)
    export.refresh_from_db()
    assert (export.attempts, export.rows_done, export.rows_total) == (2, BOOKINGS, BOOKINGS)
    (file,) = files_in(folder)
    sheet = openpyxl.load_workbook(file, read_only=True).worksheets[0]
    _, *ids = (row[0] for row in sheet.iter_rows(max_col=1, values_only=True))
    assert ids == list(Booking.objects.order_by("-pk").values_list("pk", flat=True))
