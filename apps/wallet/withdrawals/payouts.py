"""Withdrawals: requested, then paid or rejected, once.

The account `withdrawals_pending` holds the amount until the decision. Rows are locked before accounts.
"""

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import date
from decimal import Decimal
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.profile.bank import bank_fields_due
from apps.core import approvals, audit
from apps.core.approvals import ApprovalKind, ApprovalNeeded, Held, Waiting
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, Forbidden, NotFound
from apps.core.outbox.events import batched
from apps.core.platform import Platform, platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notices_together, notify
from apps.wallet import journal
from apps.wallet.amounts import require_amount
from apps.wallet.choices import BANK, WITHDRAWALS_PENDING, EntryKind, WithdrawalState
from apps.wallet.journal import Draft
from apps.wallet.models import Account, Withdrawal
from apps.wallet.referrals import require_withdrawable
from apps.wallet.services import notify_of_balances, publish_balances

MAX_REFERENCES: Final = 50
"""The number of references tried per millisecond."""


def may_withdraw(user: User, settings: Platform) -> bool:
    """Return whether the user can withdraw: drivers, and riders with RiderWithDraw."""
    return user.user_type == UserType.DRIVER or (user.user_type == UserType.RIDER and settings.rider_withdraw)


def lacks_account(user: User, settings: Platform) -> bool:
    """Return whether a required bank account is missing in the user's profile."""
    return bank_fields_due(user.user_type, settings) and not user.bank_account.strip()


@transaction.atomic
def request_withdrawal(*, user: User, amount: Decimal) -> Withdrawal:
    """Debit `amount` at once and create a withdrawal for an admin to pay.

    Raises Forbidden withdraw_not_allowed, BadInput no_details_error, Conflict bank_details_missing,
    low_balance, and bonus_locked if the amount includes a locked bonus.
    """
    settings = platform_settings()
    if not may_withdraw(user, settings):
        raise Forbidden("withdraw_not_allowed", _("You can't withdraw from this wallet."))
    require_amount(amount)
    if lacks_account(user, settings):
        raise Conflict("bank_details_missing", _("Add your bank account in your profile first."))
    require_withdrawable(user_id=user.pk, amount=amount)
    withdrawal = _create(user, amount)
    fact = f"withdrawal:{withdrawal.pk}"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.WITHDRAWAL,
                amounts={user.pk: -amount, WITHDRAWALS_PENDING: amount},
                reference=withdrawal.reference,
                created_by_id=user.pk,
            )
        ]
    )
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, fact)
    withdrawal.refresh_from_db()
    return withdrawal


@transaction.atomic
def process_withdrawal(
    *, withdrawal_id: int, by: User, process_date: date | None = None, approved: Decimal | None = None
) -> Withdrawal:
    """Mark a withdrawal as paid by the bank, on `process_date` or today, once.

    Raises Forbidden demo_mode, NotFound, Conflict already_processed, already_rejected, approval_waiting,
    approval_needed above the limit and the `approved` amount, BadInput invalid for a day before the request
    or in the future.
    """
    settings = platform_settings()
    require_critical_edits(settings)
    withdrawal = _locked(withdrawal_id)
    require_undecided(withdrawal)
    require_no_approval([withdrawal])
    day = day_of_transfer([withdrawal], process_date)
    approvals.require_within(settings.approval_payout_limit, withdrawal.amount, approved=approved)
    with _audited(withdrawal, by=by, action="processed"):
        pay_out([withdrawal], by=by, day=day)
    return withdrawal


@transaction.atomic
def process_or_hold(*, withdrawal_id: int, by: User, process_date: date | None = None) -> Waiting | None:
    """Mark a withdrawal as paid, or store an approval of it above the limit. Raises as process_withdrawal."""
    withdrawal = _locked(withdrawal_id)
    try:
        process_withdrawal(withdrawal_id=withdrawal_id, by=by, process_date=process_date)
    except ApprovalNeeded:
        held = Held(
            kind=ApprovalKind.PAYOUT,
            target_id=withdrawal.pk,
            amount=withdrawal.amount,
            data=transfer_data(process_date),
        )
        return approvals.hold(held, by=by)
    return None


def transfer_data(process_date: date | None) -> dict[str, str | None]:
    return {"process_date": process_date.isoformat() if process_date else None}


def require_no_approval(withdrawals: Sequence[Withdrawal]) -> None:
    """Raise Conflict approval_waiting if one of them, or its bank file, waits for a second admin."""
    approvals.require_none_waiting(ApprovalKind.PAYOUT, *(row.pk for row in withdrawals))
    files = {row.batch_id for row in withdrawals if row.batch_id is not None}
    approvals.require_none_waiting(ApprovalKind.PAYOUT_BATCH, *files)


