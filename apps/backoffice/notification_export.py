"""Push notifications as an export table, with document 3's columns."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.core.paging.keyset import walk
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.notifications.models import Announcement
from apps.notifications.selectors import filter_announcements

BATCH: Final = 1000
DEVICES: Final = {
    "All": pgettext_lazy("notification", "All devices"),
    "ANDROID": pgettext_lazy("notification", "Android"),
    "IOS": pgettext_lazy("notification", "iOS"),
}
USERS: Final = {
    "All": pgettext_lazy("notification", "Everyone"),
    "rider": pgettext_lazy("notification", "Riders"),
    "driver": pgettext_lazy("notification", "Drivers"),
}
"""Labels as on the screens: tests/backoffice/test_export_texts.py."""


def _check(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    form = _form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Announcement]:
    require_admin(user)
    parsed = _form(filters).filters()
    found = filter_announcements(search=parsed.search, state=parsed.state, user_type=parsed.user_type)
    return Table(
        columns=[
            Column(
                "device_type", _("Device"), lambda row: str(DEVICES.get(row.device_type, row.device_type))
            ),
            Column(
                "user_type",
                pgettext_lazy("notification", "Audience"),
                lambda row: str(USERS.get(row.user_type, row.user_type)),
            ),
            Column("title", _("Title"), lambda row: row.title),
            Column("body", _("Text"), lambda row: row.body),
            Column("created_at", pgettext_lazy("notification", "Created"), lambda row: row.created_at),
            Column("sent", _("Sent"), lambda row: row.sent),
            Column("failed", _("Failed"), lambda row: row.failed),
        ],
        count=found.count,
        rows=lambda: walk(found, parsed.order(), batch=BATCH),
    )


def _form(filters: Filters) -> Any:
    from apps.notifications.serializers.announcements import AnnouncementFilterSerializer

    form = AnnouncementFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


NOTIFICATIONS: Final = ExportKind(name="notifications", check=_check, table=_table)
