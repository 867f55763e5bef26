"""The list of bookings, for every role."""

from typing import Final

from rest_framework import serializers

from apps.accounts.permissions import anyone_but_staff_may
from apps.accounts.staff_roles.areas import Area
from apps.bookings.history.columns import columns_for
from apps.bookings.history.selectors import HistoryFilters, HistoryPagination, search_bookings
from apps.bookings.serializers.booking import Viewer
from apps.bookings.serializers.history import ALL, ListedBookingSerializer
from apps.core.platform import platform_settings
from apps.exports.choices import ExportFormat
from apps.exports.lists import ListSpec


class HistoryPageFilters(HistoryFilters):
    """The filters, and the format of the response."""

    fields_ = serializers.ChoiceField(
        choices=["", ALL], required=False, default="", help_text="all: rows with every column."
    )
    format = serializers.ChoiceField(
        choices=ExportFormat.choices,
        required=False,
        default="",
        help_text="A file instead of a page, with at most 5,000 rows (export_too_large).",
    )


BOOKINGS: Final = ListSpec(
    name="bookings",
    path="bookings/",
    operation_id="bookings_list",
    permission=anyone_but_staff_may(Area.BOOKINGS),
    filters=HistoryFilters,
    page_filters=HistoryPageFilters,
    rows=search_bookings,
    row=ListedBookingSerializer,
    context=lambda user: {"viewer": Viewer(user=user, settings=platform_settings())},
    columns=lambda user, query: columns_for(user, platform_settings()),
    pagination=HistoryPagination,
)
