"""The admins' list of withdrawals."""

from typing import ClassVar, Final

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.demo_mode import shown_in
from apps.core.fields import DayOrTimeField
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.core.platform import platform_settings
from apps.exports.lists import FileOrPage, ListSpec
from apps.exports.registry import Column, money_column
from apps.exports.sources import secret_source
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import Withdrawal
from apps.wallet.serializers.withdrawals import WithdrawalRowSerializer

MAX_WORDS: Final = 6


class WithdrawalFilters(FilterSet):
    state = serializers.ChoiceField(choices=WithdrawalState.choices, **BLANK)
    search = serializers.CharField(
        max_length=80, help_text="Words of the name, or the beginning of the reference.", **BLANK
    )
    user = serializers.IntegerField(min_value=1, **OPTIONAL)
    batch = serializers.IntegerField(min_value=1, **OPTIONAL)
    from_ = DayOrTimeField(help_text="The earliest time or day of the request.", **OPTIONAL)
    to = DayOrTimeField(
        end=True, help_text="Requested before this time, or on this day at the latest.", **OPTIONAL
    )
    lookups: ClassVar = {
        "state": "state",
        "user": "user_id",
        "batch": "batch_id",
        "from": "requested_at__gte",
        "to": "requested_at__lt",
    }
    orderings = ("-requested_at", "requested_at", "-amount", "amount")

    def filter_search(self, withdrawals: QuerySet[Withdrawal], search: str) -> QuerySet[Withdrawal]:
        """Each word must be in the name or begin the reference."""
        for word in search.split()[:MAX_WORDS]:
            withdrawals = withdrawals.filter(Q(name__icontains=word) | Q(reference__startswith=word))
        return withdrawals


class WithdrawalPageFilters(WithdrawalFilters, FileOrPage):
    pass


def withdrawals_of(user_id: int) -> QuerySet[Withdrawal]:
    """Return the user's own withdrawals."""
    return Withdrawal.objects.filter(user_id=user_id)


def _columns(user: User, query: WithdrawalFilters) -> list[Column[Withdrawal]]:
    """The columns of document 2 and the reason of a rejection."""
    settings = platform_settings()

    def secret(name: str, header: Promise) -> Column[Withdrawal]:
        source = secret_source(settings, name)
        return Column(name, header, lambda row: shown_in(settings, getattr(row, name)), source)

    return [
        Column("id", _("ID"), lambda row: row.pk, F("id")),
        Column("requested_at", _("Date"), lambda row: row.requested_at, F("requested_at")),
        Column("name", _("Name"), lambda row: row.name, F("name")),
        money_column("amount", _("Amount")),
        Column("reference", _("Reference"), lambda row: row.reference, F("reference")),
        Column(
            "processed",
            _("Processed"),
            lambda row: row.state == WithdrawalState.PROCESSED,
            ExpressionWrapper(Q(state=WithdrawalState.PROCESSED), output_field=BooleanField()),
        ),
        Column(
            "process_date",
            _("Process date"),
            lambda row: str(row.process_date or ""),
            Cast("process_date", TextField()),
        ),
        secret("bank_name", _("Bank name")),
        secret("bank_code", _("Bank code")),
        secret("bank_account", _("Bank account")),
        Column("reason", _("Reason for rejection"), lambda row: row.reason, F("reason")),
    ]


WITHDRAWALS: Final = ListSpec(
    name="withdrawals",
    path="withdrawals/",
    routed=True,
    operation_id="withdrawals_list",
    description="All withdrawals, the newest first by default, as pages or a file.",
    permission=staff_may_use(Area.MONEY),
    filters=WithdrawalFilters,
    page_filters=WithdrawalPageFilters,
    rows=lambda user, query: query.apply(Withdrawal.objects.select_related("user", "decided_by")),
    row=WithdrawalRowSerializer,
    context=lambda user: {"settings": platform_settings()},
    columns=_columns,
)
