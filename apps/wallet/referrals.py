"""Referral bonuses: paid at the sign-up, locked until they are earned, reversed when they are not.

A bonus is earned once the guest has a verified email address or phone number and a paid trip; bookings
stand above this app and say when (apps/bookings/services/referrals.py). docs/decisions/0029.
"""

from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.wallet import journal
from apps.wallet.choices import BONUSES, EntryKind, ReferralState
from apps.wallet.journal import Draft, Party
from apps.wallet.models import Posting, ReferralBonus
from apps.wallet.selectors import balance_of
from apps.wallet.services import announce, notify_wallets

REFERENCE: Final = "ReferralBonus"


@transaction.atomic
def pay_referral_bonus(*, user_id: int, referrer_id: int, amount: Decimal) -> None:
    """Give a new person and their referrer `amount` each, in one entry, once a new person.

    Someone whose account is gone meanwhile gets nothing; the other side does. No side gets anything once
    the referrer has had the most that the settings allow in a month.
    """
    if amount <= 0:
        raise ValueError("a bonus is above zero")
    people = {user.pk: user for user in User.objects.filter(pk__in={user_id, referrer_id})}
    if not people:
        return
    # Holds the referrer's other bonuses back until this one is counted.
    journal.lock_with_fees(people, people)
    guest = people.get(user_id)
    if guest is not None and ReferralBonus.objects.filter(guest=guest).exists():
        return
    refused = referrer_id in people and _has_had_the_most(referrer_id)
    if guest is not None:
        ReferralBonus.objects.create(
            guest=guest,
            referrer=people.get(referrer_id),
            amount=ZERO if refused else amount,
            state=ReferralState.REFUSED if refused else ReferralState.PENDING,
            address_hash=guest.sign_up_address_hash,
            decided_at=timezone.now() if refused else None,
        )
    if refused:
        return
    gifts: dict[Party, Decimal] = dict.fromkeys(people, amount)
    fact = entry_key(user_id)
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.REFERRAL_BONUS,
                moves={BONUSES: -sum(gifts.values(), ZERO), **gifts},
                reference=REFERENCE,
            )
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)


@transaction.atomic
def earn_bonus(*, bonus_id: int) -> bool:
    """Make a pending bonus money like any other; False when it is decided already."""
    bonus = _pending(bonus_id)
    if bonus is None:
        return False
    _decide(bonus, ReferralState.EARNED)
    announce({user_id: balance_of(user_id) for user_id in _sides(bonus)})
    return True


@transaction.atomic
def reverse_bonus(*, bonus_id: int) -> bool:
    """Take a pending bonus back from both sides; False when it is decided already.

    Each wallet gives what it holds, at most the bonus, and is never taken below zero: what was spent on
    trips meanwhile stays the platform's expense.
    """
    bonus = _pending(bonus_id)
    if bonus is None:
        return False
    paid = dict(
        Posting.objects.filter(entry__key=entry_key(bonus.guest_id), account__user__isnull=False).values_list(
            "account__user_id", "amount"
        )
    )
    held = journal.lock_accounts({*paid, BONUSES}).balances
    taken: dict[Party, Decimal] = {
        user_id: -min(amount, max(held[user_id], ZERO)) for user_id, amount in paid.items()
    }
    _decide(bonus, ReferralState.REVERSED)
    fact = f"{entry_key(bonus.guest_id)}:reversed"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.REFERRAL_REVERSAL,
                moves={BONUSES: -sum(taken.values(), ZERO), **taken},
                reference=REFERENCE,
            )
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)
    return True


def locked_bonus_of(user_id: int) -> Decimal:
    """What of a wallet comes from bonuses that are not earned yet, on either side."""
    mine = Q(guest_id=user_id) | Q(referrer_id=user_id)
    total: Decimal = ReferralBonus.objects.filter(mine, state=ReferralState.PENDING).aggregate(
        total=Coalesce(Sum("amount"), ZERO)
    )["total"]
    return total


def withdrawable(*, balance: Decimal, locked: Decimal) -> Decimal:
    """What of a balance may leave the platform: never below zero."""
    return max(balance - locked, ZERO)


def require_withdrawable(*, user_id: int, amount: Decimal) -> None:
    """Raises Conflict bonus_locked for more than may leave; holds the wallet until the transaction ends.

    More than the wallet holds is the ledger's to refuse, as low_balance.
    """
    balance = journal.lock_accounts({user_id}).balances[user_id]
    locked = locked_bonus_of(user_id)
    if withdrawable(balance=balance, locked=locked) < amount <= balance:
        sentence = _("You can spend referral bonuses on trips, and withdraw them once they are earned.")
        raise Conflict("bonus_locked", sentence, fields={"amount": sentence})


def entry_key(guest_id: int) -> str:
    return f"referral:{guest_id}"


def _has_had_the_most(referrer_id: int) -> bool:
    settings = platform_settings()
    today = timezone.now().astimezone(settings.tz)
    month = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    paid = ReferralBonus.objects.filter(referrer_id=referrer_id, created_at__gte=month)
    return paid.exclude(state=ReferralState.REFUSED).count() >= settings.referral_max_per_month


def _pending(bonus_id: int) -> ReferralBonus | None:
    rows = ReferralBonus.objects.select_for_update(no_key=True)
    return rows.filter(pk=bonus_id, state=ReferralState.PENDING).first()


def _decide(bonus: ReferralBonus, state: ReferralState) -> None:
    bonus.state, bonus.decided_at = state, timezone.now()
    bonus.save(update_fields=["state", "decided_at"])


def _sides(bonus: ReferralBonus) -> list[int]:
    return [pk for pk in (bonus.guest_id, bonus.referrer_id) if pk is not None]
