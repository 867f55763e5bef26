"""The admins' list of approvals."""

from typing import ClassVar, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.approvals.audit import subject_of
from apps.backoffice.approvals.serializers import ApprovalRowSerializer
from apps.backoffice.models import Approval, ApprovalState
from apps.core.approvals import ApprovalKind
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column, money_column


class ApprovalFilters(FilterSet):
    search = serializers.CharField(
        max_length=80, help_text="A number, a name, or the reference of a booking or withdrawal.", **BLANK
    )
    state = serializers.ChoiceField(choices=ApprovalState.choices, **BLANK)
    kind = serializers.ChoiceField(choices=ApprovalKind.choices, **BLANK)
    booking = serializers.IntegerField(min_value=1, **OPTIONAL)
    person = serializers.IntegerField(min_value=1, **OPTIONAL)
    orderings = ("-id", "id", "-amount", "amount")
    lookups: ClassVar = {"state": "state", "kind": "kind", "booking": "booking_id", "person": "person_id"}

    def filter_search(self, approvals: QuerySet[Approval], search: str) -> QuerySet[Approval]:
        text = search.strip()
        found = Q(booking__reference__iexact=text) | Q(withdrawal__reference__startswith=text)
        for person in ("person", "requested_by"):
            for name in ("first_name", "last_name"):
                found |= Q(**{f"{person}__{name}__icontains": text})
        if (number := text.removeprefix("#")).isascii() and number.isdigit():
            found |= Q(pk=int(number[:18]))
        return approvals.filter(found)


def with_names(approvals: QuerySet[Approval]) -> QuerySet[Approval]:
    return approvals.select_related("booking", "withdrawal", "batch", "person", "requested_by", "decided_by")


def _columns(user: User, query: ApprovalFilters) -> list[Column[Approval]]:
    return [
        Column("id", pgettext_lazy("approval", "Number"), lambda row: row.pk),
        Column("kind", pgettext_lazy("approval", "Action"), lambda row: row.get_kind_display()),
        Column("state", _("Status"), lambda row: row.get_state_display()),
        Column("subject", pgettext_lazy("approval", "Subject"), subject_of),
        money_column("amount", _("Amount")),
        Column("person", _("User"), lambda row: row.person.full_name if row.person else ""),
        Column("reason", _("Reason"), lambda row: row.reason),
        Column(
            "requested_by",
            pgettext_lazy("approval", "Requested by"),
            lambda row: row.requested_by.full_name,
        ),
        Column("requested_at", pgettext_lazy("approval", "Requested"), lambda row: row.requested_at),
        Column(
            "decided_by",
            pgettext_lazy("approval", "Decided by"),
            lambda row: row.decided_by.full_name if row.decided_by else "",
        ),
        Column("decided_at", pgettext_lazy("approval", "Decided"), lambda row: row.decided_at),
        Column(
            "decision_reason",
            pgettext_lazy("approval", "Reason of the decision"),
            lambda row: row.decision_reason,
        ),
    ]


APPROVALS: Final = ListSpec(
    name="approvals",
    path="approvals/",
    routed=True,
    operation_id="approvals",
    description="Actions with money that a second admin approves or refuses, the newest first.",
    permission=staff_may_use(Area.APPROVALS),
    filters=ApprovalFilters,
    rows=lambda user, query: query.apply(with_names(Approval.objects.all())),
    row=ApprovalRowSerializer,
    columns=_columns,
)
