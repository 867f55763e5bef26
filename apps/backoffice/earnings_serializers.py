"""Serializers of the earnings reports."""

import base64
import json
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.backoffice.driver_earnings import LATEST_FIRST, ORDERINGS, Place
from apps.backoffice.earnings import last_months
from apps.bookings.day_totals import GROUPS, Stretch
from apps.core.fields import AmountField
from apps.core.json_limits import load_json
from apps.core.numbers import parse_amount, parse_whole
from apps.core.platform import platform_settings

MOST_ROWS = 200
YEARS: Final = range(1900, 2201)
"""Whose days can be reckoned with: Python's calendar ends with the year 9999."""


class StretchSerializer(serializers.Serializer[Any]):
    """A report's query: days of the platform's calendar."""

    group = serializers.ChoiceField(choices=GROUPS, required=False, default="month")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is a word of Python's own.
        days = {
            "from": serializers.DateField(
                required=False, default=None, help_text="The first day; a year's months where none is named."
            ),
            "to": serializers.DateField(
                required=False, default=None, help_text="The last day; today where none is named."
            ),
        }
        return days | super().get_fields()

    def to_internal_value(self, data: Any) -> Any:
        # A field left empty in a form filters nothing.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        since, until = last_months(platform_settings())
        attrs["from"], attrs["to"] = attrs["from"] or since, attrs["to"] or until
        # A calendar ends, and what reckons beyond it fails.
        far = {name: attrs[name] for name in ("from", "to") if attrs[name].year not in YEARS}
        if far:
            raise serializers.ValidationError(dict.fromkeys(far, _("This value isn't allowed.")))
        if attrs["from"] > attrs["to"]:
            raise serializers.ValidationError({"to": _("The end is before the start.")})
        return attrs

    def stretch(self) -> Stretch:
        """What was asked, once it is valid."""
        asked = self.validated_data
        return Stretch(since=asked["from"], until=asked["to"], group=asked["group"])


class DriverFilterSerializer(StretchSerializer):
    driver = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class DriverStretchSerializer(DriverFilterSerializer):
    """The filters and the page."""

    page_size = serializers.IntegerField(required=False, default=50, min_value=1, max_value=MOST_ROWS)
    cursor = serializers.CharField(required=False, default="", max_length=200)

    ordering = serializers.ChoiceField(
        choices=ORDERINGS, required=False, default=LATEST_FIRST, help_text="By a sum: the slower way."
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
    """The name of a row's place."""
    value = None if place.value is None else f"{place.value:f}"
    return base64.urlsafe_b64encode(json.dumps([f"{place.period}", place.driver_id, value]).encode()).decode()


class _PeriodSerializer(serializers.Serializer[Any]):
    """What a row is called, and the days that it counts."""

    year = serializers.IntegerField()
    month = serializers.IntegerField(allow_null=True, help_text="Null in rows of years.")
    day = serializers.DateField(allow_null=True, help_text="The day, or the first of the week; else null.")
    since = serializers.DateField(help_text="With until: settled_from and settled_to of its bookings.")
    until = serializers.DateField()


class _SumsSerializer(serializers.Serializer[Any]):
    rides = serializers.IntegerField(help_text="Bookings that are PAID or COMPLETE.")
    gross = AmountField(help_text="Trip cost and cancellation fees.")
    trip_cost = AmountField()
    driver_share = AmountField()
    cancellation_fees = AmountField(help_text="Of bookings that were cancelled: no rides.")
    convenience_fees = AmountField()
    discount = AmountField()
    tips = AmountField(help_text="To the drivers, beside gross and shares; on the day they were given.")
    profit = AmountField(help_text="Convenience fees less discounts.")


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
    written_off = AmountField(help_text="Of fares, by staff: the company carries it, beside the profit.")
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
    vehicle_number = serializers.CharField(help_text="The latest of the period.")
    rides = serializers.IntegerField()
    driver_share = AmountField()
    tips = AmountField()


class DriverEarningsReportSerializer(_ReportSerializer):
    driver = EarningDriverSerializer(allow_null=True, help_text="Who alone is in it; null where all are.")
    totals = DriverEarningsTotalsSerializer(help_text="Of all pages.")
    next = serializers.CharField(allow_null=True)
    results = DriverEarningsRowSerializer(many=True)
