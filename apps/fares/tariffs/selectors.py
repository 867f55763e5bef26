"""Queries of tariffs for the back office."""

from datetime import datetime

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from apps.fares.choices import TariffState
from apps.fares.models import Tariff, TariffPeriod


def listed_tariffs() -> QuerySet[Tariff]:
    """Return all tariffs with their state now and the begin of their latest period."""
    now = timezone.now()
    of_tariff = TariffPeriod.objects.filter(tariff=OuterRef("pk")).order_by("-valid_from")
    # A time that no period begins at would be a NULL, which no row equals.
    current = current_period(now).values("tariff_id")[:1]
    return Tariff.objects.annotate(
        valid_from=Subquery(of_tariff.values("valid_from")[:1]),
        is_current=Q(pk=Subquery(current)),
        is_scheduled=Exists(of_tariff.filter(valid_from__gt=now)),
        state=Case(
            When(published_at__isnull=True, then=Value(TariffState.DRAFT)),
            When(is_current=True, then=Value(TariffState.IN_FORCE)),
            When(is_scheduled=True, then=Value(TariffState.SCHEDULED)),
            default=Value(TariffState.SUPERSEDED),
            output_field=CharField(),
        ),
    ).select_related("created_by", "published_by")


def current_period(now: datetime) -> QuerySet[TariffPeriod]:
    """Return the period in force, as a query of at most one row."""
    return TariffPeriod.objects.filter(valid_from__lte=now).order_by("-valid_from")


def periods() -> QuerySet[TariffPeriod]:
    """Return the periods, the latest first."""
    return TariffPeriod.objects.select_related("tariff", "published_by").order_by(F("valid_from").desc())
