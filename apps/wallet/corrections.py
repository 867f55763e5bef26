"""Money that staff move afterwards: each correction is an entry of its own with a reason, none is erased."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.platform import platform_settings
from apps.wallet import journal
from apps.wallet.choices import ADJUSTMENTS, OTHER_PAYMENTS, PROMOTIONS, REVENUE, EntryKind
from apps.wallet.journal import Draft, Party
from apps.wallet.models import JournalEntry
from apps.wallet.services import announce, notify_wallets, require_owner_and_amount

ADMIN_DEBIT: Final = "AdminDebit"


@transaction.atomic
def debit_by_admin(*, user_id: int, amount: Decimal, note: str, by: User, key: str) -> JournalEntry:
    """Take money out of a wallet to correct a credit, once a key; never below zero.

    Raises BadInput no_details_error, note_required, Forbidden demo_mode, Conflict low_balance.
    """
    require_critical_edits(platform_settings())
    owner, note = require_owner_and_amount(user_id, amount), note.strip()
    if not note:
        sentence = _("Enter a reason.")
        raise BadInput("note_required", sentence, fields={"note": sentence})
    fact = f"admin_debit:{key}"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.ADMIN_DEBIT,
                moves={user_id: -amount, ADJUSTMENTS: amount},
                reference=ADMIN_DEBIT,
                memo=note,
                created_by_id=by.pk,
            )
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)
    if user_id in posted.balances:
        after = posted.balances[user_id]
        audit.record(
            by=by,
            action="debited",
            kind="wallet",
            target_id=user_id,
            label=str(owner),
            before={"balance": after + amount},
            after={"balance": after, "amount": amount, "note": note},
        )
    return JournalEntry.objects.get(pk=posted.entry_ids[fact])


def adjust_settlement(
    *,
    key: str,
    booking_id: int,
    reference: str,
    customer_id: int,
    driver_id: int,
    refund: Decimal,
    driver_share: Decimal,
    convenience_fees: Decimal,
    discount: Decimal,
    reason: str,
    by_id: int,
) -> None:
    """Move the difference between two fares of a settled trip: `refund` to the rider's wallet, or from it.

    Below zero the fare was raised and the wallet pays. The others are what the driver, the platform and the
    promotion carry of a refund; each is negative where that one gets more. Raises Conflict
    rider_low_balance or driver_low_balance when a wallet does not hold its part.
    """
    if refund + discount != driver_share + convenience_fees:
        raise ValueError(f"{driver_share} and {convenience_fees} do not make {refund} and {discount}")
    _require_money({customer_id: -refund, driver_id: driver_share}, rider_id=customer_id)
    _post(
        Draft(
            key=key,
            kind=EntryKind.FARE_ADJUSTMENT,
            moves={
                customer_id: refund,
                PROMOTIONS: discount,
                driver_id: -driver_share,
                REVENUE: -convenience_fees,
            },
            booking_id=booking_id,
            reference=reference,
            memo=reason,
            created_by_id=by_id,
        )
    )


def refund_trip(
    *,
    key: str,
    booking_id: int,
    reference: str,
    customer_id: int,
    driver_id: int | None,
    amount: Decimal,
    paid_outside: bool,
    reason: str,
    by_id: int,
) -> None:
    """Refund a trip to the rider's wallet; carried by the driver where one is named, else by the platform.

    What was `paid_outside`, by bank transfer or the like, goes to no wallet. Raises Conflict
    driver_low_balance.
    """
    if amount <= 0:
        raise ValueError("a refund is above zero")
    if driver_id is not None:
        _require_money({customer_id: -amount, driver_id: amount}, rider_id=customer_id)
    payer: Party = ADJUSTMENTS if driver_id is None else driver_id
    payee: Party = OTHER_PAYMENTS if paid_outside else customer_id
    _post(
        Draft(
            key=key,
            kind=EntryKind.TRIP_REFUND,
            moves={payer: -amount, payee: amount},
            booking_id=booking_id,
            reference=reference,
            memo=reason,
            created_by_id=by_id,
        )
    )


def _require_money(parts: Mapping[int, Decimal], *, rider_id: int) -> None:
    """Refuse what a wallet does not hold of its part; below zero is what it gets."""
    # All wallets at once: entries that lock one after the other could wait for each other.
    credited = [user_id for user_id, part in parts.items() if part < 0]
    accounts, _fees = journal.lock_with_fees(parts, credited)
    for user_id, part in parts.items():
        if part <= 0 or part <= accounts.balances[user_id]:
            continue
        if user_id == rider_id:
            raise Conflict("rider_low_balance", _("The rider's wallet doesn't cover the difference."))
        raise Conflict("driver_low_balance", _("The driver's wallet doesn't cover the driver's part."))


def _post(draft: Draft) -> None:
    posted = journal.post([draft])
    announce(posted.balances)
    notify_wallets(posted.balances, draft.key)
