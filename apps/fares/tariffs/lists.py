"""The lists of tariffs and public holidays."""

from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.paging.filters import BLANK, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column
from apps.fares.choices import TariffState
from apps.fares.models import PublicHoliday, Tariff
from apps.fares.tariffs.selectors import listed_tariffs
from apps.fares.tariffs.serializers import PublicHolidaySerializer, TariffRowSerializer

STATES: Final = {
    "draft": pgettext_lazy("tariff", "Draft"),
    "scheduled": pgettext_lazy("tariff", "Scheduled"),
    "in_force": pgettext_lazy("tariff", "In force"),
    "superseded": pgettext_lazy("tariff", "Superseded"),
}


class TariffFilters(FilterSet):
    search = serializers.CharField(max_length=80, **BLANK)
    state = serializers.ChoiceField(choices=TariffState.choices, **BLANK)
    lookups: ClassVar = {"search": "name__icontains", "state": "state"}
    orderings = ("-id", "id", "-name", "name")


def _tariffs(user: User, query: TariffFilters) -> QuerySet[Tariff]:
    return query.apply(listed_tariffs())


TARIFFS: Final[ListSpec[Any, TariffFilters]] = ListSpec(
    name="tariffs",
    path="tariffs/",
    operation_id="tariffs_list",
    description="The versions of the tariff, the newest first by default.",
    permission=staff_may_use(Area.TARIFFS),
    filters=TariffFilters,
    rows=_tariffs,
    row=TariffRowSerializer,
    columns=lambda user, query: [
        Column("name", _("Name"), lambda row: row.name),
        Column("version", _("Version"), lambda row: row.version),
        Column("state", _("Status"), lambda row: str(STATES[row.state])),
        Column("valid_from", _("Valid from"), lambda row: row.valid_from),
        Column("created_at", _("Created"), lambda row: row.created_at),
        Column("published_at", _("Published"), lambda row: row.published_at),
    ],
)


class HolidayFilters(FilterSet):
    from_ = serializers.DateField(required=False, allow_null=True, default=None)
    to = serializers.DateField(required=False, allow_null=True, default=None)
    lookups: ClassVar = {"from": "day__gte", "to": "day__lte"}
    orderings = ("day", "-day")


def _holidays(user: User, query: HolidayFilters) -> QuerySet[PublicHoliday]:
    return query.apply(PublicHoliday.objects.all())


PUBLIC_HOLIDAYS: Final[ListSpec[Any, HolidayFilters]] = ListSpec(
    name="public_holidays",
    path="public-holidays/",
    operation_id="public_holidays_list",
    description="The public holidays of the tariffs, the earliest first by default.",
    permission=staff_may_use(Area.TARIFFS),
    filters=HolidayFilters,
    rows=_holidays,
    row=PublicHolidaySerializer,
    columns=lambda user, query: [
        Column("day", _("Date"), lambda row: str(row.day)),
        Column("name", _("Name"), lambda row: row.name),
    ],
)
