"""The shapes of quotes and presence."""

from typing import Any

from rest_framework import serializers

from apps.core.fields import AmountField
from apps.recording.choices import Requester
from apps.recording.models import QuoteRecord


class QuotedOptionSerializer(serializers.Serializer[Any]):
    car_type = serializers.IntegerField()
    name = serializers.CharField()
    price = AmountField()
    surge = serializers.DecimalField(
        max_digits=4, decimal_places=2, allow_null=True, help_text="Null at the usual price."
    )
    eta_seconds = serializers.IntegerField(allow_null=True)
    drivers = serializers.IntegerField(help_text="Free drivers near the pickup.")


class QuotedBookingSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    reference = serializers.CharField()


class QuoteSerializer(serializers.Serializer[QuoteRecord]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    requester = serializers.ChoiceField(choices=Requester.choices)
    pickup_name = serializers.CharField(
        help_text="The taxi rank, zone or settlement; blank without one. Never an address."
    )
    drop_name = serializers.CharField()
    stop_count = serializers.IntegerField()
    for_later = serializers.BooleanField(help_text="For a scheduled trip.")
    distance_km = serializers.FloatField()
    duration_seconds = serializers.IntegerField()
    currency = serializers.CharField()
    options = QuotedOptionSerializer(many=True)
    booking = QuotedBookingSerializer(allow_null=True, help_text="Null if the quote was not taken.")


class QuoteNumbersSerializer(serializers.Serializer[Any]):
    quotes = serializers.IntegerField(allow_null=True, help_text="Null with too few riders.")
    taken = serializers.IntegerField(allow_null=True, help_text="Quotes from which a booking was made.")
    conversion = serializers.FloatField(
        allow_null=True, help_text="Taken quotes in percent; null without quotes and with too few riders."
    )


class QuotedHourSerializer(QuoteNumbersSerializer):
    hour = serializers.IntegerField(help_text="Of the day, in the platform's time zone.")


class QuotedAreaSerializer(QuoteNumbersSerializer):
    id = serializers.CharField()
    name = serializers.CharField()
    lat = serializers.FloatField(help_text="The middle of the cell.")
    lng = serializers.FloatField()


class QuotedCarTypeSerializer(QuoteNumbersSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()


class QuoteSummarySerializer(serializers.Serializer[Any]):
    recording = serializers.BooleanField(help_text="The setting record_quotes.")
    total = QuoteNumbersSerializer()
    hours = QuotedHourSerializer(many=True)
    areas = QuotedAreaSerializer(
        many=True, help_text="The busiest cells of 500 m of pickups, without those with too few riders."
    )
    car_types = QuotedCarTypeSerializer(many=True, help_text="Their quotes are those that showed them.")


class PresenceDaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    free_seconds = serializers.IntegerField()
    busy_seconds = serializers.IntegerField(help_text="On a trip.")


class PresenceWeekSerializer(serializers.Serializer[Any]):
    week = serializers.DateField(help_text="The Monday.")
    is_current = serializers.BooleanField(help_text="The week is the current one.")
    recording = serializers.BooleanField(help_text="The setting record_presence.")
    free_seconds = serializers.IntegerField()
    busy_seconds = serializers.IntegerField()
    utilisation = serializers.FloatField(
        allow_null=True, help_text="The time on trips in percent of the time online; null if never online."
    )
    days = PresenceDaySerializer(many=True)
