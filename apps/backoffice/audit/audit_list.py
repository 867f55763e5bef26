"""The audit log as an export table."""

import json
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.backoffice.audit.amounts import FigureFormat, figures_of
from apps.backoffice.audit.labels import ACTIONS, DOORS, KINDS
from apps.backoffice.audit.selectors import AuditFilters, audit_entries, shown, text_shown
from apps.core.models import AuditEntry
from apps.core.paging.keyset import walk
from apps.core.platform import Platform, platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table

BATCH: Final = 1000


def _check(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    form = _form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[AuditEntry]:
    require_admin(user)
    parsed: AuditFilters = _form(filters).filters()
    settings = platform_settings()
    return Table(
        columns=_columns(settings),
        count=lambda: audit_entries(parsed, settings).count(),
        rows=lambda: walk(audit_entries(parsed, settings), parsed.order(), batch=BATCH),
    )


def _columns(settings: Platform) -> list[Column[AuditEntry]]:
    formats = FigureFormat(settings)

    def side(entry: AuditEntry, values: Any) -> str:
        readable = formats.side(shown(values, settings), figures_of(entry))
        return json.dumps(readable, cls=DjangoJSONEncoder, ensure_ascii=False)

    return [
        Column("at", gettext_lazy("When"), lambda entry: entry.at),
        Column("actor", gettext_lazy("Who"), lambda entry: text_shown(entry.actor_name, settings)),
        Column("action", gettext_lazy("Action"), lambda entry: str(ACTIONS.get(entry.action, entry.action))),
        Column("kind", gettext_lazy("Record type"), lambda entry: str(KINDS.get(entry.kind, entry.kind))),
        Column("target_id", gettext_lazy("ID"), lambda entry: entry.target_id),
        Column("label", gettext_lazy("Record"), lambda entry: text_shown(entry.label, settings)),
        Column("door", gettext_lazy("Source"), lambda entry: str(DOORS.get(entry.door, entry.door))),
        Column("before", gettext_lazy("Before"), lambda entry: side(entry, entry.before)),
        Column("after", gettext_lazy("After"), lambda entry: side(entry, entry.after)),
    ]


def _form(filters: Filters) -> Any:
    # The serializer reads settings, so it is imported after app loading.
    from apps.backoffice.audit.serializers import AuditQuerySerializer

    form = AuditQuerySerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


AUDIT: Final = ExportKind(name="audit", check=_check, table=_table)
