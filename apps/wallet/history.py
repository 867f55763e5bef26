"""A wallet's history, filtered, in pages or as a file (walletHistory of document 1)."""

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
from apps.core.keyset import Ordering, walk
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.wallet.choices import EntryKind, HistoryType
from apps.wallet.models import Posting
from apps.wallet.selectors import history_of, history_type

BATCH: Final = 1000
_OUT: Final = Q(amount__lt=0, entry__kind=EntryKind.WITHDRAWAL)
_OF_TYPE: Final[Mapping[str, Q]] = {
    HistoryType.CREDIT: Q(amount__gt=0),
    HistoryType.WITHDRAW: _OUT,
    HistoryType.DEBIT: Q(amount__lt=0) & ~Q(entry__kind=EntryKind.WITHDRAWAL),
}

WORDS: Final[Mapping[str, str | Promise]] = {
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
"""What each movement is called in a file; one that is not here goes by its own name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFilters:
    """What is wanted of a history; what is not given filters nothing."""

    type: str = ""
    since: datetime | None = None
    until: datetime | None = None
    """Without itself."""
    search: str = ""
    """Anywhere in the reference."""


def moves_of(user_id: int, filters: MoveFilters) -> QuerySet[Posting]:
    """The movements of a wallet under the filters, each with its entry."""
    moves = history_of(user_id)
    if filters.type:
        moves = moves.filter(_OF_TYPE[filters.type])
    if filters.since is not None:
        moves = moves.filter(created_at__gte=filters.since)
    if filters.until is not None:
        moves = moves.filter(created_at__lt=filters.until)
    if words := filters.search.strip():
        moves = moves.filter(entry__reference__icontains=words)
    return moves


def moves_table(user_id: int, filters: MoveFilters) -> Table[Posting]:
    """The same, all of it, with the balance that each movement led to."""
    decimals = platform_settings().decimal
    moves = moves_of(user_id, filters)
    return Table(
        columns=[
            Column("date", _("Date"), lambda move: move.created_at),
            Column("type", _("Type"), lambda move: str(_TYPES[history_type(move)])),
            Column("kind", _("Description"), lambda move: str(WORDS.get(move.entry.kind, move.entry.kind))),
            Column("tx_ref", _("Reference"), lambda move: move.entry.reference),
            Column("amount", _("Amount"), lambda move: round_money(abs(move.amount), decimals=decimals)),
            Column(
                "balance_after",
                _("Balance"),
                lambda move: (
                    None if move.balance_after is None else round_money(move.balance_after, decimals=decimals)
                ),
            ),
        ],
        count=moves.count,
        rows=lambda: walk(moves, Ordering(), batch=BATCH),
    )


_TYPES: Final[Mapping[str, str | Promise]] = {
    HistoryType.CREDIT: _("Credit"),
    HistoryType.DEBIT: _("Debit"),
    HistoryType.WITHDRAW: _("Withdraw"),
}


def _check(user: User, filters: Filters) -> dict[str, Any]:
    form = _form(filters)
    _whose(user, form)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Posting]:
    form = _form(filters)
    return moves_table(_whose(user, form), form.filters())


def _whose(user: User, form: Any) -> int:
    """One's own wallet; the wallet of `user` for admins."""
    wanted: int | None = form.validated_data["user"]
    if wanted is None or wanted == user.pk:
        return user.pk
    if user.user_type != UserType.ADMIN:
        raise Forbidden("forbidden", _("You don't have permission."))
    return wanted


def _form(filters: Filters) -> Any:
    from apps.wallet.serializers.wallet import ExportedMovesSerializer

    form = ExportedMovesSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


WALLET: Final = ExportKind(name="wallet", check=_check, table=_table)
