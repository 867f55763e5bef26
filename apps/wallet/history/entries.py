"""The history of a wallet, filtered, as pages or a file (walletHistory of document 1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.errors import Forbidden
from apps.core.money import round_money
from apps.core.paging.keyset import Ordering, walk
from apps.core.platform import platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.wallet.choices import EntryKind, HistoryType
from apps.wallet.models import Posting
from apps.wallet.selectors import history_of, history_type

BATCH: Final = 1000
_WITHDRAWN: Final = Q(amount__lt=0, entry__kind=EntryKind.WITHDRAWAL)
_OF_TYPE: Final[Mapping[str, Q]] = {
    HistoryType.CREDIT: Q(amount__gt=0),
    HistoryType.WITHDRAW: _WITHDRAWN,
    HistoryType.DEBIT: Q(amount__lt=0) & ~Q(entry__kind=EntryKind.WITHDRAWAL),
}

KIND_LABELS: Final[Mapping[str, str | Promise]] = {
    EntryKind.WALLET_PAYMENT: _("Trip paid"),
    EntryKind.OTHER_PAYMENT: _("Paid in another way"),
    EntryKind.WRITE_OFF: _("Trip written off"),
    EntryKind.CARD_PAYMENT: _("Trip paid by card"),
    EntryKind.CASH_PAYMENT: _("Trip paid in cash"),
    EntryKind.DISCOUNT: _("Discount"),
    EntryKind.DRIVER_SHARE: _("Earned on a trip"),
    EntryKind.CASH_SETTLEMENT: _("Cash collected"),
    EntryKind.TIP: _("Tip"),
    EntryKind.CANCELLATION_FEE: _("Cancellation fee"),
    EntryKind.FEE_OWED: _("Fee owed"),
    EntryKind.FEE_SETTLED: _("Owed fee paid"),
    EntryKind.FEE_WRITTEN_OFF: _("Owed fee written off"),
    EntryKind.REFUND: _("Trip refund"),
    EntryKind.ADMIN_CREDIT: _("Credit from support"),
    EntryKind.ADMIN_DEBIT: _("Correction by support"),
    EntryKind.FARE_ADJUSTMENT: _("Fare adjusted"),
    EntryKind.PREPAYMENT_CHANGE: _("Booking changed"),
    EntryKind.TRIP_REFUND: _("Trip refunded"),
    EntryKind.REFERRAL_BONUS: _("Referral bonus"),
    EntryKind.REFERRAL_REVERSAL: _("Referral bonus reversed"),
    EntryKind.WITHDRAWAL: _("Withdrawal"),
    EntryKind.WITHDRAWAL_PAID: _("Withdrawal paid"),
    EntryKind.WITHDRAWAL_REJECTED: _("Withdrawal rejected"),
    EntryKind.TOP_UP: _("Top-up"),
    EntryKind.GATEWAY_REFUND: _("Refund to card or account"),
    EntryKind.CHARGEBACK: _("Chargeback"),
}
"""The labels of movements in files; a missing kind is shown by its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementFilters:
    """The filters of a wallet history; an empty one matches all."""

    type: str = ""
    since: datetime | None = None
    until: datetime | None = None
    """Exclusive."""
    search: str = ""
    """A part of the reference."""


def movements_of(user_id: int, filters: MovementFilters) -> QuerySet[Posting]:
    """Return the movements of a wallet under the filters, with their entries."""
    movements = history_of(user_id)
    if filters.type:
        movements = movements.filter(_OF_TYPE[filters.type])
    if filters.since is not None:
        movements = movements.filter(created_at__gte=filters.since)
    if filters.until is not None:
        movements = movements.filter(created_at__lt=filters.until)
    if search := filters.search.strip():
        movements = movements.filter(entry__reference__icontains=search)
    return movements


def movements_table(user_id: int, filters: MovementFilters) -> Table[Posting]:
    """Return all movements with the balance after each, for a file."""
    decimals = platform_settings().decimal
    movements = movements_of(user_id, filters)
    return Table(
        columns=[
            Column("date", _("Date"), lambda row: row.created_at),
            Column("type", _("Type"), lambda row: str(_TYPES[history_type(row)])),
            Column(
                "kind",
                _("Description"),
                lambda row: str(KIND_LABELS.get(row.entry.kind, row.entry.kind)),
            ),
            Column("tx_ref", _("Reference"), lambda row: row.entry.reference),
            Column("amount", _("Amount"), lambda row: round_money(abs(row.amount), decimals=decimals)),
            Column(
                "balance_after",
                _("Balance"),
                lambda row: (
                    None if row.balance_after is None else round_money(row.balance_after, decimals=decimals)
                ),
            ),
        ],
        count=movements.count,
        rows=lambda: walk(movements, Ordering(), batch=BATCH),
    )


_TYPES: Final[Mapping[str, str | Promise]] = {
    HistoryType.CREDIT: _("Credit"),
    HistoryType.DEBIT: _("Debit"),
    HistoryType.WITHDRAW: _("Withdraw"),
}


def _check(user: User, filters: Filters) -> dict[str, Any]:
    form = _form(filters)
    _owner_of(user, form)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Posting]:
    form = _form(filters)
    return movements_table(_owner_of(user, form), form.filters())


def _owner_of(user: User, form: Any) -> int:
    """Return the id of the requested wallet's owner; only admins can request other wallets."""
    owner_id: int | None = form.validated_data["user"]
    if owner_id is None or owner_id == user.pk:
        return user.pk
    if user.user_type != UserType.ADMIN:
        raise Forbidden("forbidden", _("You don't have permission."))
    return owner_id


def _form(filters: Filters) -> Any:
    from apps.wallet.serializers.wallet import ExportedMovementsSerializer

    form = ExportedMovementsSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


WALLET: Final = ExportKind(name="wallet", check=_check, table=_table)
