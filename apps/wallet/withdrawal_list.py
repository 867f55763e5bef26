"""The admins' list of withdrawals: filtered, ordered, in pages or as a file."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.core.demo_mode import shown_in
from apps.core.keyset import Ordering, walk
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import Withdrawal

ORDERINGS: Final = ("-requested_at", "requested_at", "-amount", "amount")
BATCH: Final = 1000
MOST_WORDS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalFilters:
    """The filters of the list; a missing one filters nothing."""

    state: str = ""
    since: datetime | None = None
    until: datetime | None = None
    """Bounds of the request, the latter without itself."""
    user_id: int | None = None
    batch_id: int | None = None
    search: str = ""
    """Each word is somewhere in the name, or begins the reference."""
    ordering: str = "-requested_at"

    def order(self) -> Ordering:
        return Ordering.parse(self.ordering)


def filter_withdrawals(filters: WithdrawalFilters) -> QuerySet[Withdrawal]:
    """Withdrawals with who asked and who decided."""
    exact = {
        "state": filters.state or None,
        "requested_at__gte": filters.since,
        "requested_at__lt": filters.until,
        "user_id": filters.user_id,
        "batch_id": filters.batch_id,
    }
    found = Withdrawal.objects.select_related("user", "decided_by").filter(
        **{name: value for name, value in exact.items() if value is not None}
    )
    for word in filters.search.split()[:MOST_WORDS]:
        found = found.filter(Q(name__icontains=word) | Q(reference__startswith=word))
    return found


def withdrawals_of(user_id: int) -> QuerySet[Withdrawal]:
    """One's own."""
    return Withdrawal.objects.filter(user_id=user_id)


def withdrawals_table(filters: WithdrawalFilters) -> Table[Withdrawal]:
    """Document 2's columns of a withdraw request, and why one was refused."""
    settings = platform_settings()
    found = filter_withdrawals(filters)
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
        count=found.count,
        rows=lambda: walk(found, filters.order(), batch=BATCH),
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
