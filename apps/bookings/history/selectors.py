"""The booking history: visibility, filters, order and text search.

Each ordering and filter has an index (models.Booking), so a page costs the same at any number of bookings.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ACTIVE, ENDED
from apps.bookings.models import Booking
from apps.bookings.models.booking_indexes import CHARGED
from apps.bookings.search.planner import first_matches
from apps.bookings.search.query import SearchQuery, lexemes_of_scope, parse_query
from apps.bookings.selectors import bookings_listed_for
from apps.core.paging.keyset import Ordering
from apps.core.paging.pagination import OrderedPagination
from apps.core.platform import Platform

ORDERINGS: Final = ("-id", "id", "-trip_date", "trip_date", "-trip_cost", "trip_cost")
BY_COST: Final = "trip_cost"
CHARGE: Final = Ordering("charge", kind="trip_cost")
"""Order by the amount shown in lists: the fee of a cancelled booking, the cost of others."""
NOT_IN_ROWS: Final = ("route_polyline", "breakdown", "rates")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilters:
    """The filters of a booking history; an empty one matches all."""

    statuses: Sequence[str] = ()
    active: bool | None = None
    book_later: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Bounds of the time of the trip; `until` is exclusive."""
    settled_since: datetime | None = None
    settled_until: datetime | None = None
    """Bounds of the settlement time, as used by reports."""
    car_type_id: int | None = None
    driver_id: int | None = None
    customer_id: int | None = None
    payment_mode: str = ""
    search: str = ""
    ordering: str = "-id"

    def order(self) -> Ordering:
        """Return the requested ordering; the default is the newest first.

        With a time filter, the newest are those with the latest trips: in the order of ids, the database
        would have to skip all later bookings.
        """
        ordering = Ordering.parse(self.ordering)
        if ordering.field == BY_COST:
            return replace(CHARGE, descending=ordering.descending)
        if ordering.field == "id" and (self.settled_since is not None or self.settled_until is not None):
            return Ordering("settled_at", ordering.descending)
        if ordering.field == "id" and (self.since is not None or self.until is not None):
            return Ordering("trip_date", ordering.descending)
        return ordering


def filter_bookings(user: User, filters: HistoryFilters) -> QuerySet[Booking]:
    """Return the bookings visible to `user` under all filters except the text search."""
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


def query_for(user: User, search: str, settings: Platform) -> SearchQuery | None:
    """Return the parsed search, or None for an empty one.

    Only admins can search by phone number, and not in demo mode, which hides the numbers.
    """
    if not search.strip():
        return None
    return parse_query(search, with_phones=user.user_type == UserType.ADMIN and not settings.is_demo_mode)


def search_bookings(user: User, filters: HistoryFilters, settings: Platform) -> QuerySet[Booking]:
    """Return the filtered bookings that match the text search, for exports; pages use the search planner."""
    query = query_for(user, filters.search, settings)
    bookings = filter_bookings(user, filters)
    if query is None:
        return bookings
    return bookings.filter(query.match()) if query.terms else bookings.none()


def restrict_query(query: SearchQuery, user: User, filters: HistoryFilters) -> SearchQuery:
    """Return `query` restricted to the statuses and fleet that the text index stores."""
    fleet = user.pk if user.user_type == UserType.FLEET_ADMIN else None
    return replace(query, within=lexemes_of_scope(statuses=filters.statuses, fleet_admin_id=fleet))


class HistoryPagination(OrderedPagination):
    """Pages of a booking history; the view's `get_query` returns the text search."""

    query: SearchQuery | None = None

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        self.query = view.get_query()
        return super().paginate_queryset(queryset, request, view)

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Any]:
        if self.query is None:
            return super().take(rows, ordering, limit)
        ids = first_matches(rows, self.query, ordering, limit)
        bookings = rows.model._default_manager.defer(*NOT_IN_ROWS)
        if ordering.field == CHARGE.field:
            bookings = bookings.annotate(charge=CHARGED)
        by_id = bookings.in_bulk(ids)
        return [by_id[pk] for pk in ids if pk in by_id]
