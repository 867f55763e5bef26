"""The ledger of the demo history: balanced entries in time order, each with the resulting balance."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import count

from apps.backoffice.scale.rows import next_id
from apps.bookings.models import Booking
from apps.core.money import ZERO
from apps.wallet.choices import (
    CASH_WITH_DRIVERS,
    PROMOTIONS,
    REVENUE,
    TRIPS,
    AccountKind,
    EntryKind,
    gateway_account,
)
from apps.wallet.journal import Draft, Party, Receivable
from apps.wallet.models import Account, JournalEntry, Posting


@dataclass(slots=True)
class Ledger:
    """Collects entries in memory; the rows are inserted together."""

    accounts: dict[Party, Account] = field(default_factory=dict)
    entries: list[JournalEntry] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)
    _ids: dict[type, "count[int]"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ids = {model: count(next_id(model)) for model in (Account, JournalEntry, Posting)}

    def balance(self, user_id: int) -> Decimal:
        account = self.accounts.get(user_id)
        return ZERO if account is None or account.balance is None else account.balance

    def post(self, at: datetime, *drafts: Draft) -> None:
        for draft in drafts:
            if draft.legs:
                self._write(at, draft)

    def _write(self, at: datetime, draft: Draft) -> None:
        if sum(draft.legs.values(), ZERO) != 0:
            raise ValueError(f"{draft.key} does not sum to zero: {draft.amounts}")
        entry = JournalEntry(
            id=next(self._ids[JournalEntry]),
            key=draft.key,
            kind=draft.kind,
            memo=draft.memo,
            booking_id=draft.booking_id,
            reference=draft.reference,
            created_at=at,
            created_by_id=draft.created_by_id,
        )
        self.entries.append(entry)
        for party, amount in draft.legs.items():
            account = self._account(party, at)
            if account.balance is not None:
                account.balance += amount
                is_overdrawn = isinstance(party, int) and amount < 0 and account.balance < 0
                if is_overdrawn and draft.kind != EntryKind.CASH_SETTLEMENT:
                    raise ValueError(f"{draft.key} takes the wallet of #{party} to {account.balance}")
            posting = Posting(
                id=next(self._ids[Posting]),
                entry_id=entry.pk,
                account_id=account.pk,
                amount=amount,
                balance_after=account.balance,
                created_at=at,
            )
            self.postings.append(posting)

    def _account(self, party: Party, at: datetime) -> Account:
        if party not in self.accounts:
            self.accounts[party] = account = Account(id=next(self._ids[Account]), created_at=at)
            if isinstance(party, str):
                account.kind, account.name = AccountKind.PLATFORM, party
            elif isinstance(party, Receivable):
                account.kind, account.debtor_id = AccountKind.RECEIVABLE, party.user_id
                account.balance = ZERO
            else:
                account.kind, account.user_id, account.balance = AccountKind.USER, party, ZERO
        return self.accounts[party]


def booking_draft(booking: Booking, name: str, kind: EntryKind, amounts: Mapping[Party, Decimal]) -> Draft:
    """Return an entry of a booking under the key that the booking's service uses."""
    return Draft(
        key=f"booking:{booking.pk}:{name}",
        kind=kind,
        amounts=amounts,
        booking_id=booking.pk,
        reference=booking.reference,
    )


def payment_drafts(booking: Booking) -> list[Draft]:
    """Return the rider's payment by method (apps.wallet.services.settle_booking, hold_prepayment)."""
    wallet, cash = Decimal(booking.used_wallet_money), Decimal(booking.cash_payment_amount)
    card = Decimal(booking.card_payment_amount)
    rider, gateway = booking.customer_id, booking.gateway
    by_card: dict[Party, Decimal] = {gateway_account(gateway): -card, TRIPS: card} if card else {}
    return [
        booking_draft(booking, "wallet_payment", EntryKind.WALLET_PAYMENT, {rider: -wallet, TRIPS: wallet}),
        booking_draft(booking, "card_payment", EntryKind.CARD_PAYMENT, by_card),
        booking_draft(
            booking, "cash_payment", EntryKind.CASH_PAYMENT, {CASH_WITH_DRIVERS: -cash, TRIPS: cash}
        ),
    ]


def settlement_drafts(booking: Booking) -> list[Draft]:
    """Return how the payment is divided: driver's share, platform's share, and cash held by the driver."""
    assert booking.driver_id is not None
    driver, discount = booking.driver_id, Decimal(booking.discount)
    cost, share = Decimal(booking.trip_cost), Decimal(booking.driver_share)
    fees, cash = Decimal(booking.convenience_fees), Decimal(booking.cash_payment_amount)
    shares: dict[Party, Decimal] = {TRIPS: -cost, driver: share, REVENUE: fees}
    return [
        booking_draft(booking, "discount", EntryKind.DISCOUNT, {PROMOTIONS: -discount, TRIPS: discount}),
        booking_draft(booking, "driver_share", EntryKind.DRIVER_SHARE, shares),
        booking_draft(booking, "cash", EntryKind.CASH_SETTLEMENT, {driver: -cash, CASH_WITH_DRIVERS: cash}),
    ]
