"""Requests, cancels and deletes exports."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.errors import BadInput, Conflict
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE
from apps.core.outbox.events import enqueue
from apps.core.platform import platform_settings
from apps.exports import data_export
from apps.exports.choices import ExportState, FileFormat
from apps.exports.models import Export
from apps.exports.registry import ExportKind, Filters, Table, export_kind, file_kind

MAX_UNFINISHED: Final = 3
"""The most unfinished exports per user."""
MAX_PDF_ROWS: Final = 5_000
"""These take a worker some minutes and 70 MB; more are for a spreadsheet."""
WRITE: Final = "exports.write"
UNFINISHED: Final = (ExportState.QUEUED, ExportState.RUNNING)


def exports_of(user: User) -> QuerySet[Export]:
    """Return the exports of `user` that have not expired."""
    return Export.objects.filter(user_id=user.pk, expires_at__gt=timezone.now())


@transaction.atomic
def create_export(*, by: User, kind: str, format: str, filters: Filters, columns: Sequence[str]) -> Export:
    """Enqueue the writing of a list to a file.

    Raises the errors of the list's filters and permissions, BadInput for a format that the list does not
    have, Conflict too_many_exports, Conflict pdf_too_long.
    """
    export_list = export_kind(kind)
    checked = export_list.check(by, filters)
    table = export_list.table(by, checked).only(columns)
    if format == FileFormat.PDF:
        _require_printable(export_list, table)
    return _enqueue(by=by, kind=kind, format=format, filters=checked, columns=list(columns))


@transaction.atomic
def create_data_export(*, by: User, person_id: int) -> Export:
    """Enqueue the writing of a user's data to a ZIP file, for the user or an admin.

    Raises Forbidden demo_mode, NotFound, Conflict too_many_exports.
    """
    kind = data_export.KIND
    filters = data_export.check_person(by, {"person": person_id})
    return _enqueue(by=by, kind=kind, format=FileFormat.ZIP, filters=filters, columns=[])


def _enqueue(*, by: User, kind: str, format: str, filters: dict[str, Any], columns: list[str]) -> Export:
    User.objects.select_for_update().get(pk=by.pk)
    if exports_of(by).filter(state__in=UNFINISHED).count() >= MAX_UNFINISHED:
        raise Conflict("too_many_exports", _("Wait until your other exports are done."))
    export = Export.objects.create(
        user=by,
        kind=kind,
        format=format,
        filters=filters,
        columns=columns,
        language=get_language() or "en",
        expires_at=timezone.now() + timedelta(days=platform_settings().export_days),
    )
    enqueue(WRITE, export_id=export.pk)
    return export


def _require_printable(kind: ExportKind, table: Table[Any]) -> None:
    if kind.pdf is None:
        raise BadInput("invalid", _("Some values aren't allowed."), fields={"format": FileFormat.PDF.value})
    if table.count() > MAX_PDF_ROWS:
        sentence = _("A PDF can have at most %d entries. Choose a shorter period.") % MAX_PDF_ROWS
        raise Conflict("pdf_too_long", sentence)


def require_readable(export: Export, *, by: User) -> None:
    """Raise the errors of the list's permissions, which may have changed since the request."""
    kind = file_kind(export.kind) or export_kind(export.kind)
    kind.check(by, export.filters)


@transaction.atomic
def cancel_export(export: Export) -> None:
    """Delete an export with its file; a running one stops at its next progress update."""
    remove_exports(Export.objects.filter(pk=export.pk))


@transaction.atomic
def prune_exports() -> int:
    """Delete expired exports and return their number."""
    return remove_exports(Export.objects.filter(expires_at__lte=timezone.now()))


def remove_exports(exports: QuerySet[Export]) -> int:
    """Delete exports with their files, in the caller's transaction; return their number."""
    deleted = list(exports.select_for_update().order_by("pk"))
    for export in deleted:
        delete_file_after_commit(PRIVATE, export.file.name or "")
    Export.objects.filter(pk__in=[export.pk for export in deleted]).delete()
    return len(deleted)
