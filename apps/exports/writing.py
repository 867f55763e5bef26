"""Writes the files of exports: one at a time, with progress, restarted after a crash."""

import logging
import tempfile
import time
from collections.abc import Callable
from typing import IO, Final
from zoneinfo import ZoneInfo

from django.core.files import File
from django.db import transaction
from django.utils import timezone, translation

from apps.core.errors import DomainError, NotSignedIn
from apps.core.files.stored_files import store_file
from apps.core.media import PRIVATE
from apps.core.outbox.jobs import Retry
from apps.core.platform import platform_settings
from apps.core.postgres import session_lock
from apps.core.replica import JOB_WAIT, from_replica
from apps.exports.choices import ExportState, FileFormat
from apps.exports.files import file_name, write_file
from apps.exports.models import Export
from apps.exports.registry import Table, export_kind, file_kind
from apps.exports.services import UNFINISHED

log = logging.getLogger(__name__)

WRITING_LOCK: Final = 0x6578706F7274
"""The advisory lock of the writing session, released when its worker ends in any way."""
ATTEMPTS: Final = 3
UPDATE_SECONDS: Final = 0.5
"""Seconds between two stored progress updates."""


class Cancelled(Exception):
    """The export was cancelled."""


def write_export(*, export_id: int) -> None:
    """Write the file of an unfinished export. Raise Retry while another one is being written.

    A worker that died leaves the state at running: the worker that gets the lock next starts again, at most
    ATTEMPTS times; then the export fails with an error.
    """
    # Dispatch uses the same workers: long exports must not occupy more than one.
    with session_lock(WRITING_LOCK, application_name="hansom-export") as is_locked:
        if not is_locked:
            raise Retry("another export is being written", delay_seconds=2)
        export = _start_attempt(export_id)
        if export is None:
            return
        try:
            _write(export)
        except Cancelled:
            log.info("export %s was cancelled", export_id)
        except DomainError as error:
            _fail(export, error.code)
        except Exception as error:
            log.exception("export %s failed", export_id)
            if export.attempts >= ATTEMPTS:
                _fail(export, "export_failed")
            else:
                raise Retry(f"{type(error).__name__}: {error}") from error


def _start_attempt(export_id: int) -> Export | None:
    """Start another attempt and return the export, or None if there is nothing to write."""
    with transaction.atomic():
        export = Export.objects.select_for_update().filter(pk=export_id, state__in=UNFINISHED).first()
        if export is None:
            return None
        export.attempts += 1
        export.state, export.rows_done = ExportState.RUNNING, 0
        # The previous attempts ended without an error, because the worker was killed.
        if export.attempts > ATTEMPTS:
            export.state, export.error, export.finished_at = (
                ExportState.FAILED,
                "export_failed",
                timezone.now(),
            )
        export.save()
    return export if export.state == ExportState.RUNNING else None


def _write(export: Export) -> None:
    if not (export.user.is_active and export.user.approved):
        raise NotSignedIn("not_logged_in", "")
    settings = platform_settings()
    with translation.override(export.language), tempfile.TemporaryFile() as file:

        def write() -> int:
            # The replica may have failed in the middle.
            file.seek(0)
            file.truncate()
            return _write_rows(export, file, settings.tz)

        rows = from_replica(write, wait=JOB_WAIT)
        file.seek(0)
        name = f"exports/{export.pk}/{file_name(export.kind, export.format, settings.tz)}"
        stored = store_file(PRIVATE, name, File(file))
    _store_progress(
        export,
        state=ExportState.DONE,
        file=stored,
        rows_done=rows,
        rows_total=rows,
        finished_at=timezone.now(),
    )


def _write_rows(export: Export, file: IO[bytes], tz: ZoneInfo) -> int:
    on_progress = _progress_callback(export)
    if kind := file_kind(export.kind):
        return kind.write(export.user, export.filters, file, on_progress)
    table = _table(export)
    _store_progress(export, rows_total=table.count())
    if export.format == FileFormat.PDF:
        write_pdf = export_kind(export.kind).pdf
        assert write_pdf is not None, "refused at the request"
        return write_pdf(table, export.filters, file, on_progress)
    return write_file(export.format, table, file, tz=tz, on_progress=on_progress)


def _table(export: Export) -> Table[object]:
    return export_kind(export.kind).table(export.user, export.filters).only(export.columns)


def _progress_callback(export: Export) -> Callable[[int], None]:
    last = time.monotonic()

    def on_progress(rows: int) -> None:
        nonlocal last
        if time.monotonic() - last >= UPDATE_SECONDS:
            last = time.monotonic()
            _store_progress(export, rows_done=rows)

    return on_progress


def _store_progress(export: Export, **values: object) -> None:
    """Store the progress. Raises Cancelled if the export was cancelled."""
    if not Export.objects.filter(pk=export.pk, state=ExportState.RUNNING).update(**values):
        raise Cancelled


def _fail(export: Export, code: str) -> None:
    Export.objects.filter(pk=export.pk, state=ExportState.RUNNING).update(
        state=ExportState.FAILED, error=code, finished_at=timezone.now()
    )
