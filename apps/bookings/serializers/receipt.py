"""A receipt, as the page and a program read it; the PDF says the same."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.choices import DistanceSource, PaymentMode, Status
from apps.bookings.receipt.facts import Receipt
from apps.bookings.serializers.parts import SpotSerializer, spot
from apps.core.fields import AmountField
from apps.fares.serializers import FareLineSerializer


class ReceiptFormatSerializer(serializers.Serializer[Any]):
    format = serializers.ChoiceField(choices=["json", "pdf"], default="json")


class ReceiptCompanySerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    website = serializers.CharField()
    contact_email = serializers.CharField()


class ReceiptCurrencySerializer(serializers.Serializer[Any]):
    symbol = serializers.CharField()
    code = serializers.CharField()
    decimal = serializers.IntegerField(help_text="As agreed when the trip was booked.")
    swipe_symbol = serializers.BooleanField()


class ReceiptPersonSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    contact = serializers.CharField(help_text="Empty to those who have no need to call.")


class ReceiptPaymentSerializer(serializers.Serializer[Any]):
    mode = serializers.ChoiceField(choices=PaymentMode.choices)
    amount = AmountField()


class ReceiptSerializer(serializers.Serializer[Receipt]):
    id = serializers.IntegerField(source="booking.pk")
    reference = serializers.CharField(source="booking.reference")
    status = serializers.ChoiceField(choices=Status.choices, source="booking.status")
    company = ReceiptCompanySerializer()
    currency = ReceiptCurrencySerializer()
    time_zone = serializers.CharField()

    customer = ReceiptPersonSerializer()
    driver = ReceiptPersonSerializer()
    vehicle = serializers.CharField()
    car_type_name = serializers.CharField(source="booking.car_type_name")
    app_category = serializers.CharField(source="booking.app_category")
    delivery_person = serializers.CharField(source="booking.delivery_person")

    pickup = serializers.SerializerMethodField()
    drop = serializers.SerializerMethodField()
    booked_at = serializers.DateTimeField(source="booking.created_at")
    trip_date = serializers.DateTimeField(source="booking.trip_date")
    started_at = serializers.DateTimeField(source="booking.trip_start_time", allow_null=True)
    ended_at = serializers.DateTimeField(source="booking.trip_end_time", allow_null=True)
    paid_at = serializers.DateTimeField(allow_null=True)
    distance_km = serializers.FloatField(source="booking.distance_km", allow_null=True)
    estimate_distance_km = serializers.FloatField(source="booking.estimate_distance_km")
    charged_distance_km = serializers.FloatField(
        source="booking.charged_distance_km", help_text="The one that the fare names."
    )
    distance_source = serializers.SerializerMethodField()
    total_trip_time = serializers.IntegerField(
        source="booking.total_trip_time", allow_null=True, help_text="Seconds from start to reach."
    )
    estimate_duration_seconds = serializers.IntegerField(source="booking.estimate_duration_seconds")

    breakdown = serializers.SerializerMethodField()
    fare_is_fixed = serializers.BooleanField(
        source="booking.fare_is_fixed", help_text="The quoted fare stood; another one was measured."
    )
    trip_cost = AmountField(
        source="booking.charged_amount",
        help_text="What was charged: the fare, or the fee of a cancelled booking.",
    )
    cancellation_fee = AmountField(
        source="booking.cancellation_fee", help_text="What was paid of the fee of a cancelled booking."
    )
    cancellation_fee_owed = AmountField(source="booking.cancellation_fee_owed")
    cancellation_fee_written_off = AmountField(source="booking.cancellation_fee_written_off")
    discount = AmountField()
    promo_name = serializers.CharField()
    payable_amount = AmountField()
    customer_paid = AmountField(source="booking.customer_paid")
    owed_amount = AmountField(
        source="booking.owed_amount", help_text="Fees of earlier bookings that were paid with it."
    )
    paid_by = ReceiptPaymentSerializer(many=True)
    charged_later_amount = AmountField(
        source="charged_later", help_text="To the rider's wallet, when staff raised the paid fare."
    )
    refunded_amount = AmountField(source="refunded", help_text="To the rider's wallet, after it was paid.")
    tip_amount = AmountField(source="booking.tip_amount", help_text="To the driver, beside the fare.")
    adjustment_reason = serializers.CharField(
        source="booking.adjustment_reason", help_text="Why staff changed the fare; empty if they did not."
    )
    gateway = serializers.CharField(source="booking.gateway")
    gateway_label = serializers.CharField(help_text="What people call the gateway.")
    may_be_emailed = serializers.BooleanField(help_text="To the reader, on request.")

    @extend_schema_field(FareLineSerializer(many=True))
    def get_breakdown(self, receipt: Receipt) -> Any:
        """Empty for a cancelled booking: only its fee was charged."""
        return FareLineSerializer([] if receipt.is_cancelled else receipt.booking.breakdown, many=True).data

    @extend_schema_field(SpotSerializer)
    def get_pickup(self, receipt: Receipt) -> Any:
        booking = receipt.booking
        return spot(booking.pickup_lat, booking.pickup_lng, booking.pickup_add)

    @extend_schema_field(SpotSerializer)
    def get_drop(self, receipt: Receipt) -> Any:
        booking = receipt.booking
        return spot(booking.drop_lat, booking.drop_lng, booking.drop_add)

    @extend_schema_field(serializers.ChoiceField(choices=DistanceSource.choices, allow_null=True))
    def get_distance_source(self, receipt: Receipt) -> str | None:
        return receipt.booking.distance_source or None


class ReceiptEmailSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(help_text="Where it goes.")
