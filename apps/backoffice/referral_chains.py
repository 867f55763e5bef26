"""Finds referrers with suspicious sign-ups: many from one address, or many without a trip."""

from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from apps.accounts.models import User
from apps.core.platform import platform_settings
from apps.wallet.choices import ReferralState
from apps.wallet.models import ReferralBonus

FROM_ONE_ADDRESS: Final = 3
"""A household shares an address; more sign-ups than this are suspicious."""
WITHOUT_TRIP: Final = 5


def suspicious_referrers() -> QuerySet[Any]:
    """Return suspicious referrers, latest first, with `suspicious_guests` and `last_guest_at`.

    Counts sign-ups of the settings' period with an unearned bonus, by network address and in total.
    """
    since = timezone.now() - timedelta(days=platform_settings().referral_period_days)
    recent = ReferralBonus.objects.filter(created_at__gte=since, referrer__isnull=False).exclude(
        state=ReferralState.EARNED
    )
    of_one = recent.filter(referrer_id=OuterRef("pk")).order_by()
    same_address = (
        of_one.exclude(address_hash="")
        .values("address_hash")
        .annotate(guests=Count("pk"))
        .order_by("-guests")
        .values("guests")[:1]
    )
    all_guests = of_one.values("referrer_id").annotate(guests=Count("pk")).values("guests")
    latest = of_one.values("referrer_id").annotate(latest=Max("created_at")).values("latest")
    return (
        User.objects.filter(pk__in=recent.values("referrer_id"), deleted_at__isnull=True)
        .annotate(
            of_one_address=Coalesce(Subquery(same_address), 0),
            without_trip=Coalesce(Subquery(all_guests), 0),
            last_guest_at=Subquery(latest),
        )
        .filter(Q(of_one_address__gt=FROM_ONE_ADDRESS) | Q(without_trip__gte=WITHOUT_TRIP))
        .annotate(suspicious_guests=Greatest(F("of_one_address"), F("without_trip")))
        .order_by("-last_guest_at", "-pk")
    )
