"""Referral bonuses: earned when the guest has a verified contact and a paid trip."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from apps.bookings.choices import SETTLED
from apps.bookings.models import Booking
from apps.core.platform import platform_settings
from apps.wallet.choices import ReferralState
from apps.wallet.models import ReferralBonus
from apps.wallet.referrals import earn_bonus, reverse_bonus


def decide_referral_bonuses() -> None:
    """Release earned bonuses and reverse expired ones."""
    for bonus_id in earned_bonuses().values_list("pk", flat=True):
        earn_bonus(bonus_id=bonus_id)
    oldest = timezone.now() - timedelta(days=platform_settings().referral_period_days)
    late = ReferralBonus.objects.filter(state=ReferralState.PENDING, created_at__lt=oldest)
    for bonus_id in late.order_by("created_at", "id").values_list("pk", flat=True):
        reverse_bonus(bonus_id=bonus_id)


def earned_bonuses() -> QuerySet[ReferralBonus]:
    """Return pending bonuses whose guest has a verified email or phone and a paid trip as rider or driver."""
    guest = OuterRef("guest_id")
    is_verified = Q(guest__mobile_verified=True, guest__mobile__isnull=False) | Exists(
        EmailAddress.objects.filter(user_id=guest, verified=True, email=F("user__email"))
    )
    # Trips that were written off or cost nothing do not count.
    paid = Booking.objects.filter(status__in=SETTLED, trip_cost__gt=0, written_off_amount=0)
    rode = Exists(paid.filter(customer_id=guest))
    drove = Exists(paid.filter(driver_id=guest))
    pending = ReferralBonus.objects.filter(state=ReferralState.PENDING)
    return pending.filter(is_verified, rode | drove).order_by("created_at", "id")
