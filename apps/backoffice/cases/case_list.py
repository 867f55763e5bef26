"""The admins' list of cases."""

from typing import ClassVar, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.cases.selectors import cases_visible_to
from apps.backoffice.cases.serializers import CaseRowSerializer
from apps.backoffice.models import Case, CaseKind, CaseState
from apps.core.paging.filters import BLANK, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column

MINE: Final = "mine"
NO_OWNER: Final = "none"


class CaseFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="A number, a name or a booking.", **BLANK)
    state = serializers.ChoiceField(choices=CaseState.choices, **BLANK)
    kind = serializers.ChoiceField(choices=CaseKind.choices, **BLANK)
    owner = serializers.ChoiceField(choices=(MINE, NO_OWNER), **BLANK)
    overdue = serializers.BooleanField(required=False, allow_null=True, default=None)
    person = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    booking = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    orderings = ("-id", "id", "-updated_at", "updated_at")
    lookups: ClassVar = {
        "state": "state",
        "kind": "kind",
        "person": "person_id",
        "booking": "booking_id",
    }

    def filter_search(self, cases: QuerySet[Case], search: str) -> QuerySet[Case]:
        found = Q(booking__reference__iexact=search.strip())
        for name in ("first_name", "last_name"):
            found |= Q(**{f"person__{name}__icontains": search.strip()})
        if (number := search.strip().removeprefix("#")).isascii() and number.isdigit():
            found |= Q(pk=int(number[:18]))
        return cases.filter(found)

    def filter_overdue(self, cases: QuerySet[Case], overdue: bool) -> QuerySet[Case]:
        late = Q(state=CaseState.OPEN, due_at__lt=timezone.now())
        return cases.filter(late if overdue else ~late)


def _rows(user: User, query: CaseFilters) -> QuerySet[Case]:
    cases = query.apply(cases_visible_to(user).select_related("person", "booking", "owner"))
    match query.validated_data.get("owner"):
        case "mine":
            return cases.filter(owner=user)
        case "none":
            return cases.filter(owner=None)
    return cases


def _columns(user: User, query: CaseFilters) -> list[Column[Case]]:
    return [
        Column("id", pgettext_lazy("case", "Number"), lambda case: case.pk),
        Column("kind", pgettext_lazy("case", "Subject"), lambda case: case.get_kind_display()),
        Column("state", _("Status"), lambda case: case.get_state_display()),
        Column("person", _("User"), lambda case: case.person.full_name),
        Column("booking", _("Booking"), lambda case: case.booking.reference if case.booking else ""),
        Column(
            "owner", pgettext_lazy("case", "Owner"), lambda case: case.owner.full_name if case.owner else ""
        ),
        Column("due_at", pgettext_lazy("case", "Due"), lambda case: case.due_at),
        Column("outcome", pgettext_lazy("case", "Outcome"), lambda case: case.get_outcome_display() or ""),
        Column("created_at", _("Created"), lambda case: case.created_at),
        Column("closed_at", pgettext_lazy("case", "Closed"), lambda case: case.closed_at),
    ]


CASES: Final = ListSpec(
    name="cases",
    path="cases/",
    operation_id="cases",
    permission=staff_or_fleet_admins(Area.CASES),
    filters=CaseFilters,
    rows=_rows,
    row=CaseRowSerializer,
    columns=_columns,
)
