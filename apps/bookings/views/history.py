"""The booking history, as pages or a file."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import require_allowed
from apps.bookings.history.booking_list import BOOKINGS
from apps.bookings.history.selectors import filter_bookings, query_for, restrict_query
from apps.bookings.models import Booking
from apps.bookings.search.query import SearchQuery
from apps.bookings.selectors import read_open_offers
from apps.bookings.serializers.history import (
    ALL,
    BookingRowSerializer,
    ListedBookingSerializer,
    WideBookingRowSerializer,
)
from apps.exports.lists import ListView


class HistoryView(ListView):
    spec = BOOKINGS
    # The view itself raises must_login, the code of the specification.
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if isinstance(request.user, User):
            require_allowed(self.spec.permission, request.user, request.method or "")

    def get_queryset(self) -> QuerySet[Booking]:
        return filter_bookings(self.get_reader(), self.query)

    def get_query(self) -> SearchQuery | None:
        user = self.get_reader()
        query = query_for(user, self.query)
        return None if query is None else restrict_query(query, user, self.query)

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
