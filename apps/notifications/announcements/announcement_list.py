"""The admins' list of announcements, with document 3's columns."""

from typing import ClassVar, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.paging.filters import BLANK, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column
from apps.notifications.choices import AnnouncementPeople, AnnouncementState
from apps.notifications.models import Announcement
from apps.notifications.selectors import announcements
from apps.notifications.serializers.announcements import AnnouncementSerializer

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


class AnnouncementFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="In the title or the body.", **BLANK)
    state = serializers.ChoiceField(choices=AnnouncementState.choices, **BLANK)
    user_type = serializers.ChoiceField(choices=AnnouncementPeople.choices, **BLANK)
    lookups: ClassVar = {"state": "state", "user_type": "user_type"}
    orderings = ("-id", "id", "-title", "title", "-sent", "sent")

    def filter_search(self, rows: QuerySet[Announcement], text: str) -> QuerySet[Announcement]:
        return rows.filter(Q(title__icontains=text) | Q(body__icontains=text))


NOTIFICATIONS: Final[ListSpec[Announcement, AnnouncementFilters]] = ListSpec(
    name="notifications",
    path="notifications/",
    operation_id="notifications_list",
    permission=staff_may_use(Area.CONTENT),
    filters=AnnouncementFilters,
    rows=lambda user, query: query.apply(announcements()),
    row=AnnouncementSerializer,
    columns=lambda user, query: [
        Column("device_type", _("Device"), lambda row: str(DEVICES.get(row.device_type, row.device_type))),
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
)
