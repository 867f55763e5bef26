"""Serializers of the earnings reports."""

import base64
import json
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.backoffice.driver_earnings import LATEST_FIRST, ORDERINGS, Place
from apps.backoffice.earnings import last_months
from apps.bookings.day_totals import GROUPS, Period
from apps.core.fields import AmountField
from apps.core.http.json_limits import load_json
from apps.core.paging.filters import OPTIONAL, FilterSet
from apps.core.platform import platform_settings
from apps.core.validation.numbers import parse_amount, parse_whole

MAX_ROWS = 200
YEARS: Final = range(1900, 2201)
"""Accepted years: a period after the last date of Python, in 9999, cannot be calculated."""


class StretchSerializer(FilterSet):
    """A report's range of days in the platform's time zone."""

    from_ = serializers.DateField(
        required=False, default=None, help_text="The first day; by default eleven months ago."
    )
    to = serializers.DateField(required=False, default=None, help_text="The last day; today by default.")
    group = serializers.ChoiceField(choices=GROUPS, required=False, default="month")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        since, until = last_months(platform_settings())
        attrs["from"], attrs["to"] = attrs["from"] or since, attrs["to"] or until
        # Dates near the end of Python's calendar would overflow.
        far = {name: attrs[name] for name in ("from", "to") if attrs[name].year not in YEARS}
        if far:
            raise serializers.ValidationError(dict.fromkeys(far, _("This value isn't allowed.")))
        if attrs["from"] > attrs["to"]:
            raise serializers.ValidationError({"to": _("The end is before the start.")})
        return attrs

    def stretch(self) -> Period:
        """Return the validated range."""
        span = self.validated_data
        return Period(since=span["from"], until=span["to"], group=span["group"])


class DriverFilterSerializer(StretchSerializer):
    driver = serializers.IntegerField(min_value=1, **OPTIONAL)


class DriverStretchSerializer(DriverFilterSerializer):
    """The filters and the page."""

    page_size = serializers.IntegerField(required=False, default=50, min_value=1, max_value=MAX_ROWS)
    cursor = serializers.CharField(required=False, default="", max_length=200)

    ordering = serializers.ChoiceField(
        choices=ORDERINGS, required=False, default=LATEST_FIRST, help_text="Sorting by a sum is slower."
    )

    def validate_cursor(self, value: str) -> Place | None:
        if not value:
            return None
        try:
            day, driver, amount = load_json(base64.urlsafe_b64decode(value).decode())
            value_before = None if amount is None else parse_amount(amount)
            place = Place(period=date.fromisoformat(day), driver_id=parse_whole(driver), value=value_before)
        except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
            raise serializers.ValidationError(_("Invalid cursor")) from error
        if not 0 < place.driver_id < 2**63:
            raise serializers.ValidationError(_("Invalid cursor"))
        return place


def cursor_after(place: Place) -> str:
    """The position of a row."""
    value = None if place.value is None else f"{place.value:f}"
    return base64.urlsafe_b64encode(json.dumps([f"{place.period}", place.driver_id, value]).encode()).decode()


class _PeriodSerializer(serializers.Serializer[Any]):
    """The label of a period and its days in the range."""

    year = serializers.IntegerField()
    month = serializers.IntegerField(allow_null=True, help_text="Null in rows by year.")
    day = serializers.DateField(
        allow_null=True, help_text="The day, or the first day of the week; otherwise null."
    )
    since = serializers.DateField(help_text="With `until`, the settled_from and settled_to of its bookings.")
    until = serializers.DateField()


class _SumsSerializer(serializers.Serializer[Any]):
    rides = serializers.IntegerField(help_text="Bookings that are PAID or COMPLETE.")
    gross = AmountField(help_text="Trip cost and cancellation fees.")
    trip_cost = AmountField()
    driver_share = AmountField()
    cancellation_fees = AmountField(help_text="Cancelled bookings, which are not rides.")
    convenience_fees = AmountField()
    discount = AmountField()
    tips = AmountField(help_text="Paid to the drivers in addition to shares, on the day of the tip.")
    profit = AmountField(help_text="Convenience fees minus discounts.")


class EarningsTotalsSerializer(_SumsSerializer):
    pass


class EarningsRowSerializer(_PeriodSerializer, _SumsSerializer):
    pass


class _ReportSerializer(serializers.Serializer[Any]):
    group = serializers.ChoiceField(choices=GROUPS)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {"from": serializers.DateField(), "to": serializers.DateField()} | super().get_fields()


class EarningsReportSerializer(_ReportSerializer):
    totals = EarningsTotalsSerializer()
    written_off = AmountField(
        help_text="Fares written off by staff; borne by the company and not included in profit."
    )
    results = EarningsRowSerializer(many=True)


class EarningDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class DriverEarningsTotalsSerializer(serializers.Serializer[Any]):
    rides = serializers.IntegerField()
    driver_share = AmountField()
    tips = AmountField()


class DriverEarningsRowSerializer(_PeriodSerializer):
    driver = EarningDriverSerializer()
    vehicle_number = serializers.CharField(help_text="The latest in the period.")
    rides = serializers.IntegerField()
    driver_share = AmountField()
    tips = AmountField()


class DriverEarningsReportSerializer(_ReportSerializer):
    driver = EarningDriverSerializer(
        allow_null=True, help_text="The driver filtered by; null without a filter."
    )
    totals = DriverEarningsTotalsSerializer(help_text="Totals of all pages.")
    next = serializers.CharField(allow_null=True)
    results = DriverEarningsRowSerializer(many=True)
