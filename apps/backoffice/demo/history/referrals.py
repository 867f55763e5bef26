"""Referrals of the history: some riders signed up with a referral id, and both sides got the bonus."""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from apps.accounts.models import User
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import DAYS
from apps.wallet.choices import BONUSES, EntryKind, ReferralState
from apps.wallet.journal import Draft
from apps.wallet.models import ReferralBonus
from apps.wallet.referrals import REFERENCE, entry_key

EVERY: Final = 3
"""One in three recent sign-ups was referred."""
EARNED_AFTER: Final = timedelta(days=3)


def plan_referrals(builder: Builder) -> None:
    riders = sorted((rider.user for rider in builder.participants.riders), key=lambda user: user.created_at)
    late = [user for user in riders if user.created_at > builder.now - timedelta(days=DAYS)]
    for place, guest in enumerate(late):
        if place % EVERY == 0:
            referrer = riders[place * 5 % (len(riders) - len(late))]
            guest.signup_via_referral = referrer
            builder.clock.at(guest.created_at, partial(_pay, builder, guest, referrer))


def _pay(builder: Builder, guest: User, referrer: User, at: datetime) -> None:
    amount = builder.platform.bonus
    if amount <= 0:
        return
    earned = at + EARNED_AFTER
    is_earned = earned < builder.now
    builder.add(
        ReferralBonus(
            guest_id=guest.pk,
            referrer_id=referrer.pk,
            amount=amount,
            state=ReferralState.EARNED if is_earned else ReferralState.PENDING,
            created_at=at,
            decided_at=earned if is_earned else None,
        )
    )
    builder.ledger.post(
        at,
        Draft(
            key=entry_key(guest.pk),
            kind=EntryKind.REFERRAL_BONUS,
            amounts={BONUSES: -2 * amount, guest.pk: amount, referrer.pk: amount},
            reference=REFERENCE,
        ),
    )
