"""The booking history: visibility, filters, order and text search.

Each ordering and filter has an index (models.Booking), so a page costs the same at any number of bookings.
"""

from dataclasses import replace
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ACTIVE, ENDED, PaymentMode, Status
from apps.bookings.models import Booking
from apps.bookings.models.booking_indexes import CHARGED
from apps.bookings.search.planner import first_matches
from apps.bookings.search.query import SearchQuery, lexemes_of_scope, parse_query
from apps.bookings.selectors import bookings_listed_for
from apps.core.fields import DayOrTimeField
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.core.paging.keyset import Ordering
from apps.core.paging.pagination import OrderedPagination
from apps.core.platform import platform_settings

ORDERINGS: Final = ("-id", "id", "-trip_date", "trip_date", "-trip_cost", "trip_cost")
BY_COST: Final = "trip_cost"
CHARGE: Final = Ordering("charge", kind="trip_cost")
"""Order by the amount shown in lists: the fee of a cancelled booking, the cost of others."""
NOT_IN_ROWS: Final = ("route_polyline", "breakdown", "rates")


class HistoryFilters(FilterSet):
    """Several statuses are separated by commas."""

    status = serializers.CharField(**BLANK)
    search = serializers.CharField(
        max_length=80,
        help_text="Prefixes of words: reference, names, addresses, number plate; phone numbers for admins.",
        **BLANK,
    )
    active = serializers.BooleanField(**OPTIONAL)
    book_later = serializers.BooleanField(
        help_text="Only scheduled trips, or only immediate ones.", **OPTIONAL
    )
    street_trip = serializers.BooleanField(
        help_text="Only trips started in the street, or only booked ones.", **OPTIONAL
    )
    car_type = serializers.IntegerField(min_value=1, **OPTIONAL)
    driver = serializers.IntegerField(min_value=1, **OPTIONAL)
    rider = serializers.IntegerField(min_value=1, **OPTIONAL)
    payment_mode = serializers.ChoiceField(choices=PaymentMode.choices, **BLANK)
    ordering = serializers.ChoiceField(
        choices=ORDERINGS,
        required=False,
        default="-id",
        help_text="By id means by trip_date with from or to, and by settled_at with settled_from or _to.",
    )
    from_ = DayOrTimeField(help_text="The earliest time or day of the trip.", **OPTIONAL)
    to = DayOrTimeField(
        end=True, help_text="The trip is before this time, or on this day at the latest.", **OPTIONAL
    )
    settled_from = DayOrTimeField(
        help_text="The earliest time or day of the payment, or of a cancellation with a fee.", **OPTIONAL
    )
    settled_to = DayOrTimeField(
        end=True,
        help_text="Paid, or cancelled with a fee, before this time, or on this day at the latest.",
        **OPTIONAL,
    )
    lookups: ClassVar = {
        "status": "status__in",
        "book_later": "book_later",
        "street_trip": "street_trip",
        "car_type": "car_type_id",
        "driver": "driver_id",
        "rider": "customer_id",
        "payment_mode": "payment_mode",
        "from": "trip_date__gte",
        "to": "trip_date__lt",
        "settled_from": "settled_at__gte",
        "settled_to": "settled_at__lt",
    }

    def validate_status(self, value: str) -> list[str]:
        statuses = [status for status in value.upper().split(",") if status]
        unknown = [status for status in statuses if status not in Status.values]
        if unknown:
            raise serializers.ValidationError(_("Unknown status: %(names)s.") % {"names": ", ".join(unknown)})
        return statuses

    def filter_active(self, bookings: QuerySet[Booking], is_active: bool) -> QuerySet[Booking]:
        return bookings.filter(status__in=ACTIVE if is_active else ENDED)

    def order(self) -> Ordering:
        """Return the requested ordering; the default is the newest first.

        With a time filter, the newest are those with the latest trips: in the order of ids, the database
        would have to skip all later bookings.
        """
        ordering, given = super().order(), self.validated_data
        if ordering.field == BY_COST:
            return replace(CHARGE, descending=ordering.descending)
        for column, since, until in (
            ("settled_at", "settled_from", "settled_to"),
            ("trip_date", "from", "to"),
        ):
            if ordering.field == "id" and (given[since] is not None or given[until] is not None):
                return Ordering(column, ordering.descending)
        return ordering


def filter_bookings(user: User, filters: HistoryFilters) -> QuerySet[Booking]:
    """Return the bookings visible to `user` under all filters except the text search."""
    bookings = filters.apply(bookings_listed_for(user))
    if filters.order().field == CHARGE.field:
        bookings = bookings.annotate(charge=CHARGED)
    return bookings.defer(*NOT_IN_ROWS)


def query_for(user: User, filters: HistoryFilters) -> SearchQuery | None:
    """Return the parsed search, or None for an empty one.

    Only admins can search by phone number, and not in demo mode, which hides the numbers.
    """
    search: str = filters.validated_data["search"]
    if not search:
        return None
    is_demo = platform_settings().is_demo_mode
    return parse_query(search, with_phones=user.user_type == UserType.ADMIN and not is_demo)


def search_bookings(user: User, filters: HistoryFilters) -> QuerySet[Booking]:
    """Return the filtered bookings that match the text search, for exports; pages use the search planner."""
    query = query_for(user, filters)
    bookings = filter_bookings(user, filters)
    if query is None:
        return bookings
    return bookings.filter(query.match()) if query.terms else bookings.none()


def restrict_query(query: SearchQuery, user: User, filters: HistoryFilters) -> SearchQuery:
    """Return `query` restricted to the statuses and fleet that the text index stores."""
    fleet = user.pk if user.user_type == UserType.FLEET_ADMIN else None
    statuses = filters.validated_data["status"]
    return replace(query, within=lexemes_of_scope(statuses=statuses, fleet_admin_id=fleet))


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