@transaction.atomic
def reject_withdrawal(*, withdrawal_id: int, by: User, reason: str) -> Withdrawal:
    """Refund a withdrawal to the wallet and notify the user of the reason, once.

    Raises Forbidden demo_mode, NotFound, Conflict already_processed, already_rejected, approval_waiting.
    """
    require_critical_edits(platform_settings())
    if not reason.strip():
        raise ValueError("a rejection needs a reason")
    withdrawal = _locked(withdrawal_id)
    require_undecided(withdrawal)
    require_no_approval([withdrawal])
    with _audited(withdrawal, by=by, action="rejected"):
        withdrawal.state = WithdrawalState.REJECTED
        withdrawal.decided_at, withdrawal.decided_by, withdrawal.reason = timezone.now(), by, reason.strip()
        withdrawal.save()
    fact = f"withdrawal:{withdrawal.pk}:rejected"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.WITHDRAWAL_REJECTED,
                amounts={WITHDRAWALS_PENDING: -withdrawal.amount, withdrawal.user_id: withdrawal.amount},
                reference=withdrawal.reference,
                memo=withdrawal.reason,
                created_by_id=by.pk,
            )
        ]
    )
    publish_balances(posted.balances)
    _notify(withdrawal, Occasion.WITHDRAWAL_REJECTED, fact)
    return withdrawal


def pay_out(withdrawals: Sequence[Withdrawal], *, by: User, day: date) -> None:
    """Post the payouts of locked, undecided withdrawals."""
    now = timezone.now()
    journal.post(
        [
            Draft(
                key=_payout_key(withdrawal),
                kind=EntryKind.WITHDRAWAL_PAID,
                amounts={WITHDRAWALS_PENDING: -withdrawal.amount, BANK: withdrawal.amount},
                reference=withdrawal.reference,
                created_by_id=by.pk,
            )
            for withdrawal in withdrawals
        ]
    )
    for withdrawal in withdrawals:
        withdrawal.state, withdrawal.process_date = WithdrawalState.PROCESSED, day
        withdrawal.decided_at, withdrawal.decided_by = now, by
    Withdrawal.objects.bulk_update(withdrawals, ["state", "process_date", "decided_at", "decided_by"])
    user_ids = {withdrawal.user_id for withdrawal in withdrawals}
    with batched(), notices_together():
        for withdrawal in withdrawals:
            _notify(withdrawal, Occasion.WITHDRAWAL_PAID, _payout_key(withdrawal))
        # No balance has changed, but the list on the user's screen has.
        held = Account.objects.filter(user_id__in=user_ids).values_list("user_id", "balance")
        publish_balances({user_id: balance for user_id, balance in held if user_id and balance is not None})


def _audited(withdrawal: Withdrawal, *, by: User, action: str) -> AbstractContextManager[None]:
    return audit.audited(
        withdrawal,
        by=by,
        kind="withdrawal",
        names=("state", "process_date", "reason"),
        label=f"{withdrawal.reference} {withdrawal.name}".strip(),
        action=action,
    )


def require_undecided(withdrawal: Withdrawal) -> None:
    """Raise Conflict already_processed or already_rejected."""
    if withdrawal.state == WithdrawalState.PROCESSED:
        raise Conflict("already_processed", _("This withdrawal was already processed."))
    if withdrawal.state == WithdrawalState.REJECTED:
        raise Conflict("already_rejected", _("This withdrawal was already rejected."))


def _locked(withdrawal_id: int) -> Withdrawal:
    withdrawal = Withdrawal.objects.select_for_update(no_key=True).filter(pk=withdrawal_id).first()
    if withdrawal is None:
        raise NotFound("not_found", _("Withdrawal not found."))
    return withdrawal


def _create(user: User, amount: Decimal) -> Withdrawal:
    """Insert the withdrawal with the next free millisecond as its reference."""
    moment = time.time_ns() // 1_000_000
    for reference in range(moment, moment + MAX_REFERENCES):
        try:
            with transaction.atomic():
                return Withdrawal.objects.create(
                    user=user,
                    amount=amount,
                    reference=str(reference),
                    name=user.full_name,
                    bank_name=user.bank_name,
                    bank_code=user.bank_code,
                    bank_account=user.bank_account.strip(),
                )
        except IntegrityError:
            # Another withdrawal has this reference.
            continue
    raise RuntimeError(f"no free reference from {moment} on")


def day_of_transfer(withdrawals: Sequence[Withdrawal], process_date: date | None) -> date:
    """Return the day of the transfer, by default today. Raises BadInput invalid."""
    tz = platform_settings().tz
    today = timezone.now().astimezone(tz).date()
    day = process_date or today
    earliest = max(withdrawal.requested_at.astimezone(tz).date() for withdrawal in withdrawals)
    if not earliest <= day <= today:
        sentence = _("The transfer date must be between the request and today.")
        raise BadInput("invalid", sentence, fields={"process_date": sentence})
    return day


def _payout_key(withdrawal: Withdrawal) -> str:
    return f"withdrawal:{withdrawal.pk}:paid"


def _notify(withdrawal: Withdrawal, occasion: Occasion, fact: str) -> None:
    notify(
        user_id=withdrawal.user_id,
        occasion=occasion,
        screen=Screen.WALLET,
        params={
            "amount": str(withdrawal.amount),
            "reference": withdrawal.reference,
            "reason": withdrawal.reason,
        },
        key=fact,
    )
