"""What people send about a booking."""

from typing import Any

from rest_framework import serializers

from apps.bookings.choices import PaymentMode
from apps.core.fields import AmountField, PlatformTimeField
from apps.fares.serializers import PromoNameField


class CreateBookingSerializer(serializers.Serializer[Any]):
    quote_id = serializers.CharField(max_length=4000)
    payment_mode = serializers.ChoiceField(choices=PaymentMode.choices, default=PaymentMode.CASH)
    customer_id = serializers.IntegerField(required=False, help_text="The rider whom an admin books for.")
    promo_name = PromoNameField(required=False, allow_blank=True, default="")
    book_later = serializers.BooleanField(default=False, help_text="Implied by a trip_date.")
    trip_date = PlatformTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="When the trip is; without an offset, by the platform's own clock. None: now.",
    )

    delivery_person = serializers.CharField(
        required=False, allow_blank=True, max_length=120, default="", help_text="Who receives a delivery."
    )
    delivery_person_phone = serializers.CharField(
        required=False, allow_blank=True, max_length=40, default="", help_text="Of deliveries, required."
    )
    pickup_instructions = serializers.CharField(
        required=False, allow_blank=True, max_length=500, default="", help_text="Of deliveries."
    )
    delivery_instructions = serializers.CharField(
        required=False, allow_blank=True, max_length=500, default="", help_text="Of deliveries."
    )


class StartSerializer(serializers.Serializer[Any]):
    otp = serializers.CharField(required=False, allow_blank=True, max_length=10, default="")


class ReachSerializer(StartSerializer):
    """A delivery's code is asked at its end."""


class PaySerializer(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=[PaymentMode.WALLET])


class ApplyPromoSerializer(serializers.Serializer[Any]):
    promo_name = PromoNameField()


class CancelPreviewSerializer(serializers.Serializer[Any]):
    fee = AmountField(help_text="What the rider's wallet would pay for cancelling now.")
    refund = AmountField(help_text="What was paid already, and would come back to the wallet.")
    minutes = serializers.IntegerField(help_text="Whole ones since a driver accepted; 0 before.")


class CompleteSerializer(serializers.Serializer[Any]):
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=5)
    feedback = serializers.CharField(required=False, allow_blank=True, max_length=1000, default="")


class CancelSerializer(serializers.Serializer[Any]):
    reason_value = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=250, default="")


class SearchSerializer(serializers.Serializer[Any]):
    action = serializers.ChoiceField(
        choices=["wait", "widen"], help_text="wait: the same drivers again; widen: also from farther away."
    )


class AssignSerializer(serializers.Serializer[Any]):
    driver_id = serializers.IntegerField()


class ForceEndSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=250)
