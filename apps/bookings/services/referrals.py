"""When a referral bonus is earned: the guest has proven a contact and has had a paid trip."""

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
    """Release the bonuses that are earned, and reverse those whose time has run out."""
    for bonus_id in earned_bonuses().values_list("pk", flat=True):
        earn_bonus(bonus_id=bonus_id)
    oldest = timezone.now() - timedelta(days=platform_settings().referral_period_days)
    late = ReferralBonus.objects.filter(state=ReferralState.PENDING, created_at__lt=oldest)
    for bonus_id in late.order_by("created_at", "id").values_list("pk", flat=True):
        reverse_bonus(bonus_id=bonus_id)


def earned_bonuses() -> QuerySet[ReferralBonus]:
    """The pending bonuses whose guest has a verified e-mail address or phone and a paid trip, either side."""
    guest = OuterRef("guest_id")
    proven = Q(guest__mobile_verified=True, guest__mobile__isnull=False) | Exists(
        EmailAddress.objects.filter(user_id=guest, verified=True, email=F("user__email"))
    )
    # A trip that was written off or cost nothing in the end was paid by nobody.
    paid = Booking.objects.filter(status__in=SETTLED, trip_cost__gt=0, written_off_amount=0)
    rode = Exists(paid.filter(customer_id=guest))
    drove = Exists(paid.filter(driver_id=guest))
    pending = ReferralBonus.objects.filter(state=ReferralState.PENDING)
    return pending.filter(proven, rode | drove).order_by("created_at", "id")
