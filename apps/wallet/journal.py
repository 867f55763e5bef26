"""The only code that writes the ledger: locks accounts in one order and inserts entries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Conflict, Unprocessable
from apps.core.money import MONEY_PLACES, ZERO
from apps.core.postgres import prepared_cursor
from apps.wallet.choices import FEES_OWED, PAYS_DRIVERS, REVENUE, EntryKind
from apps.wallet.models import JournalEntry, OwedFee
from apps.wallet.trips.owed import FeePayment, open_fees, record_payments


@dataclass(frozen=True, slots=True)
class Receivable:
    """The account of a rider's debt."""

    user_id: int


Party = int | str | Receivable
"""The owner of an account: a user's wallet by id, a user's debt, or a platform account by name."""

_SMALLEST: Final = Decimal(1).scaleb(-MONEY_PLACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry to write: the amount of each party, negative if it pays; zeros are dropped."""

    key: str
    kind: EntryKind
    amounts: Mapping[Party, Decimal]
    memo: str = ""
    booking_id: int | None = None
    reference: str = ""
    created_by_id: int | None = None

    @property
    def legs(self) -> dict[Party, Decimal]:
        return {party: amount for party, amount in self.amounts.items() if amount}


@dataclass(frozen=True, slots=True)
class Accounts:
    """Accounts, whose wallets are locked until the transaction ends."""

    ids: dict[Party, int]
    balances: dict[int, Decimal]
    """The balances of the wallets, by user id."""


@dataclass(frozen=True, slots=True)
class Posted:
    entry_ids: dict[str, int]
    """By key."""
    balances: dict[int, Decimal]
    """The new balances of the changed wallets, by user id; empty if nothing was posted."""
    fees_paid: dict[int, Decimal]
    """The owed fees paid by the credits, by user id."""


# Missing accounts are inserted before any is locked, so that no transaction waits for an insert while it
# holds a lock that the inserting one needs. If another transaction is inserting one, nothing is locked: its
# id could be lower, and locks are taken in order of ids. Platform accounts are not locked, because they store
# no balance.
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

# All or nothing: if one key exists already, nothing is written.
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
    """Lock the parties' wallets in order of pk; missing accounts are created."""
    if not connection.in_atomic_block:
        raise RuntimeError("accounts are locked inside the transaction that moves the money")
    accounts_to_lock = set(parties)
    values = {
        "users": sorted(party for party in accounts_to_lock if isinstance(party, int)),
        "debtors": sorted(party.user_id for party in accounts_to_lock if isinstance(party, Receivable)),
        "names": sorted(party for party in accounts_to_lock if isinstance(party, str)),
    }
    # The second try finds accounts that another transaction was creating during the first.
    for _attempt in range(2):
        rows = _rows(_LOCK, values)
        if len(rows) == len(accounts_to_lock):
            break
    else:
        raise RuntimeError(f"no accounts for all of {sorted(map(str, accounts_to_lock))}")
    return Accounts(
        ids={_party(user_id, debtor_id, name): id_ for id_, user_id, debtor_id, name, _balance in rows},
        balances={
            user_id: balance for _id, user_id, _debtor_id, _name, balance in rows if user_id is not None
        },
    )


def lock_with_fees(parties: Iterable[Party], debtors: Iterable[int]) -> tuple[Accounts, list[OwedFee]]:
    """Lock the parties' accounts and those between which the open fees of `debtors` are paid.

    Returns the accounts and the fees, oldest first; the fees cannot change until the transaction ends,
    because a change requires the lock of the debtor's wallet. All locks are taken at once to avoid deadlocks.
    If a fee was added meanwhile, the locks are released and taken again.
    """
    debtors = set(debtors)
    accounts_to_lock, fees = {*parties, *debtors}, open_fees(debtors)
    while True:
        with transaction.atomic():
            locked = accounts_to_lock | _parties_of(fees)
            accounts, fees = lock_accounts(locked), open_fees(debtors)
            if _parties_of(fees) <= locked:
                return accounts, fees
            transaction.set_rollback(True)


def post(drafts: Sequence[Draft]) -> Posted:
    """Write all entries, or none if they are written already.

    Credits to a rider first pay the rider's owed fees, oldest first, with entries of their own. Raises
    Conflict low_balance if a wallet does not cover its part, Unprocessable idempotency_key_reused if a key
    exists with other data; then nothing is posted. Drafts without amounts are skipped.
    """
    drafts = [draft for draft in drafts if draft.legs]
    if not drafts:
        return Posted({}, {}, {})
    for draft in drafts:
        _require_valid(draft)
    accounts, fees = _lock(drafts)
    if not _covers(accounts.balances, drafts):
        existing = _existing_entry_ids(drafts)
        if existing is None:
            raise Conflict("low_balance", _("The wallet balance is too low."))
        return Posted(existing, {}, {})
    payments = _payments(fees, _balances_after(accounts.balances, drafts))
    rows = _rows(_POST, _values([*drafts, *_drafts_of(payments)], accounts))
    if not rows:
        return Posted(_existing_entry_ids(drafts) or {}, {}, {})
    record_payments(payments)
    return _posted(rows, accounts, payments)


def pay_open_fees(user_id: int) -> Posted:
    """Pay the user's open fees as far as the balance covers them, oldest first."""
    accounts, fees = lock_with_fees({user_id}, [user_id])
    payments = _payments(fees, dict(accounts.balances))
    if not payments:
        return Posted({}, {}, {})
    rows = _rows(_POST, _values(list(_drafts_of(payments)), accounts))
    record_payments(payments)
    return _posted(rows, accounts, payments)


def _posted(rows: list[Any], accounts: Accounts, payments: Iterable[FeePayment]) -> Posted:
    owners = {id_: party for party, id_ in accounts.ids.items() if isinstance(party, int)}
    fees_paid: dict[int, Decimal] = {}
    for payment in payments:
        fees_paid[payment.fee.user_id] = fees_paid.get(payment.fee.user_id, ZERO) + payment.amount
    return Posted(
        entry_ids={key: entry_id for key, entry_id, _account_id, _balance in rows},
        balances={owners[id_]: balance for _key, _entry_id, id_, balance in rows if id_ in owners},
        fees_paid=fees_paid,
    )


# -- owed fees -----------------------------------------------------------------------------


def payee_of(fee: OwedFee) -> int | str:
    """Return the driver; the platform if there was none or the driver's account is deleted."""
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
    """Return the payments of fees that the wallets cover."""
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
            amounts={fee.user_id: -amount, payee_of(fee): amount},
            booking_id=fee.booking_id,
            reference=fee.reference,
        )
        yield Draft(
            key=f"{fact}:settled",
            kind=EntryKind.FEE_SETTLED,
            amounts={FEES_OWED: -amount, Receivable(fee.user_id): amount},
            booking_id=fee.booking_id,
            reference=fee.reference,
        )


