"""Queries of the ledger."""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from decimal import Decimal

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.core.money import ZERO
from apps.wallet.choices import AccountKind, EntryKind, HistoryType
from apps.wallet.models import Account, Posting


def balance_of(user_id: int) -> Decimal:
    """Return the balance of the user's wallet; zero before its first movement."""
    balance = Account.objects.filter(user_id=user_id).values_list("balance", flat=True).first()
    return ZERO if balance is None else balance


def platform_balance(name: str, *, since: datetime | None = None, until: datetime | None = None) -> Decimal:
    """Return the sum of a platform account's postings in a period; it has no stored balance."""
    postings = Posting.objects.filter(account__kind=AccountKind.PLATFORM, account__name=name)
    if since is not None:
        postings = postings.filter(created_at__gte=since)
    if until is not None:
        postings = postings.filter(created_at__lt=until)
    total: Decimal = postings.aggregate(total=Coalesce(Sum("amount"), ZERO))["total"]
    return total


def history_of(user_id: int) -> QuerySet[Posting]:
    """Return the movements of a wallet with their entries (walletHistory)."""
    return Posting.objects.filter(account__user_id=user_id).select_related("entry")


def history_type(posting: Posting) -> HistoryType:
    """Return the type of a movement as in the specification."""
    if posting.amount > 0:
        return HistoryType.CREDIT
    return HistoryType.WITHDRAW if posting.entry.kind == EntryKind.WITHDRAWAL else HistoryType.DEBIT


@dataclass(frozen=True, slots=True)
class Earnings:
    """A driver's shares in total, today and in the current calendar month."""

    today: Decimal
    month: Decimal
    total: Decimal
    tips_today: Decimal
    tips_month: Decimal
    tips_total: Decimal
    """Tips, which are not part of the shares."""
    trips_today: int
    trips_total: int


def earnings_of(driver_id: int, tz: tzinfo, *, now: datetime | None = None) -> Earnings:
    """Return a driver's earnings by the calendar of `tz` at `now`."""
    midnight = (now or timezone.now()).astimezone(tz).replace(hour=0, minute=0, second=0, microsecond=0)
    today = Q(created_at__gte=midnight)
    month = Q(created_at__gte=midnight.replace(day=1))
    trip = Q(entry__kind=EntryKind.DRIVER_SHARE)
    adjusted = Q(entry__kind=EntryKind.FARE_ADJUSTMENT)
    share, tip = trip | adjusted, Q(entry__kind=EntryKind.TIP)
    earned = Posting.objects.filter(share | tip, account__user_id=driver_id)
    return Earnings(
        **earned.aggregate(
            today=Coalesce(Sum("amount", filter=today & share), ZERO),
            month=Coalesce(Sum("amount", filter=month & share), ZERO),
            total=Coalesce(Sum("amount", filter=share), ZERO),
            tips_today=Coalesce(Sum("amount", filter=today & tip), ZERO),
            tips_month=Coalesce(Sum("amount", filter=month & tip), ZERO),
            tips_total=Coalesce(Sum("amount", filter=tip), ZERO),
            trips_today=Count("id", filter=today & trip),
            trips_total=Count("id", filter=trip),
        )
    )
