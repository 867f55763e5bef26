"""The admins' list of withdrawals: filtered, ordered, as pages or a file."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.core.demo_mode import shown_in
from apps.core.money import round_money
from apps.core.paging.keyset import Ordering, walk
from apps.core.platform import platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import Withdrawal

ORDERINGS: Final = ("-requested_at", "requested_at", "-amount", "amount")
BATCH: Final = 1000
MAX_WORDS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalFilters:
    """The filters of the list; an empty one matches all."""

    state: str = ""
    since: datetime | None = None
    until: datetime | None = None
    """Bounds of the request's time; `until` is exclusive."""
    user_id: int | None = None
    batch_id: int | None = None
    search: str = ""
    """Each word must be in the name or begin the reference."""
    ordering: str = "-requested_at"

    def order(self) -> Ordering:
        return Ordering.parse(self.ordering)


def filter_withdrawals(filters: WithdrawalFilters) -> QuerySet[Withdrawal]:
    """Return the filtered withdrawals with their users and admins."""
    exact = {
        "state": filters.state or None,
        "requested_at__gte": filters.since,
        "requested_at__lt": filters.until,
        "user_id": filters.user_id,
        "batch_id": filters.batch_id,
    }
    withdrawals = Withdrawal.objects.select_related("user", "decided_by").filter(
        **{name: value for name, value in exact.items() if value is not None}
    )
    for word in filters.search.split()[:MAX_WORDS]:
        withdrawals = withdrawals.filter(Q(name__icontains=word) | Q(reference__startswith=word))
    return withdrawals


def withdrawals_of(user_id: int) -> QuerySet[Withdrawal]:
    """Return the user's own withdrawals."""
    return Withdrawal.objects.filter(user_id=user_id)


def withdrawals_table(filters: WithdrawalFilters) -> Table[Withdrawal]:
    """Return the columns of document 2 and the reason of a rejection."""
    settings = platform_settings()
    withdrawals = filter_withdrawals(filters)
    return Table(
        columns=[
            Column("id", _("ID"), lambda row: row.pk),
            Column("requested_at", _("Date"), lambda row: row.requested_at),
            Column("name", _("Name"), lambda row: row.name),
            Column("amount", _("Amount"), lambda row: round_money(row.amount, decimals=settings.decimal)),
            Column("reference", _("Reference"), lambda row: row.reference),
            Column("processed", _("Processed"), lambda row: row.state == WithdrawalState.PROCESSED),
            Column("process_date", _("Process date"), lambda row: str(row.process_date or "")),
            Column("bank_name", _("Bank name"), lambda row: shown_in(settings, row.bank_name)),
            Column("bank_code", _("Bank code"), lambda row: shown_in(settings, row.bank_code)),
            Column("bank_account", _("Bank account"), lambda row: shown_in(settings, row.bank_account)),
            Column("reason", _("Reason for rejection"), lambda row: row.reason),
        ],
        count=withdrawals.count,
        rows=lambda: walk(withdrawals, filters.order(), batch=BATCH),
    )


def _check(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    form = _form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Withdrawal]:
    require_admin(user)
    return withdrawals_table(_form(filters).filters())


def _form(filters: Filters) -> Any:
    from apps.wallet.serializers.withdrawals import WithdrawalFilterSerializer

    form = WithdrawalFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


WITHDRAWALS: Final = ExportKind(name="withdrawals", check=_check, table=_table)