# -- validation and SQL ---------------------------------------------------------------------


def _require_valid(draft: Draft) -> None:
    """Raise a readable error; the database enforces the same rules."""
    amounts = draft.legs.values()
    if sum(amounts, ZERO) != 0:
        raise ValueError(f"{draft.key} does not sum to zero: {draft.amounts}")
    if any(amount != amount.quantize(_SMALLEST) for amount in amounts):
        raise ValueError(f"{draft.key} has amounts finer than {_SMALLEST}: {draft.amounts}")


def _balances_after(balances: Mapping[int, Decimal], drafts: Iterable[Draft]) -> dict[int, Decimal]:
    """Return the balances after the drafts."""
    left = dict(balances)
    for draft in drafts:
        for party, amount in draft.legs.items():
            if isinstance(party, int):
                left[party] += amount
    return left


def _covers(balances: Mapping[int, Decimal], drafts: Sequence[Draft]) -> bool:
    """Return False if a wallet would become negative other than by a cash settlement."""
    left = dict(balances)
    for draft in drafts:
        for party, amount in draft.legs.items():
            if isinstance(party, int):
                left[party] += amount
                if amount < 0 and left[party] < 0 and draft.kind != EntryKind.CASH_SETTLEMENT:
                    return False
    return True


def _existing_entry_ids(drafts: Sequence[Draft]) -> dict[str, int] | None:
    """Return the ids of the entries if exactly these are written, None if none is; otherwise raise."""
    entries = JournalEntry.objects.filter(key__in=[draft.key for draft in drafts])
    existing = {entry.key: entry for entry in entries.prefetch_related("postings__account")}
    if not existing:
        return None
    for draft in drafts:
        entry = existing.get(draft.key)
        if entry is None or entry.kind != draft.kind or _legs(entry) != draft.legs:
            raise Unprocessable("idempotency_key_reused", _("This was already recorded with other amounts."))
    return {key: entry.pk for key, entry in existing.items()}


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
    with prepared_cursor() as cursor:
        cursor.execute(statement, dict(values))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
