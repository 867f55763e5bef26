"""Tips from the rider's wallet to the driver's, in full, without a share for platform or fleet."""

from decimal import Decimal

from apps.wallet import journal
from apps.wallet.choices import EntryKind
from apps.wallet.journal import Draft
from apps.wallet.referrals import require_withdrawable
from apps.wallet.services import publish_balances


def pay_tip(*, booking_id: int, reference: str, rider_id: int, driver_id: int, amount: Decimal) -> None:
    """Pay a tip, once per booking.

    Raises Conflict low_balance, and bonus_locked for locked referral bonuses, which a driver could withdraw.
    """
    if amount <= 0:
        raise ValueError("a tip is above zero")
    # Both wallets are locked at once to avoid deadlocks between entries.
    journal.lock_accounts({rider_id, driver_id})
    require_withdrawable(user_id=rider_id, amount=amount)
    posted = journal.post(
        [
            Draft(
                key=f"booking:{booking_id}:tip",
                kind=EntryKind.TIP,
                amounts={rider_id: -amount, driver_id: amount},
                booking_id=booking_id,
                reference=reference,
            )
        ]
    )
    publish_balances(posted.balances)
