"""Asking for an export, calling it off, and throwing the old ones away."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.core.files.stored_files import forget_file
from apps.core.media import PRIVATE
from apps.core.outbox.events import enqueue
from apps.exports.choices import ExportState
from apps.exports.models import Export
from apps.exports.registry import Filters, export_kind

KEEP: Final = timedelta(hours=24)
MOST_WAITING: Final = 3
"""Unfinished exports of one person."""
WRITE: Final = "exports.write"
UNFINISHED: Final = (ExportState.QUEUED, ExportState.RUNNING)


def exports_of(user: User) -> QuerySet[Export]:
    """What `user` requested and may still fetch."""
    return Export.objects.filter(user_id=user.pk, expires_at__gt=timezone.now())


@transaction.atomic
def create_export(*, by: User, kind: str, format: str, filters: Filters, columns: Sequence[str]) -> Export:
    """Have a list written to a file in the background.

    Raises what the kind says about the filters and the person, Conflict too_many_exports.
    """
    known = export_kind(kind)
    checked = known.check(by, filters)
    known.table(by, checked).only(columns)
    User.objects.select_for_update().get(pk=by.pk)
    if exports_of(by).filter(state__in=UNFINISHED).count() >= MOST_WAITING:
        raise Conflict("too_many_exports", _("Wait until your other exports are done."))
    export = Export.objects.create(
        user=by,
        kind=kind,
        format=format,
        filters=checked,
        columns=list(columns),
        language=get_language() or "en",
        expires_at=timezone.now() + KEEP,
    )
    enqueue(WRITE, export_id=export.pk)
    return export


@transaction.atomic
def cancel_export(export: Export) -> None:
    """Take an export back, with its file; what is being written ends at the next rows."""
    _remove(Export.objects.filter(pk=export.pk))


@transaction.atomic
def prune_exports() -> int:
    """Delete what has expired."""
    return _remove(Export.objects.filter(expires_at__lte=timezone.now()))


def _remove(exports: QuerySet[Export]) -> int:
    gone = list(exports.select_for_update().order_by("pk"))
    for export in gone:
        forget_file(PRIVATE, export.file.name or "")
    Export.objects.filter(pk__in=[export.pk for export in gone]).delete()
    return len(gone)
