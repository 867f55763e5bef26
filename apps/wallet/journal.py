"""The one door to the ledger: accounts are locked here, in one order, and entries are written here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Conflict, Unprocessable
from apps.core.money import MONEY_PLACES, ZERO
from apps.wallet.choices import FEES_OWED, PAYS_DRIVERS, REVENUE, EntryKind
from apps.wallet.models import JournalEntry, OwedFee
from apps.wallet.owed import FeePayment, open_fees, record_payments


@dataclass(frozen=True, slots=True)
class Receivable:
    """The account of what a rider owes."""

    user_id: int


Party = int | str | Receivable
"""Whose account: a person's wallet by their id, what they owe, the platform's by its name."""

_SMALLEST: Final = Decimal(1).scaleb(-MONEY_PLACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry to be written: what each party gets (or gives, below zero); zeros are left out."""

    key: str
    kind: EntryKind
    moves: Mapping[Party, Decimal]
    memo: str = ""
    booking_id: int | None = None
    reference: str = ""
    created_by_id: int | None = None

    @property
    def legs(self) -> dict[Party, Decimal]:
        return {party: amount for party, amount in self.moves.items() if amount}


@dataclass(frozen=True, slots=True)
class Accounts:
    """Accounts whose wallets stay locked until the transaction ends."""

    ids: dict[Party, int]
    balances: dict[int, Decimal]
    """Of the wallets, by person."""


@dataclass(frozen=True, slots=True)
class Posted:
    entry_ids: dict[str, int]
    """By key."""
    balances: dict[int, Decimal]
    """What the wallets that moved hold now, by person; empty when nothing moved."""
    fees_paid: dict[int, Decimal]
    """What people owed and paid with the money that came in, by person."""


# New accounts are made before any is locked: no one waits for a maker while holding what the maker
# wants. Where someone else is making one, none is locked: it may come before those that are there, and
# locks are taken in order. Platform accounts are not locked at all, for they have no balance to guard.
_LOCK: Final = """
WITH wanted AS (
    SELECT user_id, NULL::bigint AS debtor_id, '' AS name FROM unnest(%(users)s::bigint[]) AS user_id
    UNION ALL SELECT NULL, debtor_id, '' FROM unnest(%(debtors)s::bigint[]) AS debtor_id
    UNION ALL SELECT NULL, NULL, name FROM unnest(%(names)s::text[]) AS name
), made AS (
    INSERT INTO wallet_account (kind, user_id, debtor_id, name, balance)
    SELECT CASE WHEN user_id IS NOT NULL THEN 'user' WHEN debtor_id IS NOT NULL THEN 'receivable'
                ELSE 'platform' END,
           user_id, debtor_id, name, CASE WHEN name = '' THEN 0 END
    FROM wanted
    WHERE NOT EXISTS (SELECT FROM wallet_account a WHERE a.user_id = wanted.user_id)
      AND NOT EXISTS (SELECT FROM wallet_account a WHERE a.debtor_id = wanted.debtor_id)
      AND NOT EXISTS (SELECT FROM wallet_account a WHERE a.kind = 'platform' AND a.name = wanted.name)
    ORDER BY user_id, debtor_id, name
    ON CONFLICT DO NOTHING
    RETURNING id, user_id, debtor_id, name, balance
), locked AS MATERIALIZED (
    SELECT id, user_id, debtor_id, name, balance FROM wallet_account
    WHERE (user_id = ANY(%(users)s::bigint[]) OR debtor_id = ANY(%(debtors)s::bigint[]))
      AND cardinality(%(users)s::bigint[]) + cardinality(%(debtors)s::bigint[])
          = (SELECT count(*) FROM made WHERE name = '')
          + (SELECT count(*) FROM wallet_account
             WHERE user_id = ANY(%(users)s::bigint[]) OR debtor_id = ANY(%(debtors)s::bigint[]))
    ORDER BY id FOR NO KEY UPDATE
)
SELECT id, user_id, debtor_id, name, balance FROM made
UNION ALL SELECT id, user_id, debtor_id, name, balance FROM locked
UNION ALL SELECT id, user_id, debtor_id, name, balance FROM wallet_account
    WHERE kind = 'platform' AND name = ANY(%(names)s::text[])
"""

