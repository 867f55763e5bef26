"""Referrers whose guests look invented: many from one address, or many of whom no one takes a trip."""

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
"""A family shares an address; more guests than this do not come from one."""
WITHOUT_TRIP: Final = 5


def suspicious_referrers() -> QuerySet[Any]:
    """Who to look at, the latest first: each with `suspicious_guests` and `last_guest_at`.

    Counts guests of the settings' period whose bonus is not earned: by their network address, and in all.
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
