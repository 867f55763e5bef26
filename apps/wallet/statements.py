"""A driver's weekly statement: the trips, what moved in the wallet, and its balance before and after.

Weeks are those of the platform's time zone, Monday to Sunday (docs/decisions/0047).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from typing import Any, Final

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.errors import NotFound
from apps.core.money import ZERO
from apps.wallet.choices import REVENUE, TRIPS, AccountKind, EntryKind
from apps.wallet.models import Posting

WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    monday: date
    so_far: bool
    """It is not over."""

    @property
    def sunday(self) -> date:
        return self.monday + WEEK - timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """What one kind of entry came to in a week; below zero when the wallet paid."""

    kind: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class TripsStatement:
    """What the trips of a week came to, all of it read from the ledger.

    A later change of a booking does not change a past week.
    """

    week: Week
    trips: int
    fares: Decimal
    """What the trips cost: the driver's share and the platform's fee."""
    convenience_fees: Decimal
    driver_share: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(TripsStatement):
    """The same of all trips, and what moved in the wallet."""

    movements: Sequence[Movement]
    """In the order of the entry kinds; together `net`."""
    opening_balance: Decimal
    closing_balance: Decimal

    @property
    def net(self) -> Decimal:
        return sum((movement.amount for movement in self.movements), ZERO)


def weeks_of(driver_id: int, tz: tzinfo, *, now: datetime | None = None) -> list[Week]:
    """From this week back to the one in which the wallet first moved."""
    current = _monday(now or timezone.now(), tz)
    first = _postings_of(driver_id).order_by("id").first()
    oldest = current if first is None else min(current, _monday(first.created_at, tz))
    count = (current - oldest) // WEEK + 1
    return [Week(monday=current - back * WEEK, so_far=back == 0) for back in range(count)]


def statement_of(driver_id: int, week: str, tz: tzinfo, *, now: datetime | None = None) -> Statement:
    """The statement of the week that begins on the day `week`; NotFound where `weeks_of` has no such week."""
    found = _week(driver_id, week, tz, now)
    postings = _postings_of(driver_id)
    latest = postings.order_by("-id").first()
    if latest is None:
        return _summed(found, postings.none(), opening=ZERO, closing=ZERO)
    # What is posted meanwhile is not part of it. The times of a wallet's postings are those at which their
    # transactions began and may be out of order; ids and balances are in order: a week begins with a posting.
    postings = postings.filter(id__lte=latest.id)
    first = _first_since(postings, _midnight(found.monday, tz))
    after = _first_since(postings, _midnight(found.monday + WEEK, tz))
    closing = _balance_after(latest) if after is None else _balance_before(after)
    if first is None:
        return _summed(found, postings.none(), opening=closing, closing=closing)
    within = postings.filter(id__gte=first.id)
    if after is not None:
        within = within.filter(id__lt=after.id)
    return _summed(found, within, opening=_balance_before(first), closing=closing)


def trips_statement_of(
    driver_id: int, week: str, tz: tzinfo, *, bookings: QuerySet[Any], now: datetime | None = None
) -> TripsStatement:
    """The same of these bookings alone, of which `bookings` gives the ids, and without the wallet."""
    found = _week(driver_id, week, tz, now)
    postings = _postings_of(driver_id)
    first = _first_since(postings, _midnight(found.monday, tz))
    after = _first_since(postings, _midnight(found.monday + WEEK, tz))
    within = postings.none() if first is None else postings.filter(id__gte=first.id)
    if after is not None:
        within = within.filter(id__lt=after.id)
    return TripsStatement(week=found, **_trips(within.filter(entry__booking_id__in=bookings)))


def _week(driver_id: int, week: str, tz: tzinfo, now: datetime | None) -> Week:
    found = next((one for one in weeks_of(driver_id, tz, now=now) if one.monday.isoformat() == week), None)
    if found is None:
        raise NotFound("not_found", _("There's no statement for this week."))
    return found


def _trips(postings: QuerySet[Posting]) -> dict[str, Any]:
    """Their number, fares, fees and driver share, by the names of the statement."""
    shares = postings.filter(entry__kind=EntryKind.DRIVER_SHARE)
    legs = Posting.objects.filter(entry__in=shares.values("entry"), account__kind=AccountKind.PLATFORM)
    totals = legs.aggregate(
        fares=Coalesce(Sum("amount", filter=Q(account__name=TRIPS)), ZERO),
        convenience_fees=Coalesce(Sum("amount", filter=Q(account__name=REVENUE)), ZERO),
        trips=Count("entry", distinct=True),
    )
    share = shares.aggregate(driver_share=Coalesce(Sum("amount"), ZERO))
    return totals | share | {"fares": abs(totals["fares"])}


def _summed(week: Week, postings: QuerySet[Posting], *, opening: Decimal, closing: Decimal) -> Statement:
    amounts = dict(postings.values_list("entry__kind").annotate(amount=Sum("amount")).order_by())
    return Statement(
        week=week,
        **_trips(postings),
        movements=[
            Movement(kind=kind, amount=amounts[kind]) for kind in EntryKind.values if amounts.get(kind)
        ],
        opening_balance=opening,
        closing_balance=closing,
    )


def _postings_of(driver_id: int) -> QuerySet[Posting]:
    return Posting.objects.filter(account__user_id=driver_id)


def _first_since(postings: QuerySet[Posting], at: datetime) -> Posting | None:
    return postings.filter(created_at__gte=at).order_by("id").first()


def _balance_after(posting: Posting) -> Decimal:
    # A wallet's postings all have one.
    assert posting.balance_after is not None
    return posting.balance_after


def _balance_before(posting: Posting) -> Decimal:
    return _balance_after(posting) - posting.amount


def _monday(at: datetime, tz: tzinfo) -> date:
    day = at.astimezone(tz).date()
    return day - timedelta(days=day.weekday())


def _midnight(day: date, tz: tzinfo) -> datetime:
    return datetime.combine(day, time.min, tz)