# All or none: where one key is known already, nothing is written.
_POST: Final = """
WITH draft AS (
    SELECT * FROM unnest(
        %(keys)s::text[], %(kinds)s::text[], %(memos)s::text[], %(bookings)s::bigint[],
        %(references)s::text[], %(writers)s::bigint[]
    ) WITH ORDINALITY AS d (key, kind, memo, booking_id, reference, created_by_id, place)
), entry AS (
    INSERT INTO wallet_journalentry (key, kind, memo, booking_id, reference, created_by_id)
    SELECT key, kind, memo, booking_id, reference, created_by_id FROM draft
    WHERE NOT EXISTS (SELECT FROM wallet_journalentry WHERE key = ANY(%(keys)s::text[]))
    ORDER BY place
    RETURNING id, key
), posting AS (
    INSERT INTO wallet_posting (entry_id, account_id, amount)
    SELECT entry.id, leg.account_id, leg.amount
    FROM unnest(%(leg_keys)s::text[], %(accounts)s::bigint[], %(amounts)s::numeric[])
         WITH ORDINALITY AS leg (key, account_id, amount, place)
    JOIN entry USING (key)
    ORDER BY leg.place
    RETURNING id, entry_id, account_id, balance_after
)
SELECT entry.key, entry.id, posting.account_id, posting.balance_after
FROM posting JOIN entry ON entry.id = posting.entry_id ORDER BY posting.id
"""


def lock_accounts(parties: Iterable[Party]) -> Accounts:
    """Lock the wallets among the parties in order of pk; accounts that are not there yet are made."""
    if not connection.in_atomic_block:
        raise RuntimeError("accounts are locked inside the transaction that moves the money")
    wanted = set(parties)
    values = {
        "users": sorted(party for party in wanted if isinstance(party, int)),
        "debtors": sorted(party.user_id for party in wanted if isinstance(party, Receivable)),
        "names": sorted(party for party in wanted if isinstance(party, str)),
    }
    # A second look finds what someone else was making during the first.
    for _attempt in range(2):
        rows = _rows(_LOCK, values)
        if len(rows) == len(wanted):
            break
    else:
        raise RuntimeError(f"no accounts for all of {sorted(map(str, wanted))}")
    return Accounts(
        ids={_party(user_id, debtor_id, name): id_ for id_, user_id, debtor_id, name, _balance in rows},
        balances={
            user_id: balance for _id, user_id, _debtor_id, _name, balance in rows if user_id is not None
        },
    )


def lock_with_fees(parties: Iterable[Party], debtors: Iterable[int]) -> tuple[Accounts, list[OwedFee]]:
    """Lock the parties' accounts, and those that the open fees of these people are paid between.

    Returns the fees as well, oldest first; they stay as they are until the transaction ends, for whoever
    changes one holds the debtor's wallet. All is locked at once: who locked one after the other could
    wait for someone who waits for them. So when a fee came in between, the locks are let go and taken again.
    """
    debtors = set(debtors)
    wanted, fees = {*parties, *debtors}, open_fees(debtors)
    while True:
        with transaction.atomic():
            locked = wanted | _parties_of(fees)
            accounts, fees = lock_accounts(locked), open_fees(debtors)
            if _parties_of(fees) <= locked:
                return accounts, fees
            transaction.set_rollback(True)


def post(drafts: Sequence[Draft]) -> Posted:
    """Write the entries, all of them or, when they are written already, none.

    Money that a rider gets pays first what the rider owes, oldest first, with entries of its own.
    Raises Conflict low_balance when a wallet holds too little, Unprocessable idempotency_key_reused when
    a key is known for something else; nothing has moved then. Drafts that move nothing are passed over.
    """
    drafts = [draft for draft in drafts if draft.legs]
    if not drafts:
        return Posted({}, {}, {})
    for draft in drafts:
        _require_sound(draft)
    accounts, fees = _lock(drafts)
    if not _covers(accounts.balances, drafts):
        written = _written(drafts)
        if written is None:
            raise Conflict("low_balance", _("The wallet balance is too low."))
        return Posted(written, {}, {})
    payments = _payments(fees, _left(accounts.balances, drafts))
    rows = _rows(_POST, _values([*drafts, *_drafts_of(payments)], accounts))
    if not rows:
        return Posted(_written(drafts) or {}, {}, {})
    record_payments(payments)
    people = {id_: party for party, id_ in accounts.ids.items() if isinstance(party, int)}
    fees_paid: dict[int, Decimal] = {}
    for payment in payments:
        fees_paid[payment.fee.user_id] = fees_paid.get(payment.fee.user_id, ZERO) + payment.amount
    return Posted(
        entry_ids={key: entry_id for key, entry_id, _account_id, _balance in rows},
        balances={people[id_]: balance for _key, _entry_id, id_, balance in rows if id_ in people},
        fees_paid=fees_paid,
    )


# -- fees that are owed ------------------------------------------------------------------------


def payee_of(fee: OwedFee) -> int | str:
    """The driver; the platform where there was none, or the driver's account is deleted."""
    return REVENUE if fee.payee is None or fee.payee.deleted_at is not None else fee.payee.pk


