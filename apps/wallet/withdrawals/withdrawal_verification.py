"""The invariant of withdrawals and the ledger, checked by `manage.py verify_ledger`."""

from typing import Final

from apps.wallet.verification import Check

PENDING_IS_REQUESTED: Final = Check(
    "pending payouts equal the requested withdrawals, and bank payouts the processed ones",
    """
    SELECT format('withdrawal %s (%s of %s) has %s waiting and %s at the bank',
                  coalesce(w.reference, held.reference), coalesce(w.state, 'not there'),
                  coalesce(w.amount, 0), coalesce(held.waiting, 0), coalesce(held.paid, 0))
    FROM (
        SELECT e.reference, sum(p.amount) FILTER (WHERE a.name = 'withdrawals_pending') AS waiting,
               sum(p.amount) FILTER (WHERE a.name = 'bank') AS paid
        FROM wallet_posting p
        JOIN wallet_account a ON a.id = p.account_id AND a.kind = 'platform'
            AND a.name IN ('withdrawals_pending', 'bank')
        JOIN wallet_journalentry e ON e.id = p.entry_id
        GROUP BY e.reference
    ) held
    FULL JOIN wallet_withdrawal w ON w.reference = held.reference
    WHERE coalesce(held.waiting, 0) <> CASE WHEN w.state = 'requested' THEN w.amount ELSE 0 END
       OR coalesce(held.paid, 0) <> CASE WHEN w.state = 'processed' THEN w.amount ELSE 0 END
    """,
)
