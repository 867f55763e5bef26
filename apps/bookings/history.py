"""The history of bookings: whose, narrowed how, in which order, and found by which words.

Every ordering and every filter has its index (models.Booking), so a page costs the same however many
bookings there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ACTIVE, ENDED
from apps.bookings.finding import first_found
from apps.bookings.models import Booking
from apps.bookings.models.booking_indexes import CHARGED
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.words import Words, lexemes_within, words_of
from apps.core.keyset import Ordering
from apps.core.pagination import OrderedPagination
from apps.core.platform import Platform

ORDERINGS: Final = ("-id", "id", "-trip_date", "trip_date", "-trip_cost", "trip_cost")
BY_COST: Final = "trip_cost"
CHARGE: Final = Ordering("charge", kind="trip_cost")
"""By cost: what the lists show as such, of a cancelled booking the fee."""
NOT_IN_ROWS: Final = ("route_polyline", "breakdown", "rates")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilters:
    """What is wanted of a history; what is not given narrows nothing."""

    statuses: Sequence[str] = ()
    active: bool | None = None
    book_later: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Bounds of the time of the trip, the latter without itself."""
    settled_since: datetime | None = None
    settled_until: datetime | None = None
    """The same of the time when the money moved: what is behind a number of a report."""
    car_type_id: int | None = None
    driver_id: int | None = None
    customer_id: int | None = None
    payment_mode: str = ""
    search: str = ""
    ordering: str = "-id"

    def order(self) -> Ordering:
        """By id unless asked otherwise: newest first.

        Of a stretch of time the newest are those with the latest trips. By id one would have to walk
        past everything since to come to a week of last year.
        """
        ordering = Ordering.parse(self.ordering)
        if ordering.field == BY_COST:
            return replace(CHARGE, descending=ordering.descending)
        if ordering.field == "id" and (self.settled_since is not None or self.settled_until is not None):
            return Ordering("settled_at", ordering.descending)
        if ordering.field == "id" and (self.since is not None or self.until is not None):
            return Ordering("trip_date", ordering.descending)
        return ordering


def history_of(user: User, filters: HistoryFilters) -> QuerySet[Booking]:
    """The bookings of `user` under all filters but the words."""
    exact = {
        "car_type_id": filters.car_type_id,
        "driver_id": filters.driver_id,
        "customer_id": filters.customer_id,
        "payment_mode": filters.payment_mode or None,
        "book_later": filters.book_later,
        "trip_date__gte": filters.since,
        "trip_date__lt": filters.until,
        "settled_at__gte": filters.settled_since,
        "settled_at__lt": filters.settled_until,
        "status__in": filters.statuses or None,
    }
    bookings = bookings_listed_for(user).filter(
        **{name: value for name, value in exact.items() if value is not None}
    )
    if filters.active is not None:
        bookings = bookings.filter(status__in=ACTIVE if filters.active else ENDED)
    if filters.order().field == CHARGE.field:
        bookings = bookings.annotate(charge=CHARGED)
    return bookings.defer(*NOT_IN_ROWS)


def words_for(user: User, search: str, settings: Platform) -> Words | None:
    """What to look for, None where nothing was typed.

    Numbers are found by those who may read them all: admins, and not where a demo hides them.
    """
    if not search.strip():
        return None
    return words_of(search, with_phones=user.user_type == UserType.ADMIN and not settings.is_demo_mode)


def found_history_of(user: User, filters: HistoryFilters, settings: Platform) -> QuerySet[Booking]:
    """The same under the words too: for walks through all of it, not for pages."""
    words = words_for(user, filters.search, settings)
    bookings = history_of(user, filters)
    if words is None:
        return bookings
    return bookings.filter(words.match()) if words.terms else bookings.none()


def words_within(words: Words, user: User, filters: HistoryFilters) -> Words:
    """The same words, with what the index of words knows of where they are looked for."""
    fleet = user.pk if user.user_type == UserType.FLEET_ADMIN else None
    return replace(words, within=lexemes_within(statuses=filters.statuses, fleet_admin_id=fleet))


class HistoryPagination(OrderedPagination):
    """Pages of a history; the view's `get_words` says what is looked for."""

    words: Words | None = None

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        self.words = view.get_words()
        return super().paginate_queryset(queryset, request, view)

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Any]:
        if self.words is None:
            return super().take(rows, ordering, limit)
        ids = first_found(rows, self.words, ordering, limit)
        found = rows.model._default_manager.defer(*NOT_IN_ROWS)
        if ordering.field == CHARGE.field:
            found = found.annotate(charge=CHARGED)
        by_id = found.in_bulk(ids)
        return [by_id[pk] for pk in ids if pk in by_id]
