"""The dashboard's chart and alerts."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.backoffice.alerts import KINDS
from apps.backoffice.earnings_serializers import StretchSerializer
from apps.backoffice.metrics import MOST_PERIODS, last_days, periods
from apps.bookings.day_totals import GROUPS, Stretch
from apps.core.fields import AmountField


class ChartQuerySerializer(StretchSerializer):
    """Days of the platform's calendar; the last thirty where none are named."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        month = last_days()
        if attrs["from"] is None and attrs["to"] is None:
            attrs["from"] = month.since
        attrs = super().validate(attrs)
        asked = Stretch(since=attrs["from"], until=attrs["to"], group=attrs["group"])
        if (asked.until - asked.since).days > MOST_PERIODS and len(periods(asked)) > MOST_PERIODS:
            raise serializers.ValidationError({"from": _("Choose a shorter time or longer periods.")})
        return attrs


class ChartRowSerializer(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField()
    convenience_fees = AmountField()
    gross = AmountField(help_text="Trip cost and cancellation fees.")
    driver_share = AmountField()
    rides = serializers.IntegerField(help_text="Bookings that were paid.")
    cancelled = serializers.IntegerField()
    drivers = serializers.IntegerField(help_text="How many drove, on the busiest day.")
    new_riders = serializers.IntegerField()
    new_drivers = serializers.IntegerField()


class ChartSerializer(serializers.Serializer[Any]):
    group = serializers.ChoiceField(choices=GROUPS)
    results = ChartRowSerializer(many=True, help_text="Without a gap, the earliest first.")


class AlertSerializer(serializers.Serializer[Any]):
    """One case; ids lead to the booking or the person."""

    name = serializers.CharField()
    reference = serializers.CharField(help_text="Of the booking or the payment; may be empty.")
    at = serializers.CharField(help_text="The moment, or the day, that it is about.")
    booking_id = serializers.IntegerField(allow_null=True)
    person_id = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(help_text="A plate, a car type, a kind of paper, a gateway.")
    actions = serializers.ListField(
        child=serializers.CharField(), help_text="What can be done about the booking at once: assign, search."
    )


class AlertCasesSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS)
    urgent = serializers.BooleanField(help_text="A person is needed at once.")
    count = serializers.IntegerField(help_text="100: so many, or more.")
    ids = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Of the cases that are counted: a new one is one that was not there before.",
    )
    results = AlertSerializer(many=True, help_text="The first five.")


class AlertsSerializer(serializers.Serializer[Any]):
    results = AlertCasesSerializer(many=True, help_text="Kinds with cases, the most urgent first.")
