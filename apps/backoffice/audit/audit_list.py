"""The admins' list of the audit log."""

import json
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.audit.amounts import FigureFormat, figures_of
from apps.backoffice.audit.labels import ACTIONS, KINDS, SOURCES
from apps.backoffice.audit.search import AuditPagination
from apps.backoffice.audit.selectors import AuditFilters, audit_entries, shown, text_shown
from apps.backoffice.audit.serializers import AuditEntrySerializer
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings
from apps.exports.lists import ListSpec
from apps.exports.registry import Column


def _columns(user: User, query: AuditFilters) -> list[Column[AuditEntry]]:
    settings = platform_settings()
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
        Column("source", gettext_lazy("Source"), lambda entry: str(SOURCES.get(entry.source, entry.source))),
        Column("before", gettext_lazy("Before"), lambda entry: side(entry, entry.before)),
        Column("after", gettext_lazy("After"), lambda entry: side(entry, entry.after)),
    ]


AUDIT: Final = ListSpec(
    name="audit",
    path="audit/",
    operation_id="audit_list",
    permission=staff_may_use(Area.AUDIT),
    filters=AuditFilters,
    rows=lambda user, query: audit_entries(query, platform_settings()),
    row=AuditEntrySerializer,
    context=lambda user: {"settings": platform_settings()},
    columns=_columns,
    pagination=AuditPagination,
)
