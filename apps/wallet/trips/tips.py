"""Tips: from the rider's wallet to the driver's, whole; neither the platform nor a fleet has a part."""

from decimal import Decimal

from apps.wallet import journal
from apps.wallet.choices import EntryKind
from apps.wallet.journal import Draft
from apps.wallet.referrals import require_withdrawable
from apps.wallet.services import announce


def pay_tip(*, booking_id: int, reference: str, rider_id: int, driver_id: int, amount: Decimal) -> None:
    """Move a tip, once a booking.

    Raises Conflict low_balance, and bonus_locked for referral bonuses that are not earned yet: a driver
    could withdraw what the rider could not.
    """
    if amount <= 0:
        raise ValueError("a tip is above zero")
    # Both wallets at once: entries that lock one after the other could wait for each other.
    journal.lock_accounts({rider_id, driver_id})
    require_withdrawable(user_id=rider_id, amount=amount)
    posted = journal.post(
        [
            Draft(
                key=f"booking:{booking_id}:tip",
                kind=EntryKind.TIP,
                moves={rider_id: -amount, driver_id: amount},
                booking_id=booking_id,
                reference=reference,
            )
        ]
    )
    announce(posted.balances)
