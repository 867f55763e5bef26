"""The history of a wallet (walletHistory of document 1)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from django.db.models import Case, Expression, F, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Abs, Round
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area
from apps.core.errors import Forbidden
from apps.core.fields import DayOrTimeField
from apps.core.money import round_money
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.core.paging.pagination import KeysetPagination
from apps.core.platform import platform_settings
from apps.exports.lists import FileOrPage, ListSpec
from apps.exports.registry import Column, money_column
from apps.exports.sources import label_source
from apps.wallet.choices import EntryKind, HistoryType
from apps.wallet.models import Posting
from apps.wallet.selectors import history_of, history_type
from apps.wallet.serializers.wallet import WalletHistorySerializer

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
_TYPES: Final[Mapping[str, str | Promise]] = {
    HistoryType.CREDIT: _("Credit"),
    HistoryType.DEBIT: _("Debit"),
    HistoryType.WITHDRAW: _("Withdraw"),
}


class MovementFilters(FilterSet):
    type = serializers.ChoiceField(choices=HistoryType.choices, **BLANK)
    search = serializers.CharField(max_length=60, help_text="A part of the reference.", **BLANK)
    from_ = DayOrTimeField(help_text="The earliest time or day.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Before this time, or on this day at the latest.", **OPTIONAL)
    lookups: ClassVar = {
        "search": "entry__reference__icontains",
        "from": "created_at__gte",
        "to": "created_at__lt",
    }

    def filter_type(self, movements: QuerySet[Posting], type: str) -> QuerySet[Posting]:
        return movements.filter(_OF_TYPE[type])


class ExportedMovementFilters(MovementFilters):
    """The filters of the file; admins can name the owner."""

    user = serializers.IntegerField(min_value=1, **OPTIONAL)


class MovementPageFilters(MovementFilters, FileOrPage):
    pass


def _movements(user: User, query: MovementFilters) -> QuerySet[Posting]:
    owner_id: int | None = query.validated_data.get("user")
    if owner_id not in (None, user.pk) and not staff_may(user, Area.MONEY):
        raise Forbidden("forbidden", _("You don't have permission."))
    return query.apply(history_of(owner_id or user.pk))


def _columns(user: User, query: MovementFilters) -> list[Column[Posting]]:
    decimals = platform_settings().decimal
    return [
        Column("date", _("Date"), lambda row: row.created_at, F("created_at")),
        Column("type", _("Type"), lambda row: str(_TYPES[history_type(row)]), _type_source()),
        Column(
            "kind",
            _("Description"),
            lambda row: str(KIND_LABELS.get(row.entry.kind, row.entry.kind)),
            label_source("entry__kind", KIND_LABELS),
        ),
        Column("tx_ref", _("Reference"), lambda row: row.entry.reference, F("entry__reference")),
        Column(
            "amount",
            _("Amount"),
            lambda row: round_money(abs(row.amount), decimals=decimals),
            Round(Abs("amount"), precision=decimals),
        ),
        money_column("balance_after", _("Balance")),
    ]


def _type_source() -> Expression:
    """Return the label of `history_type` in SQL."""
    types = [When(condition, then=Value(str(_TYPES[type]))) for type, condition in _OF_TYPE.items()]
    return Case(*types, output_field=TextField())


WALLET: Final = ListSpec(
    name="wallet",
    path="me/wallet/history/",
    routed=True,
    operation_id="me_wallet_history_list",
    description="The movements of the user's own wallet, newest first.",
    permission=IsAuthenticated,
    filters=ExportedMovementFilters,
    page_filters=MovementPageFilters,
    rows=_movements,
    row=WalletHistorySerializer,
    columns=_columns,
    pagination=KeysetPagination,
)
WALLET_OF_USER: Final = replace(
    WALLET,
    path="users/<int:pk>/wallet/history/",
    routed=False,
    operation_id="users_wallet_history_list",
    permission=staff_may_use(Area.MONEY),
)
"""Not registered: its file is that of WALLET."""
