"""What bookings promise about the ledger; `manage.py verify_ledger` asks."""

from typing import Final

from apps.wallet.verification import Check

MONEY_HELD: Final = Check(
    "money lies in trips for bookings that are paid and not driven yet, and for nothing else",
    """
    SELECT format('booking %s holds %s of %s', coalesce(held.booking_id, due.id), coalesce(held.amount, 0),
                  coalesce(due.amount, 0))
    FROM (
        SELECT e.booking_id, sum(p.amount) AS amount
        FROM wallet_posting p
        JOIN wallet_account a ON a.id = p.account_id AND a.kind = 'platform' AND a.name = 'trips'
        JOIN wallet_journalentry e ON e.id = p.entry_id
        GROUP BY e.booking_id
    ) held
    FULL JOIN (
        SELECT id, cash_payment_amount + card_payment_amount + used_wallet_money AS amount
        FROM bookings_booking
        WHERE prepaid AND status IN ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
    ) due ON due.id = held.booking_id
    WHERE coalesce(held.amount, 0) <> coalesce(due.amount, 0)
    """,
)
