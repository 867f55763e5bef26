"""The booking history, as pages or a file."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.bookings.history.exporting import history_table
from apps.bookings.history.selectors import (
    HistoryFilters,
    HistoryPagination,
    filter_bookings,
    query_for,
    restrict_query,
)
from apps.bookings.models import Booking
from apps.bookings.search.query import SearchQuery
from apps.bookings.selectors import read_open_offers
from apps.bookings.serializers.booking import Viewer
from apps.bookings.serializers.history import (
    ALL,
    BookingListQuerySerializer,
    BookingRowSerializer,
    ListedBookingSerializer,
    WideBookingRowSerializer,
)
from apps.core.paging.keyset import Ordering
from apps.core.platform import platform_settings
from apps.exports.direct import direct_export
from apps.exports.files import FILE_TYPES


class HistoryView(ListAPIView[Booking]):
    # The view itself raises must_login, the code of the specification.
    permission_classes = (AllowAny,)
    serializer_class = ListedBookingSerializer
    file_types = FILE_TYPES
    pagination_class = HistoryPagination

    @cached_property
    def query(self) -> BookingListQuerySerializer:
        form = BookingListQuerySerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    @cached_property
    def filters(self) -> HistoryFilters:
        return self.query.filters()

    def get_queryset(self) -> QuerySet[Booking]:
        return filter_bookings(current_user(self.request), self.filters)

    def get_ordering(self) -> Ordering:
        return self.filters.order()

    def get_query(self) -> SearchQuery | None:
        user = current_user(self.request)
        query = query_for(user, self.filters.search, platform_settings())
        return None if query is None else restrict_query(query, user, self.filters)

    def paginate_queryset(self, queryset: Any) -> list[Any] | None:
        page = super().paginate_queryset(queryset)
        if page is not None and current_user(self.request).user_type == UserType.ADMIN:
            read_open_offers(page)
        return page

    def get_serializer_class(self) -> type[BaseSerializer[Booking]]:
        if getattr(self, "swagger_fake_view", False):
            return ListedBookingSerializer
        wide = self.query.validated_data["fields"] == ALL
        return WideBookingRowSerializer if wide else BookingRowSerializer

    def get_serializer_context(self) -> dict[str, Any]:
        return {"viewer": Viewer(user=current_user(self.request), settings=platform_settings())}

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # a file too
        user = current_user(request)
        if format := self.query.validated_data["format"]:
            return direct_export("bookings", format, history_table(user, self.filters))
        return self.list(request, *args, **kwargs)
