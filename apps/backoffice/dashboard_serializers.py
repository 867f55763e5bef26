"""Serializers of the dashboard's chart and alerts."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.backoffice.alerts import KINDS
from apps.backoffice.earnings_serializers import StretchSerializer
from apps.backoffice.metrics import MAX_PERIODS, last_days, periods
from apps.bookings.day_totals import GROUPS, Period
from apps.core.fields import AmountField


class ChartQuerySerializer(StretchSerializer):
    """Days in the platform's time zone; by default the last thirty."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        month = last_days()
        if attrs["from"] is None and attrs["to"] is None:
            attrs["from"] = month.since
        attrs = super().validate(attrs)
        span = Period(since=attrs["from"], until=attrs["to"], group=attrs["group"])
        if (span.until - span.since).days > MAX_PERIODS and len(periods(span)) > MAX_PERIODS:
            raise serializers.ValidationError({"from": _("Choose a shorter time or longer periods.")})
        return attrs


class ChartRowSerializer(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField()
    convenience_fees = AmountField(allow_null=True, help_text="Amounts are null without permission.")
    gross = AmountField(allow_null=True, help_text="Trip cost and cancellation fees.")
    driver_share = AmountField(allow_null=True)
    rides = serializers.IntegerField(help_text="Paid bookings.")
    cancelled = serializers.IntegerField()
    drivers = serializers.IntegerField(help_text="Number of drivers on the busiest day.")
    new_riders = serializers.IntegerField()
    new_drivers = serializers.IntegerField()


class ChartSerializer(serializers.Serializer[Any]):
    group = serializers.ChoiceField(choices=GROUPS)
    results = ChartRowSerializer(many=True, help_text="Every period, earliest first.")


class AlertSerializer(serializers.Serializer[Any]):
    """One case; the ids link to the booking or the person."""

    name = serializers.CharField()
    reference = serializers.CharField(help_text="Reference of the booking or payment; may be empty.")
    at = serializers.CharField(help_text="The time or day of the case.")
    booking_id = serializers.IntegerField(allow_null=True)
    person_id = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(help_text="A number plate, car type, document type or gateway.")
    actions = serializers.ListField(
        child=serializers.CharField(), help_text="Actions available on the booking: assign, search."
    )


class AlertCasesSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS)
    urgent = serializers.BooleanField(help_text="Needs an admin at once.")
    count = serializers.IntegerField(help_text="At most 100, which means 100 or more.")
    ids = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Ids of the counted cases, to recognise new ones.",
    )
    results = AlertSerializer(many=True, help_text="The first five.")


class AlertsSerializer(serializers.Serializer[Any]):
    results = AlertCasesSerializer(many=True, help_text="Kinds with cases, most urgent first.")
