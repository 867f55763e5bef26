"""The receipt as JSON, with the same data as the PDF."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.cancellation.fees import explanation_of_fee
from apps.bookings.choices import DistanceSource, PaymentMode, Status
from apps.bookings.receipt.facts import Receipt
from apps.bookings.serializers.parts import SpotSerializer, StopSerializer, booked_stops, spot
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
    decimal = serializers.IntegerField(help_text="As agreed at booking.")
    swipe_symbol = serializers.BooleanField()


class ReceiptPersonSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    contact = serializers.CharField(help_text="Empty if the reader may not see it.")


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
    stops = serializers.SerializerMethodField(help_text="The places between pickup and drop, in order.")
    return_wait_minutes = serializers.IntegerField(
        source="booking.return_wait_minutes", allow_null=True, help_text="Only for round trips."
    )
    hire_minutes = serializers.IntegerField(
        source="booking.hire_minutes", allow_null=True, help_text="By the hour: how long; else null."
    )
    booked_at = serializers.DateTimeField(source="booking.created_at")
    trip_date = serializers.DateTimeField(source="booking.trip_date")
    started_at = serializers.DateTimeField(source="booking.trip_start_time", allow_null=True)
    ended_at = serializers.DateTimeField(source="booking.trip_end_time", allow_null=True)
    paid_at = serializers.DateTimeField(allow_null=True)
    distance_km = serializers.FloatField(source="booking.distance_km", allow_null=True)
    estimate_distance_km = serializers.FloatField(source="booking.estimate_distance_km")
    charged_distance_km = serializers.FloatField(
        source="booking.charged_distance_km", help_text="The distance that the fare is based on."
    )
    distance_source = serializers.SerializerMethodField()
    total_trip_time = serializers.IntegerField(
        source="booking.total_trip_time", allow_null=True, help_text="Seconds from start to end."
    )
    estimate_duration_seconds = serializers.IntegerField(source="booking.estimate_duration_seconds")

    breakdown = serializers.SerializerMethodField()
    fare_is_fixed = serializers.BooleanField(
        source="booking.fare_is_fixed", help_text="The quoted fare was final; otherwise it was measured."
    )
    trip_cost = AmountField(
        source="booking.charged_amount",
        help_text="The fare, or the fee of a cancelled booking.",
    )
    cancellation_fee = AmountField(
        source="booking.cancellation_fee", help_text="The part of the cancellation fee that was paid."
    )
    cancellation_fee_owed = AmountField(source="booking.cancellation_fee_owed")
    cancellation_fee_written_off = AmountField(source="booking.cancellation_fee_written_off")
    cancellation_explanation = serializers.SerializerMethodField(
        help_text="The rule of the tariff that set the fee, in words; empty without one."
    )
    discount = AmountField()
    promo_name = serializers.CharField()
    payable_amount = AmountField()
    customer_paid = AmountField(source="booking.customer_paid")
    owed_amount = AmountField(
        source="booking.owed_amount", help_text="Fees of earlier bookings paid with this one."
    )
    paid_by = ReceiptPaymentSerializer(many=True)
    charged_later_amount = AmountField(
        source="charged_later", help_text="Charged to the wallet when staff raised the paid fare."
    )
    refunded_amount = AmountField(source="refunded", help_text="Refunded to the wallet after the payment.")
    tip_amount = AmountField(source="booking.tip_amount", help_text="In addition to the fare.")
    adjustment_reason = serializers.CharField(
        source="booking.adjustment_reason", help_text="The reason of a fare adjustment; can be empty."
    )
    gateway = serializers.CharField(source="booking.gateway")
    gateway_label = serializers.CharField(help_text="The payment provider's display name.")
    may_be_emailed = serializers.BooleanField(help_text="Whether the reader can request it by email.")

    def get_cancellation_explanation(self, receipt: Receipt) -> str:
        return explanation_of_fee(receipt.booking)

    @extend_schema_field(FareLineSerializer(many=True))
    def get_breakdown(self, receipt: Receipt) -> Any:
        """Return the bill's lines; none for a cancelled booking, which was charged only a fee."""
        return FareLineSerializer([] if receipt.is_cancelled else receipt.booking.breakdown, many=True).data

    @extend_schema_field(SpotSerializer)
    def get_pickup(self, receipt: Receipt) -> Any:
        booking = receipt.booking
        return spot(booking.pickup_lat, booking.pickup_lng, booking.pickup_add)

    @extend_schema_field(SpotSerializer)
    def get_drop(self, receipt: Receipt) -> Any:
        booking = receipt.booking
        return spot(booking.drop_lat, booking.drop_lng, booking.drop_add)

    @extend_schema_field(StopSerializer(many=True))
    def get_stops(self, receipt: Receipt) -> Any:
        return booked_stops(receipt.booking)

    @extend_schema_field(serializers.ChoiceField(choices=DistanceSource.choices, allow_null=True))
    def get_distance_source(self, receipt: Receipt) -> str | None:
        return receipt.booking.distance_source or None


class ReceiptEmailSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(help_text="The address that it is sent to.")
