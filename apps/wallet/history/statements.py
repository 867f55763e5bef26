"""A driver's weekly statement: trips, wallet movements, opening and closing balance.

Weeks run from Monday to Sunday in the platform's time zone (docs/decisions/0047).
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
    """The week is not over."""

    @property
    def sunday(self) -> date:
        return self.monday + WEEK - timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """The sum of one kind of entry in a week; negative if the wallet paid."""

    kind: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class TripsStatement:
    """The totals of a week's trips, from the ledger.

    Later changes of a booking do not change past weeks.
    """

    week: Week
    trips: int
    fares: Decimal
    """The cost of the trips: the driver's share and the platform's fee."""
    convenience_fees: Decimal
    driver_share: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(TripsStatement):
    """The totals of all trips, and the movements of the wallet."""

    movements: Sequence[Movement]
    """In the order of the entry kinds; their sum is `net`."""
    opening_balance: Decimal
    closing_balance: Decimal

    @property
    def net(self) -> Decimal:
        return sum((movement.amount for movement in self.movements), ZERO)


def weeks_of(driver_id: int, tz: tzinfo, *, now: datetime | None = None) -> list[Week]:
    """Return the weeks from the current one back to the wallet's first movement."""
    current = _monday(now or timezone.now(), tz)
    first = _postings_of(driver_id).order_by("id").first()
    oldest = current if first is None else min(current, _monday(first.created_at, tz))
    count = (current - oldest) // WEEK + 1
    return [Week(monday=current - back * WEEK, so_far=back == 0) for back in range(count)]


def statement_of(driver_id: int, week: str, tz: tzinfo, *, now: datetime | None = None) -> Statement:
    """Return the statement of the week that starts on the day `week`. Raises NotFound for other weeks."""
    statement_week = _week(driver_id, week, tz, now)
    postings = _postings_of(driver_id)
    latest = postings.order_by("-id").first()
    if latest is None:
        return _summed(statement_week, postings.none(), opening=ZERO, closing=ZERO)
    # Excludes postings made meanwhile. `created_at` is the start of the transaction and can be out of order.
    # Ids and balances are in order, so a week starts at a posting.
    postings = postings.filter(id__lte=latest.id)
    first = _first_since(postings, _midnight(statement_week.monday, tz))
    after = _first_since(postings, _midnight(statement_week.monday + WEEK, tz))
    closing = _balance_after(latest) if after is None else _balance_before(after)
    if first is None:
        return _summed(statement_week, postings.none(), opening=closing, closing=closing)
    within = postings.filter(id__gte=first.id)
    if after is not None:
        within = within.filter(id__lt=after.id)
    return _summed(statement_week, within, opening=_balance_before(first), closing=closing)


def trips_statement_of(
    driver_id: int, week: str, tz: tzinfo, *, bookings: QuerySet[Any], now: datetime | None = None
) -> TripsStatement:
    """Return a statement of only these bookings, given by their ids, without the wallet."""
    statement_week = _week(driver_id, week, tz, now)
    postings = _postings_of(driver_id)
    first = _first_since(postings, _midnight(statement_week.monday, tz))
    after = _first_since(postings, _midnight(statement_week.monday + WEEK, tz))
    within = postings.none() if first is None else postings.filter(id__gte=first.id)
    if after is not None:
        within = within.filter(id__lt=after.id)
    return TripsStatement(week=statement_week, **_trips(within.filter(entry__booking_id__in=bookings)))


def _week(driver_id: int, week: str, tz: tzinfo, now: datetime | None) -> Week:
    statement_week = next(
        (candidate for candidate in weeks_of(driver_id, tz, now=now) if candidate.monday.isoformat() == week),
        None,
    )
    if statement_week is None:
        raise NotFound("not_found", _("There's no statement for this week."))
    return statement_week


def _trips(postings: QuerySet[Posting]) -> dict[str, Any]:
    """Return number, fares, fees and driver share of the trips, by the field names of the statement."""
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
    # Every posting of a wallet has one.
    assert posting.balance_after is not None
    return posting.balance_after


def _balance_before(posting: Posting) -> Decimal:
    return _balance_after(posting) - posting.amount


def _monday(at: datetime, tz: tzinfo) -> date:
    day = at.astimezone(tz).date()
    return day - timedelta(days=day.weekday())


def _midnight(day: date, tz: tzinfo) -> datetime:
    return datetime.combine(day, time.min, tz)
