"""The booking history as an export."""

from typing import Any, Final

from django.db.models import QuerySet

from apps.accounts.models import User
from apps.bookings.history.columns import columns_for
from apps.bookings.history.selectors import HistoryFilters, search_bookings
from apps.bookings.models import Booking
from apps.core.paging.keyset import walk
from apps.core.platform import platform_settings
from apps.exports.registry import ExportKind, Filters, Table

BATCH: Final = 1000


def history_table(user: User, filters: HistoryFilters) -> Table[Booking]:
    """Return all bookings that `user` can see under the filters."""
    settings = platform_settings()

    def bookings() -> QuerySet[Booking]:
        return search_bookings(user, filters, settings)

    return Table(
        columns=columns_for(user, settings),
        count=lambda: bookings().count(),
        rows=lambda: walk(bookings(), filters.order(), batch=BATCH),
    )


def _check(user: User, filters: Filters) -> dict[str, Any]:
    form = _form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Booking]:
    return history_table(user, _form(filters).filters())


def _form(filters: Filters) -> Any:
    # The serializers import the transitions, which import the models: too early while apps are loading.
    from apps.bookings.serializers.history import BookingFilterSerializer

    form = BookingFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


BOOKINGS: Final = ExportKind(name="bookings", check=_check, table=_table)
