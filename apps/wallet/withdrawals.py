"""Money that leaves a wallet for a bank: requested, then paid out or refused, once.

The amount lies in `withdrawals_pending` from the asking to the decision. Rows are locked before accounts.
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

from apps.accounts.bank import bank_fields_due
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, Forbidden, NotFound
from apps.core.events import gathered
from apps.core.platform import Platform, platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.wallet import journal
from apps.wallet.amounts import require_amount
from apps.wallet.choices import BANK, WITHDRAWALS_PENDING, EntryKind, WithdrawalState
from apps.wallet.journal import Draft
from apps.wallet.models import Account, Withdrawal
from apps.wallet.referrals import require_withdrawable
from apps.wallet.services import announce, notify_wallets

SAME_MOMENT: Final = 50
"""So many requests of one millisecond are told apart."""


def may_withdraw(user: User, settings: Platform) -> bool:
    """Drivers may, riders with RiderWithDraw."""
    return user.user_type == UserType.DRIVER or (user.user_type == UserType.RIDER and settings.rider_withdraw)


def lacks_account(user: User, settings: Platform) -> bool:
    """Whether the platform asks this person for a bank account and has none."""
    return bank_fields_due(user.user_type, settings) and not user.bank_account.strip()


@transaction.atomic
def request_withdrawal(*, user: User, amount: Decimal) -> Withdrawal:
    """Take `amount` out of the wallet at once and have an admin pay it out.

    Raises Forbidden withdraw_not_allowed, BadInput no_details_error, Conflict bank_details_missing,
    low_balance for more than there is, bonus_locked for what of it is bonuses that are not earned yet.
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
                moves={user.pk: -amount, WITHDRAWALS_PENDING: amount},
                reference=withdrawal.reference,
                created_by_id=user.pk,
            )
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)
    withdrawal.refresh_from_db()
    return withdrawal


@transaction.atomic
def process_withdrawal(*, withdrawal_id: int, by: User, process_date: date | None = None) -> Withdrawal:
    """Say that the bank has paid it, on that day or today; once.

    Raises Forbidden demo_mode, NotFound, Conflict already_processed, already_rejected, BadInput invalid
    for a day before the request or in the future.
    """
    require_critical_edits(platform_settings())
    withdrawal = _locked(withdrawal_id)
    require_undecided(withdrawal)
    with _told(withdrawal, by=by, action="processed"):
        pay_out([withdrawal], by=by, process_date=process_date)
    return withdrawal


@transaction.atomic
def reject_withdrawal(*, withdrawal_id: int, by: User, reason: str) -> Withdrawal:
    """Put the money back into the wallet and tell the person why; once.

    Raises Forbidden demo_mode, NotFound, Conflict already_processed, already_rejected.
    """
    require_critical_edits(platform_settings())
    if not reason.strip():
        raise ValueError("nobody is refused without a reason")
    withdrawal = _locked(withdrawal_id)
    require_undecided(withdrawal)
    with _told(withdrawal, by=by, action="rejected"):
        withdrawal.state = WithdrawalState.REJECTED
        withdrawal.decided_at, withdrawal.decided_by, withdrawal.reason = timezone.now(), by, reason.strip()
        withdrawal.save()
    fact = f"withdrawal:{withdrawal.pk}:rejected"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.WITHDRAWAL_REJECTED,
                moves={WITHDRAWALS_PENDING: -withdrawal.amount, withdrawal.user_id: withdrawal.amount},
                reference=withdrawal.reference,
                memo=withdrawal.reason,
                created_by_id=by.pk,
            )
        ]
    )
    announce(posted.balances)
    _tell(withdrawal, Occasion.WITHDRAWAL_REJECTED, fact)
    return withdrawal


def pay_out(withdrawals: Sequence[Withdrawal], *, by: User, process_date: date | None) -> None:
    """Book what the bank paid; the rows are locked and undecided. Raises BadInput invalid for the day."""
    day = _day_of_transfer(withdrawals, process_date)
    now = timezone.now()
    journal.post(
        [
            Draft(
                key=_paid(withdrawal),
                kind=EntryKind.WITHDRAWAL_PAID,
                moves={WITHDRAWALS_PENDING: -withdrawal.amount, BANK: withdrawal.amount},
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
    people = {withdrawal.user_id for withdrawal in withdrawals}
    with gathered():
        for withdrawal in withdrawals:
            _tell(withdrawal, Occasion.WITHDRAWAL_PAID, _paid(withdrawal))
        # No balance moved, but the list of withdrawals on the person's screen did.
        held = Account.objects.filter(user_id__in=people).values_list("user_id", "balance")
        announce({user_id: balance for user_id, balance in held if user_id and balance is not None})


def _told(withdrawal: Withdrawal, *, by: User, action: str) -> AbstractContextManager[None]:
    return audit.audited(
        withdrawal,
        by=by,
        kind="withdrawal",
        names=("state", "process_date", "reason"),
        label=f"{withdrawal.reference} {withdrawal.name}".strip(),
        action=action,
    )


def require_undecided(withdrawal: Withdrawal) -> None:
    """Raises Conflict already_processed, already_rejected."""
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
    """The row, under the next free millisecond."""
    moment = time.time_ns() // 1_000_000
    for reference in range(moment, moment + SAME_MOMENT):
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
            # Someone else's of the same moment.
            continue
    raise RuntimeError(f"no free reference from {moment} on")


def _day_of_transfer(withdrawals: Sequence[Withdrawal], asked: date | None) -> date:
    tz = platform_settings().tz
    today = timezone.now().astimezone(tz).date()
    day = asked or today
    earliest = max(withdrawal.requested_at.astimezone(tz).date() for withdrawal in withdrawals)
    if not earliest <= day <= today:
        sentence = _("The transfer date must be between the request and today.")
        raise BadInput("invalid", sentence, fields={"process_date": sentence})
    return day


def _paid(withdrawal: Withdrawal) -> str:
    return f"withdrawal:{withdrawal.pk}:paid"


def _tell(withdrawal: Withdrawal, occasion: Occasion, fact: str) -> None:
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
