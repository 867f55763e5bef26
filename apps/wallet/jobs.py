"""Handlers of the wallet's outbox jobs."""

from decimal import Decimal

from apps.accounts.services.referrals import REFERRAL_BONUS
from apps.core.outbox.jobs import job
from apps.wallet.referrals import pay_referral_bonus


@job(REFERRAL_BONUS)
def pay_bonus(*, user_id: int, referrer_id: int, amount: str) -> None:
    pay_referral_bonus(user_id=user_id, referrer_id=referrer_id, amount=Decimal(amount))
