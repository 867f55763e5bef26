"""The history of bookings: whose, narrowed how, in which order, and found by which words.

Every ordering and every filter has its index (models.Booking), so a page costs the same however many
bookings there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ACTIVE, ENDED
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.words import Words, words_of
from apps.core.keyset import Ordering
from apps.core.pagination import OrderedPagination
from apps.core.platform import Platform

ORDERINGS: Final = ("-id", "id", "-trip_date", "trip_date", "-trip_cost", "trip_cost")
NOT_IN_ROWS: Final = ("route_polyline", "breakdown", "rates")
NEAR: Final = 1000
"""How many of the first bookings are looked at one by one before the index of words is asked."""
FAR: Final = 10_000
"""And how many where the first ones promise that a page of hits is among these."""


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
    return bookings.filter(words.match()) if words.query else bookings.none()


def first_found(rows: QuerySet[Booking], words: Words, ordering: Ordering, limit: int) -> list[Booking]:
    """The first `limit` of the sorted rows that have the words.

    A common word is among the first rows, and to collect all it is in would take seconds; a rare one is
    quickly found by the index, and to walk to it would take seconds. No estimate tells the two apart
    as well as a look.
    """
    if not words.query:
        return []
    ids = _by_looking(rows, words, ordering, limit, among=NEAR)
    if len(ids) < limit <= len(ids) * FAR // NEAR:
        ids = _by_looking(rows, words, ordering, limit, among=FAR)
    if len(ids) < limit:
        ids = _by_index(rows, words, ordering, limit)
    found = rows.model._default_manager.defer(*NOT_IN_ROWS).in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]


def _by_looking(
    rows: QuerySet[Booking], words: Words, ordering: Ordering, limit: int, *, among: int
) -> list[int]:
    """What is found among so many first rows; it ends with the last that is wanted."""
    first = rows.annotate(hit=words.match()).values(*ordering.names, "hit")[:among]
    looked_at, params = first.query.sql_with_params()
    return _sorted_ids(looked_at, params, ordering, limit, where="WHERE hits.hit")


def _by_index(rows: QuerySet[Booking], words: Words, ordering: Ordering, limit: int) -> list[int]:
    hits, params = rows.order_by().filter(words.match()).values(*ordering.names).query.sql_with_params()
    # OFFSET 0 keeps the planner from walking in the wanted order in the hope to meet enough words soon.
    return _sorted_ids(f"{hits} OFFSET 0", params, ordering, limit)


def _sorted_ids(
    hits: str, params: Sequence[Any], ordering: Ordering, limit: int, where: str = ""
) -> list[int]:
    order = ", ".join(f"hits.{name} {'DESC' if ordering.descending else 'ASC'}" for name in ordering.names)
    statement = f"SELECT hits.id FROM ({hits}) hits {where} ORDER BY {order} LIMIT %s"  # noqa: S608  # columns' names
    with connection.cursor() as cursor:
        cursor.execute(statement, [*params, limit])
        return [pk for (pk,) in cursor.fetchall()]


class HistoryPagination(OrderedPagination):
    """Pages of a history; the view's `get_words` says what is looked for."""

    words: Words | None = None

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        self.words = view.get_words()
        return super().paginate_queryset(queryset, request, view)

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Any]:
        if self.words is None:
            return super().take(rows, ordering, limit)
        return first_found(rows, self.words, ordering, limit)
