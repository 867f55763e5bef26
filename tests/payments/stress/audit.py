"""Checks after the run: every accepted operation, computed without the ledger's own code."""

from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

from tests.payments.stress.virtual_user import StressRun

Query = Callable[[str], list[Any]]
"""Runs a statement on the platform's database and returns the rows."""

HELD = "SELECT user_id, balance FROM wallet_account WHERE kind = 'user'"
RECEIVED = """
SELECT a.user_id, sum(c.amount) FROM payments_testcharge c JOIN payments_attempt a USING (ref)
WHERE c.amount = a.amount AND (c.result = 'success' OR c.succeeds_at <= now()) GROUP BY 1
"""
REFUNDED = """
SELECT a.user_id, -sum(r.amount) FROM payments_refund r JOIN payments_attempt a ON a.id = r.attempt_id
WHERE r.state <> 'failed' GROUP BY 1
"""
PAID_BY_RIDERS = """
SELECT customer_id, -sum(CASE WHEN status = 'CANCELLED' THEN cancellation_fee
                              ELSE used_wallet_money + card_payment_amount END)
FROM bookings_booking GROUP BY 1
"""
EARNED_BY_DRIVERS = """
SELECT driver_id, sum(CASE WHEN status IN ('PAID', 'COMPLETE') THEN driver_share - cash_payment_amount
                           WHEN status = 'CANCELLED' THEN cancellation_fee ELSE 0 END)
FROM bookings_booking WHERE driver_id IS NOT NULL GROUP BY 1
"""
TAKEN_OUT = "SELECT user_id, -sum(amount) FROM wallet_withdrawal WHERE state <> 'rejected' GROUP BY 1"
TIMES_CREDITED = """
SELECT a.ref, a.state,
       (SELECT count(*) FROM wallet_journalentry e WHERE e.key = 'payment:' || a.ref)
       + (SELECT count(*) FROM wallet_journalentry e
          WHERE a.credited_to = 'booking' AND e.key = 'booking:' || a.booking_id
              || CASE WHEN a.is_difference THEN ':card_difference' ELSE ':card_payment' END),
       coalesce(c.amount = a.amount AND (c.result = 'success' OR c.succeeds_at <= now()), false)
FROM payments_attempt a LEFT JOIN payments_testcharge c USING (ref)
"""
CARD_PAID_TWICE = """
SELECT booking_id, count(*) FROM payments_attempt WHERE credited_to = 'booking'
GROUP BY booking_id, is_difference HAVING count(*) > 1
"""


def audit(run: StressRun, query: Query) -> None:
    """Raise AssertionError on the first difference."""
    check_payments_are_credited_once(run, query)
    check_accepted_operations_are_stored(run, query)
    check_wallet_balances(run, query)


def check_payments_are_credited_once(run: StressRun, query: Query) -> None:
    """Every payment in the gateway's books is credited exactly once, and no other."""
    seen = {ref: (state, times, took) for ref, state, times, took in query(TIMES_CREDITED)}
    assert seen.keys() >= {ref for ref, _, _ in run.attempts}, "an attempt that was begun is gone"
    wrong = [(ref, *row) for ref, row in seen.items() if row[1] != int(row[2])]
    assert wrong == [], f"attempts that are not credited as often as the gateway took the money: {wrong}"
    paid = ("paid", "partially_refunded", "refunded")
    wrong = [(ref, *row) for ref, row in seen.items() if (row[0] in paid) != row[2]]
    assert wrong == []
    assert query(CARD_PAID_TWICE) == []


def check_accepted_operations_are_stored(run: StressRun, query: Query) -> None:
    written = {
        key.rpartition(":")[2]
        for (key,) in query(
            "SELECT key FROM wallet_journalentry WHERE kind = 'admin_credit'"
            f" AND created_by_id = {run.data.admin}"
        )
    }
    assert written == run.credits.keys()
    withdrawals = {
        pk: (user, amount) for pk, user, amount in query("SELECT id, user_id, amount FROM wallet_withdrawal")
    }
    assert withdrawals == run.withdrawn
    decided = {"processed": "process", "rejected": "reject"}
    states = {
        pk: decided[state]
        for pk, state in query("SELECT id, state FROM wallet_withdrawal WHERE state <> 'requested'")
    }
    assert states == run.decided
    refunds = query(
        "SELECT a.ref, r.amount FROM payments_refund r JOIN payments_attempt a ON a.id = r.attempt_id"
    )
    assert sorted(refunds) == sorted(run.refunds.values())
    assert query("SELECT id FROM payments_refund WHERE state NOT IN ('done', 'failed')") == []
    now = dict(query("SELECT id, status FROM bookings_booking"))
    # A paid booking may be cancelled later; no other response is undone.
    for booking, status in run.settled.items():
        assert now[booking] in {status, "CANCELLED"} if status == "NEW" else now[booking] == status, booking


def check_wallet_balances(run: StressRun, query: Query) -> None:
    """Each wallet holds its credits minus its debits, computed without the ledger."""
    should: dict[int, D] = dict(run.credited())
    for statement in (RECEIVED, REFUNDED, PAID_BY_RIDERS, EARNED_BY_DRIVERS, TAKEN_OUT):
        for user, amount in query(statement):
            if user in should:
                should[user] += amount
    held = {user: balance for user, balance in query(HELD) if user in should}
    wrong = {user: (held.get(user), amount) for user, amount in should.items() if held.get(user) != amount}
    assert wrong == {}, f"wallets, by what they hold and by what they should: {wrong}"
