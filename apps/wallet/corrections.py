"""Corrections by staff: each is a journal entry with a reason, and no entry is deleted."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import approvals, audit
from apps.core.approvals import ApprovalKind, ApprovalNeeded, Held, Waiting
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.platform import platform_settings
from apps.wallet import journal
from apps.wallet.choices import ADJUSTMENTS, OTHER_PAYMENTS, PROMOTIONS, REVENUE, EntryKind
from apps.wallet.journal import Draft, Party
from apps.wallet.models import JournalEntry
from apps.wallet.services import (
    credit_by_admin,
    notify_of_balances,
    publish_balances,
    require_owner_and_amount,
)

ADMIN_DEBIT: Final = "AdminDebit"


@transaction.atomic
def debit_by_admin(
    *, user_id: int, amount: Decimal, note: str, by: User, key: str, approved: Decimal | None = None
) -> JournalEntry:
    """Debit a wallet to correct a credit, once per key; the balance never becomes negative.

    Raises BadInput no_details_error, note_required, Forbidden demo_mode, Conflict low_balance,
    approval_needed above the limit and the `approved` amount.
    """
    settings = platform_settings()
    require_critical_edits(settings)
    owner, note = require_owner_and_amount(user_id, amount), note.strip()
    if not note:
        sentence = _("Enter a reason.")
        raise BadInput("note_required", sentence, fields={"note": sentence})
    approvals.require_within(settings.approval_wallet_limit, amount, approved=approved)
    fact = f"admin_debit:{key}"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.ADMIN_DEBIT,
                amounts={user_id: -amount, ADJUSTMENTS: amount},
                reference=ADMIN_DEBIT,
                memo=note,
                created_by_id=by.pk,
            )
        ]
    )
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, fact)
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


@transaction.atomic
def debit_or_hold(*, user_id: int, amount: Decimal, note: str, by: User, key: str) -> JournalEntry | Waiting:
    """Debit a wallet, or store an approval above the limit. Raises as debit_by_admin."""
    try:
        return debit_by_admin(user_id=user_id, amount=amount, note=note, by=by, key=key)
    except ApprovalNeeded:
        return approvals.hold(
            Held(kind=ApprovalKind.DEBIT, target_id=user_id, amount=amount, reason=note.strip()), by=by
        )


@transaction.atomic
def credit_or_hold(*, user_id: int, amount: Decimal, note: str, by: User, key: str) -> JournalEntry | Waiting:
    """Credit a wallet, or store an approval above the limit. Raises as credit_by_admin."""
    try:
        return credit_by_admin(user_id=user_id, amount=amount, note=note, by=by, key=key)
    except ApprovalNeeded:
        return approvals.hold(
            Held(kind=ApprovalKind.CREDIT, target_id=user_id, amount=amount, reason=note.strip()), by=by
        )


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
    """Post the difference between two fares of a settled trip.

    A positive `refund` is credited to the rider's wallet, a negative one charged to it. The other amounts are
    the parts of the driver, the platform and the promotion in a refund; each is negative if that account gets
    more. Raises Conflict rider_low_balance or driver_low_balance if a wallet does not cover its part.
    """
    if refund + discount != driver_share + convenience_fees:
        raise ValueError(f"{driver_share} and {convenience_fees} do not make {refund} and {discount}")
    _require_balances({customer_id: -refund, driver_id: driver_share}, rider_id=customer_id)
    _post(
        Draft(
            key=key,
            kind=EntryKind.FARE_ADJUSTMENT,
            amounts={
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
    """Refund a trip to the rider's wallet, at the expense of the driver if given, otherwise of the platform.

    A refund `paid_outside`, such as by bank transfer, goes to no wallet. Raises Conflict driver_low_balance.
    """
    if amount <= 0:
        raise ValueError("a refund is above zero")
    if driver_id is not None:
        _require_balances({customer_id: -amount, driver_id: amount}, rider_id=customer_id)
    payer: Party = ADJUSTMENTS if driver_id is None else driver_id
    payee: Party = OTHER_PAYMENTS if paid_outside else customer_id
    _post(
        Draft(
            key=key,
            kind=EntryKind.TRIP_REFUND,
            amounts={payer: -amount, payee: amount},
            booking_id=booking_id,
            reference=reference,
            memo=reason,
            created_by_id=by_id,
        )
    )


def _require_balances(parts: Mapping[int, Decimal], *, rider_id: int) -> None:
    """Raise Conflict if a wallet does not cover its part; a negative part is a credit."""
    # All wallets are locked at once to avoid deadlocks between entries.
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
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, draft.key)
