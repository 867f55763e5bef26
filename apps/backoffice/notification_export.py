"""The office's notifications as a table for files: document 3's columns, in its order."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.core.keyset import walk
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.notifications.models import Announcement
from apps.notifications.selectors import announcements_found

BATCH: Final = 1000


def _check(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    form = _form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Announcement]:
    require_admin(user)
    asked = _form(filters).filters()
    found = announcements_found(search=asked.search, state=asked.state, user_type=asked.user_type)
    return Table(
        columns=[
            Column("device_type", _("Device"), lambda row: row.device_type),
            Column("user_type", _("User type"), lambda row: row.user_type),
            Column("title", _("Title"), lambda row: row.title),
            Column("body", _("Text"), lambda row: row.body),
            Column("created_at", _("Created"), lambda row: row.created_at),
            Column("sent", _("Sent"), lambda row: row.sent),
            Column("failed", _("Failed"), lambda row: row.failed),
        ],
        count=found.count,
        rows=lambda: walk(found, asked.order(), batch=BATCH),
    )


def _form(filters: Filters) -> Any:
    from apps.notifications.serializers.announcements import AnnouncementFilterSerializer

    form = AnnouncementFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


NOTIFICATIONS: Final = ExportKind(name="notifications", check=_check, table=_table)
