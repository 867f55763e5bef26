"""The list of changes of surge factors."""

from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column
from apps.fares.models import SurgeFactor
from apps.fares.surge.serializers import SurgeChangeSerializer


class SurgeFilters(FilterSet):
    search = serializers.CharField(max_length=80, **BLANK)
    car_type = serializers.IntegerField(min_value=1, **OPTIONAL)
    lookups: ClassVar = {"search": "zone__icontains", "car_type": "car_type_id"}
    orderings = ("-computed_at", "computed_at")


def _changes(user: User, query: SurgeFilters) -> QuerySet[SurgeFactor]:
    return query.apply(SurgeFactor.objects.select_related("car_type"))


SURGE_CHANGES: Final[ListSpec[Any, SurgeFilters]] = ListSpec(
    name="surge",
    path="surge/changes/",
    routed=True,
    operation_id="surge_changes",
    description="The changes of surge factors with the numbers that they follow from, the latest first.",
    permission=staff_may_use(Area.TARIFFS),
    filters=SurgeFilters,
    rows=_changes,
    row=SurgeChangeSerializer,
    columns=lambda user, query: [
        Column("computed_at", _("Time"), lambda row: row.computed_at),
        Column("zone", _("Zone"), lambda row: row.zone),
        Column("car_type", _("Car type"), lambda row: row.car_type.name),
        Column("previous", _("Before"), lambda row: row.previous),
        Column("factor", _("Factor"), lambda row: row.factor),
        Column("waiting", _("Waiting requests"), lambda row: row.waiting),
        Column("free", _("Free cars"), lambda row: row.free),
        Column("ended_at", _("Until"), lambda row: row.ended_at),
    ],
)
