"""Writing an export's file: one at a time, counted as it grows, begun again after a crash."""

import logging
import tempfile
import time
from collections.abc import Callable
from typing import Final

from django.core.files import File
from django.db import transaction
from django.utils import timezone, translation

from apps.core.errors import DomainError, NotSignedIn
from apps.core.files.stored_files import store_file
from apps.core.media import PRIVATE
from apps.core.outbox.jobs import Retry
from apps.core.platform import platform_settings
from apps.core.postgres import session_lock
from apps.exports.choices import ExportState
from apps.exports.files import file_name, write_file
from apps.exports.models import Export
from apps.exports.registry import Table, export_kind
from apps.exports.services import UNFINISHED

log = logging.getLogger(__name__)

WRITING_LOCK: Final = 0x6578706F7274
"""The advisory lock of the session that writes. It ends with its worker, however that ends."""
ATTEMPTS: Final = 3
TOLD_EVERY: Final = 0.5
"""Seconds between two counts that everyone can see."""


class Taken(Exception):
    """The export is not wanted any more."""


def write_export(*, export_id: int) -> None:
    """Write the file, unless it is written or cancelled. Raise Retry while another one is being written.

    A worker that died leaves the state at running: the worker that gets the lock next starts again, at most
    ATTEMPTS times; then the export fails with an error.
    """
    # Dispatch waits for the same workers: a long export may hold one of them, never all.
    with session_lock(WRITING_LOCK, application_name="hansom-export") as mine:
        if not mine:
            raise Retry("another export is being written", delay_seconds=2)
        export = _begin(export_id)
        if export is None:
            return
        try:
            _write(export)
        except Taken:
            log.info("export %s was taken back", export_id)
        except DomainError as error:
            _fail(export, error.code)
        except Exception as error:
            log.exception("export %s failed", export_id)
            if export.attempts >= ATTEMPTS:
                _fail(export, "export_failed")
            else:
                raise Retry(f"{type(error).__name__}: {error}") from error


def _begin(export_id: int) -> Export | None:
    """The export with one more attempt on it; None where there is nothing to write."""
    with transaction.atomic():
        export = Export.objects.select_for_update().filter(pk=export_id, state__in=UNFINISHED).first()
        if export is None:
            return None
        export.attempts += 1
        export.state, export.rows_done = ExportState.RUNNING, 0
        # The last attempts ended without a word: the worker was killed each time.
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
        table = _table(export)
        _tell(export, rows_total=table.count())
        rows = write_file(export.format, table, file, tz=settings.tz, seen=_teller(export))
        file.seek(0)
        name = f"exports/{export.pk}/{file_name(export.kind, export.format, settings.tz)}"
        stored = store_file(PRIVATE, name, File(file))
    _tell(
        export,
        state=ExportState.DONE,
        file=stored,
        rows_done=rows,
        rows_total=rows,
        finished_at=timezone.now(),
    )


def _table(export: Export) -> Table[object]:
    return export_kind(export.kind).table(export.user, export.filters).only(export.columns)


def _teller(export: Export) -> Callable[[int], None]:
    last = time.monotonic()

    def seen(rows: int) -> None:
        nonlocal last
        if time.monotonic() - last >= TOLD_EVERY:
            last = time.monotonic()
            _tell(export, rows_done=rows)

    return seen


def _tell(export: Export, **values: object) -> None:
    """Write down how far it is. Raises Taken where no one waits for it any more."""
    if not Export.objects.filter(pk=export.pk, state=ExportState.RUNNING).update(**values):
        raise Taken


def _fail(export: Export, code: str) -> None:
    Export.objects.filter(pk=export.pk, state=ExportState.RUNNING).update(
        state=ExportState.FAILED, error=code, finished_at=timezone.now()
    )
