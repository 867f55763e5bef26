"""Invariants of the whole ledger, checked by set-based SQL: a million postings take seconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db import connection, transaction


@dataclass(frozen=True, slots=True)
class Check:
    """An invariant, and the query that returns its violations."""

    invariant: str
    sql: str


CHECKS: Final = (
    Check(
        "every entry has two postings or more, and they sum to zero",
        """
        SELECT format('entry %s (%s) has %s postings that sum to %s',
                      e.id, e.key, count(p.id), coalesce(sum(p.amount), 0))
        FROM wallet_journalentry e LEFT JOIN wallet_posting p ON p.entry_id = e.id
        GROUP BY e.id HAVING count(p.id) < 2 OR coalesce(sum(p.amount), 0) <> 0
        """,
    ),
    Check(
        "every posting has its entry and its account",
        """
        SELECT format('posting %s names entry %s and account %s, of which %s', p.id, p.entry_id, p.account_id,
                      CASE WHEN e.id IS NULL AND a.id IS NULL THEN 'neither is there'
                           WHEN e.id IS NULL THEN 'the entry is not there'
                           ELSE 'the account is not there' END)
        FROM wallet_posting p
        LEFT JOIN wallet_journalentry e ON e.id = p.entry_id
        LEFT JOIN wallet_account a ON a.id = p.account_id
        WHERE e.id IS NULL OR a.id IS NULL
        """,
    ),
    Check(
        "no posting was added to an entry later",
        """
        SELECT format('posting %s is of %s, its entry %s (%s) of %s',
                      p.id, p.created_at, e.id, e.key, e.created_at)
        FROM wallet_posting p JOIN wallet_journalentry e ON e.id = p.entry_id
        WHERE p.created_at <> e.created_at
        """,
    ),
    Check(
        "every wallet holds the sum of its postings",
        """
        SELECT format('account %s (user %s) holds %s, its postings sum to %s',
                      a.id, coalesce(a.user_id, a.debtor_id), a.balance, coalesce(p.total, 0))
        FROM wallet_account a
        LEFT JOIN (SELECT account_id, sum(amount) AS total FROM wallet_posting GROUP BY account_id) p
            ON p.account_id = a.id
        WHERE a.kind IN ('user', 'receivable') AND a.balance IS DISTINCT FROM coalesce(p.total, 0)
        """,
    ),
    Check(
        "every posting of a wallet leads from the last balance to its own",
        """
        SELECT format('posting %s moves account %s by %s from %s to %s', id, account_id, amount, before,
                      coalesce(balance_after::text, 'nothing'))
        FROM (
            SELECT p.id, p.account_id, p.amount, p.balance_after,
                   lag(p.balance_after, 1, 0.0) OVER (PARTITION BY p.account_id ORDER BY p.id) AS before
            FROM wallet_posting p
            JOIN wallet_account a ON a.id = p.account_id AND a.kind IN ('user', 'receivable')
        ) chain
        WHERE balance_after IS DISTINCT FROM before + amount
        """,
    ),
    Check(
        "only cash settlements take a wallet below zero",
        """
        SELECT format('posting %s of entry %s (%s) takes account %s to %s',
                      p.id, e.id, e.key, p.account_id, p.balance_after)
        FROM wallet_posting p JOIN wallet_journalentry e ON e.id = p.entry_id
        JOIN wallet_account a ON a.id = p.account_id AND a.kind = 'user'
        WHERE p.amount < 0 AND p.balance_after < 0 AND e.kind <> 'cash_settlement'
        """,
    ),
    Check(
        "the payment of a settled or refunded trip is fully distributed",
        """
        SELECT format('booking %s has %s left over', e.booking_id, sum(p.amount))
        FROM wallet_posting p
        JOIN wallet_account a ON a.id = p.account_id AND a.name = 'trips'
        JOIN wallet_journalentry e ON e.id = p.entry_id
        GROUP BY e.booking_id HAVING bool_or(e.kind IN ('driver_share', 'refund')) AND sum(p.amount) <> 0
        """,
    ),
    Check(
        "every referral bonus was paid, and debited only if it was reversed",
        """
        SELECT format('referral bonus %s of user %s is %s, and its entries say %s',
                      b.id, b.guest_id, b.state,
                      concat_ws(', ', CASE WHEN e.id IS NULL THEN 'not paid' ELSE 'paid' END,
                                CASE WHEN r.id IS NOT NULL THEN 'reversed' END))
        FROM wallet_referralbonus b
        LEFT JOIN wallet_journalentry e ON e.key = 'referral:' || b.guest_id
        LEFT JOIN wallet_journalentry r ON r.key = 'referral:' || b.guest_id || ':reversed'
        WHERE (e.id IS NULL) <> (b.state = 'refused') OR (r.id IS NOT NULL AND b.state <> 'reversed')
        UNION ALL
        SELECT format('reversal %s takes back %s of %s', r.id, back.amount, coalesce(paid.amount, 0))
        FROM wallet_journalentry r
        JOIN wallet_posting back ON back.entry_id = r.id
        JOIN wallet_account a ON a.id = back.account_id AND a.kind = 'user'
        LEFT JOIN wallet_journalentry e ON r.key = e.key || ':reversed'
        LEFT JOIN wallet_posting paid ON paid.entry_id = e.id AND paid.account_id = a.id
        WHERE r.kind = 'referral_reversal' AND -back.amount > coalesce(paid.amount, 0)
        """,
    ),
    Check(
        "every receivable equals the rider's open fees",
        """
        SELECT format('user %s owes %s by the ledger and %s by the fees',
                      coalesce(a.debtor_id, f.user_id), coalesce(-a.balance, 0), coalesce(f.left_over, 0))
        FROM (SELECT debtor_id, balance FROM wallet_account WHERE kind = 'receivable') a
        FULL JOIN (
            SELECT user_id, sum(amount - paid - written_off) AS left_over FROM wallet_owedfee GROUP BY user_id
        ) f ON f.user_id = a.debtor_id
        WHERE coalesce(-a.balance, 0) <> coalesce(f.left_over, 0)
        """,
    ),
    Check(
        "no user has both a positive balance and an owed fee",
        """
        SELECT format('user %s holds %s and owes %s', w.user_id, w.balance, -r.balance)
        FROM wallet_account r JOIN wallet_account w ON w.user_id = r.debtor_id
        WHERE r.kind = 'receivable' AND r.balance < 0 AND w.balance > 0
        """,
    ),
    Check(
        "the account fees_owed equals the receivables",
        """
        SELECT format('fees_owed is %s, the receivables come to %s', owed, due)
        FROM (SELECT coalesce(sum(p.amount), 0) AS owed FROM wallet_posting p
              JOIN wallet_account a ON a.id = p.account_id AND a.name = 'fees_owed') o,
             (SELECT coalesce(-sum(balance), 0) AS due FROM wallet_account WHERE kind = 'receivable') r
        WHERE owed <> due
        """,
    ),
    # Without the triggers of TRUNCATE, which tests disable.
    Check(
        "the triggers of the ledger are enabled",
        """
        SELECT format('trigger %s is %s', guard, CASE WHEN t.oid IS NULL THEN 'not there' ELSE 'off' END)
        FROM unnest('{
            wallet_account_moves_by_postings, wallet_account_opens_empty,
            wallet_entry_append_only, wallet_entry_sums_to_zero, wallet_entry_write,
            wallet_posting_append_only, wallet_posting_sums_to_zero, wallet_posting_write
        }'::text[]) AS guard
        LEFT JOIN pg_trigger t ON t.tgname = guard AND t.tgrelid IN (
            'wallet_account'::regclass, 'wallet_journalentry'::regclass, 'wallet_posting'::regclass
        )
        WHERE t.oid IS NULL OR t.tgenabled NOT IN ('O', 'A')
        """,
    ),
)

_registered_checks: list[Check] = []


def register_check(check: Check) -> None:
    """Register an invariant of another app for verify_ledger."""
    _registered_checks.append(check)


def all_checks() -> tuple[Check, ...]:
    return (*CHECKS, *_registered_checks)


TOTALS: Final = """
SELECT CASE a.kind WHEN 'user' THEN 'wallets' WHEN 'receivable' THEN 'receivables' ELSE a.name END AS total,
       count(DISTINCT a.id), count(p.id), coalesce(sum(p.amount), 0)
FROM wallet_account a LEFT JOIN wallet_posting p ON p.account_id = a.id
GROUP BY total, a.kind, a.name ORDER BY a.name, a.kind DESC
"""


@dataclass(frozen=True, slots=True)
class Total:
    name: str
    accounts: int
    postings: int
    amount: Decimal


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Run all queries inside on one snapshot while others write."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def faults(check: Check) -> Iterator[str]:
    """Yield the violations of a check; call inside `one_snapshot`."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(check.sql)
        for (line,) in cursor:
            yield line


def totals() -> list[Total]:
    """Return the totals: one per platform account, one for all wallets."""
    with connection.cursor() as cursor:
        cursor.execute(TOTALS)
        return [Total(*row) for row in cursor.fetchall()]
