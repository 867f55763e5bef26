"""The check of payments against the ledger, run by `manage.py verify_ledger`."""

from typing import Final

from apps.wallet.verification import Check

PAYMENTS_ARE_BOOKED: Final = Check(
    "every received payment is in the ledger in full, for its booking or in the payer's wallet",
    """
    SELECT format('payment %s: %s received, %s in the ledger', a.ref, a.amount, coalesce(-sum(p.amount), 0))
    FROM payments_attempt a
    LEFT JOIN wallet_account g ON g.kind = 'platform' AND g.name = 'gateway:' || a.provider
    LEFT JOIN wallet_journalentry e ON e.key = ANY (CASE a.credited_to
        WHEN 'booking' THEN ARRAY[
            format('booking:%s:%s', a.booking_id,
                   CASE WHEN a.is_difference THEN 'card_difference' ELSE 'card_payment' END),
            format('booking:%s:%s', a.booking_id,
                   CASE WHEN a.is_difference THEN 'owed_fees_difference' ELSE 'owed_fees' END)]
        ELSE ARRAY['payment:' || a.ref] END)
    LEFT JOIN wallet_posting p ON p.entry_id = e.id AND p.account_id = g.id
    WHERE a.state IN ('paid', 'partially_refunded', 'refunded', 'disputed') AND a.credited_to <> 'held'
    GROUP BY a.id HAVING -sum(p.amount) IS DISTINCT FROM a.amount
    """,
)
