"""The list of quotes, and its file."""

from decimal import Decimal
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.fields import DayOrTimeField
from apps.core.paging.filters import BLANK, OPTIONAL, FilterSet
from apps.exports.lists import ListSpec
from apps.exports.registry import Column
from apps.geo.geometry.cells import cell_of
from apps.recording.choices import Requester
from apps.recording.models import QuoteRecord
from apps.recording.serializers import QuoteSerializer

PERMISSION: Final = staff_may_use(Area.TARIFFS)


class QuoteFilters(FilterSet):
    search = serializers.CharField(max_length=80, help_text="The name of the pickup or drop-off.", **BLANK)
    requester = serializers.ChoiceField(choices=Requester.choices, **BLANK)
    taken = serializers.BooleanField(help_text="Whether a booking was made from it.", **OPTIONAL)
    from_ = DayOrTimeField(help_text="The earliest time or day.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Before this time, or on this day at the latest.", **OPTIONAL)
    orderings = ("-at", "at")
    lookups: ClassVar = {"requester": "requester", "from": "at__gte", "to": "at__lt"}

    def filter_search(self, quotes: QuerySet[QuoteRecord], search: str) -> QuerySet[QuoteRecord]:
        return quotes.filter(pickup_name__icontains=search) | quotes.filter(drop_name__icontains=search)

    def filter_taken(self, quotes: QuerySet[QuoteRecord], taken: bool) -> QuerySet[QuoteRecord]:
        return quotes.filter(booking__isnull=not taken)


def _quotes(user: User, query: QuoteFilters) -> QuerySet[QuoteRecord]:
    return query.apply(QuoteRecord.objects.select_related("booking").defer("booking__rates"))


def _lat(cell: str) -> Decimal:
    return Decimal(f"{cell_of(cell).centre.lat:.5f}")


def _lng(cell: str) -> Decimal:
    return Decimal(f"{cell_of(cell).centre.lng:.5f}")


def _prices(quote: QuoteRecord) -> str:
    return ", ".join(f"{option['name']} {option['price']}" for option in quote.options)


def _surge(quote: QuoteRecord) -> str:
    factors = [f"{option['name']} {option['surge']}" for option in quote.options if option["surge"]]
    return ", ".join(factors)


QUOTES: Final[ListSpec[Any, QuoteFilters]] = ListSpec(
    name="quotes",
    path="quotes/",
    operation_id="quotes_list",
    routed=True,
    description="The prices that clients got, with rounded places and the booking if one was made.",
    permission=PERMISSION,
    filters=QuoteFilters,
    rows=_quotes,
    row=QuoteSerializer,
    columns=lambda user, query: [
        Column("at", _("Time"), lambda row: row.at),
        Column("requester", pgettext_lazy("quote", "Requested by"), lambda row: row.get_requester_display()),
        Column("pickup", _("Pickup"), lambda row: row.pickup_name),
        Column("pickup_lat", _("Pickup latitude"), lambda row: _lat(row.pickup_cell)),
        Column("pickup_lng", _("Pickup longitude"), lambda row: _lng(row.pickup_cell)),
        Column("drop", _("Drop-off"), lambda row: row.drop_name),
        Column("drop_lat", _("Drop-off latitude"), lambda row: _lat(row.drop_cell)),
        Column("drop_lng", _("Drop-off longitude"), lambda row: _lng(row.drop_cell)),
        Column("stops", _("Stops"), lambda row: row.stop_count),
        Column("for_later", _("Scheduled"), lambda row: row.for_later),
        Column("distance_km", _("Distance (km)"), lambda row: row.distance_km),
        Column("duration_seconds", _("Duration (seconds)"), lambda row: row.duration_seconds),
        Column("currency", _("Currency"), lambda row: row.currency),
        Column("prices", _("Prices"), _prices),
        Column("surge", pgettext_lazy("quote", "Surge"), _surge),
        Column("booking", _("Booking"), lambda row: row.booking.reference if row.booking else ""),
    ],
)
