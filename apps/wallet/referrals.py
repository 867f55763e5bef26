"""Referral bonuses: paid after sign-up, locked until they are earned, reversed if they expire.

A bonus is earned once the guest has a verified email or phone and a paid trip, which the bookings app decides
(apps/bookings/services/referrals.py). See docs/decisions/0029.
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
from apps.wallet.services import notify_of_balances, publish_balances

REFERENCE: Final = "ReferralBonus"


@transaction.atomic
def pay_referral_bonus(*, user_id: int, referrer_id: int, amount: Decimal) -> None:
    """Credit `amount` to a new user and the referrer in one entry, once per new user.

    If one of the accounts is deleted, only the other gets the bonus. If the referrer has reached the monthly
    limit, neither gets one.
    """
    if amount <= 0:
        raise ValueError("a bonus is above zero")
    users = {user.pk: user for user in User.objects.filter(pk__in={user_id, referrer_id})}
    if not users:
        return
    # Serializes the referrer's bonuses, so that each is counted.
    journal.lock_with_fees(users, users)
    guest = users.get(user_id)
    if guest is not None and ReferralBonus.objects.filter(guest=guest).exists():
        return
    is_over_limit = referrer_id in users and _limit_is_reached(referrer_id)
    if guest is not None:
        ReferralBonus.objects.create(
            guest=guest,
            referrer=users.get(referrer_id),
            amount=ZERO if is_over_limit else amount,
            state=ReferralState.REFUSED if is_over_limit else ReferralState.PENDING,
            address_hash=guest.sign_up_address_hash,
            decided_at=timezone.now() if is_over_limit else None,
        )
    if is_over_limit:
        return
    credits: dict[Party, Decimal] = dict.fromkeys(users, amount)
    fact = entry_key(user_id)
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.REFERRAL_BONUS,
                amounts={BONUSES: -sum(credits.values(), ZERO), **credits},
                reference=REFERENCE,
            )
        ]
    )
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, fact)


@transaction.atomic
def earn_bonus(*, bonus_id: int) -> bool:
    """Unlock a pending bonus; return False if it is already decided."""
    bonus = _pending(bonus_id)
    if bonus is None:
        return False
    _decide(bonus, ReferralState.EARNED)
    publish_balances({user_id: balance_of(user_id) for user_id in _sides(bonus)})
    return True


@transaction.atomic
def reverse_bonus(*, bonus_id: int) -> bool:
    """Reverse a pending bonus on both sides; return False if it is already decided.

    Each wallet is debited by at most the bonus and its balance; the amount spent on trips is the platform's
    expense.
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
    debits: dict[Party, Decimal] = {
        user_id: -min(amount, max(held[user_id], ZERO)) for user_id, amount in paid.items()
    }
    _decide(bonus, ReferralState.REVERSED)
    fact = f"{entry_key(bonus.guest_id)}:reversed"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.REFERRAL_REVERSAL,
                amounts={BONUSES: -sum(debits.values(), ZERO), **debits},
                reference=REFERENCE,
            )
        ]
    )
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, fact)
    return True


def locked_bonus_of(user_id: int) -> Decimal:
    """Return the part of a wallet that comes from bonuses not earned yet, as guest or referrer."""
    is_party = Q(guest_id=user_id) | Q(referrer_id=user_id)
    total: Decimal = ReferralBonus.objects.filter(is_party, state=ReferralState.PENDING).aggregate(
        total=Coalesce(Sum("amount"), ZERO)
    )["total"]
    return total


def withdrawable(*, balance: Decimal, locked: Decimal) -> Decimal:
    """Return the part of a balance that can be withdrawn, at least zero."""
    return max(balance - locked, ZERO)


def require_withdrawable(*, user_id: int, amount: Decimal) -> None:
    """Raise Conflict bonus_locked if the amount includes a locked bonus; locks the wallet.

    An amount above the balance is rejected by the ledger as low_balance.
    """
    balance = journal.lock_accounts({user_id}).balances[user_id]
    locked = locked_bonus_of(user_id)
    if withdrawable(balance=balance, locked=locked) < amount <= balance:
        sentence = _("You can spend referral bonuses on trips, and withdraw them once they are earned.")
        raise Conflict("bonus_locked", sentence, fields={"amount": sentence})


def entry_key(guest_id: int) -> str:
    return f"referral:{guest_id}"


def _limit_is_reached(referrer_id: int) -> bool:
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