def _lock(drafts: Sequence[Draft]) -> tuple[Accounts, list[OwedFee]]:
    parties = {party for draft in drafts for party in draft.legs}
    credited = {
        party
        for draft in drafts
        if draft.kind not in PAYS_DRIVERS
        for party, amount in draft.legs.items()
        if isinstance(party, int) and amount > 0
    }
    return lock_with_fees(parties, credited) if credited else (lock_accounts(parties), [])


def _parties_of(fees: Iterable[OwedFee]) -> set[Party]:
    return {
        party for fee in fees for party in (fee.user_id, payee_of(fee), Receivable(fee.user_id), FEES_OWED)
    }


def _payments(fees: Sequence[OwedFee], left: dict[int, Decimal]) -> list[FeePayment]:
    """What the wallets pay of the fees, as far as they reach."""
    payments = []
    for fee in fees:
        amount = min(fee.left, left[fee.user_id])
        if amount > 0:
            left[fee.user_id] -= amount
            payments.append(FeePayment(fee=fee, amount=amount))
    return payments


def _drafts_of(payments: Iterable[FeePayment]) -> Iterator[Draft]:
    for payment in payments:
        fee, amount = payment.fee, payment.amount
        fact = f"owed_fee:{fee.pk}:from:{fee.paid:f}"
        yield Draft(
            key=f"{fact}:paid",
            kind=EntryKind.CANCELLATION_FEE,
            moves={fee.user_id: -amount, payee_of(fee): amount},
            booking_id=fee.booking_id,
            reference=fee.reference,
        )
        yield Draft(
            key=f"{fact}:settled",
            kind=EntryKind.FEE_SETTLED,
            moves={FEES_OWED: -amount, Receivable(fee.user_id): amount},
            booking_id=fee.booking_id,
            reference=fee.reference,
        )


# -- what is written ---------------------------------------------------------------------------


def _require_sound(draft: Draft) -> None:
    """Said here in words, and again by the database."""
    amounts = draft.legs.values()
    if sum(amounts, ZERO) != 0:
        raise ValueError(f"{draft.key} does not sum to zero: {draft.moves}")
    if any(amount != amount.quantize(_SMALLEST) for amount in amounts):
        raise ValueError(f"{draft.key} has amounts finer than {_SMALLEST}: {draft.moves}")


def _left(balances: Mapping[int, Decimal], drafts: Iterable[Draft]) -> dict[int, Decimal]:
    """What the wallets hold after the drafts."""
    left = dict(balances)
    for draft in drafts:
        for party, amount in draft.legs.items():
            if isinstance(party, int):
                left[party] += amount
    return left


def _covers(balances: Mapping[int, Decimal], drafts: Sequence[Draft]) -> bool:
    """False when a wallet would fall below zero by something else than a cash settlement."""
    left = dict(balances)
    for draft in drafts:
        for party, amount in draft.legs.items():
            if isinstance(party, int):
                left[party] += amount
                if amount < 0 and left[party] < 0 and draft.kind != EntryKind.CASH_SETTLEMENT:
                    return False
    return True


def _written(drafts: Sequence[Draft]) -> dict[str, int] | None:
    """The ids of the entries if just these are written, None if none of them is; else refuses."""
    entries = JournalEntry.objects.filter(key__in=[draft.key for draft in drafts])
    known = {entry.key: entry for entry in entries.prefetch_related("postings__account")}
    if not known:
        return None
    for draft in drafts:
        entry = known.get(draft.key)
        if entry is None or entry.kind != draft.kind or _legs(entry) != draft.legs:
            raise Unprocessable("idempotency_key_reused", _("This was already recorded with other amounts."))
    return {key: entry.pk for key, entry in known.items()}


def _legs(entry: JournalEntry) -> dict[Party, Decimal]:
    return {
        _party(posting.account.user_id, posting.account.debtor_id, posting.account.name): posting.amount
        for posting in entry.postings.all()
    }


def _party(user_id: int | None, debtor_id: int | None, name: str) -> Party:
    if user_id is not None:
        return user_id
    return name if debtor_id is None else Receivable(debtor_id)


def _values(drafts: Sequence[Draft], accounts: Accounts) -> dict[str, Any]:
    legs = [(draft.key, party, amount) for draft in drafts for party, amount in draft.legs.items()]
    return {
        "keys": [draft.key for draft in drafts],
        "kinds": [draft.kind.value for draft in drafts],
        "memos": [draft.memo for draft in drafts],
        "bookings": [draft.booking_id for draft in drafts],
        "references": [draft.reference for draft in drafts],
        "writers": [draft.created_by_id for draft in drafts],
        "leg_keys": [key for key, _party, _amount in legs],
        "accounts": [accounts.ids[party] for _key, party, _amount in legs],
        "amounts": [amount for _key, _party, amount in legs],
    }


def _rows(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, dict(values))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
