"""What people send about a booking."""

from typing import Any

from rest_framework import serializers

from apps.bookings.choices import CHOSEN_MODES, RECORDED_MODES, PaymentMode
from apps.bookings.timing import WIDEST
from apps.core.fields import AmountField, PlatformTimeField
from apps.core.money import MOST_MONEY
from apps.fares.serializers import FareLineSerializer, PromoNameField, TripEndSerializer


class CreateBookingSerializer(serializers.Serializer[Any]):
    quote_id = serializers.CharField(max_length=4000)
    payment_mode = serializers.ChoiceField(
        choices=CHOSEN_MODES, default=PaymentMode.CASH, help_text="How the rider means to pay."
    )
    payment_provider = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=30,
        default="",
        help_text="With card: the payment provider that the rider prefers.",
    )
    customer_id = serializers.IntegerField(required=False, help_text="The rider whom an admin books for.")
    promo_name = PromoNameField(required=False, allow_blank=True, default="")
    book_later = serializers.BooleanField(default=False, help_text="Implied by a trip_date.")
    trip_date = PlatformTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="When the trip is; without an offset, by the platform's own clock. None: now.",
    )

    search_widened = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=WIDEST,
        help_text="How many driver radii farther drivers are searched for, where none is free nearby.",
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


class PhoneReportSerializer(serializers.Serializer[Any]):
    """What a driver's phone says of an action that may have waited for a network."""

    at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="When the driver acted, by the phone's clock.",
    )
    points_waiting = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=100_000,
        help_text="Positions recorded by then that the platform had not acknowledged.",
    )
    last_point_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="The time of the last of them."
    )


class StartSerializer(PhoneReportSerializer):
    otp = serializers.CharField(required=False, allow_blank=True, max_length=10, default="")


class ReachSerializer(StartSerializer):
    """A delivery's code is asked at its end."""


class ShownAmountSerializer(serializers.Serializer[Any]):
    amount = AmountField(
        required=False,
        allow_null=True,
        default=None,
        help_text="To pay, as it was shown: where it has changed, it is refused as amount_changed.",
    )


class PaySerializer(ShownAmountSerializer):
    method = serializers.ChoiceField(choices=[PaymentMode.WALLET])


class ApplyPromoSerializer(serializers.Serializer[Any]):
    promo_name = PromoNameField()


class CancelPreviewSerializer(serializers.Serializer[Any]):
    fee = AmountField(help_text="What cancelling now would cost the rider.")
    owed = AmountField(help_text="The part of it that the wallet does not hold: the rider would owe it.")
    refund = AmountField(help_text="What was paid already, and would come back to the wallet.")
    minutes = serializers.IntegerField(help_text="Whole ones since a driver accepted; 0 before.")


class CompleteSerializer(serializers.Serializer[Any]):
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=5)
    feedback = serializers.CharField(required=False, allow_blank=True, max_length=1000, default="")


class RateRiderSerializer(serializers.Serializer[Any]):
    rating = serializers.IntegerField(min_value=1, max_value=5)


class CancelSerializer(serializers.Serializer[Any]):
    reason_value = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=250, default="")
    fee = AmountField(
        required=False, allow_null=True, default=None, help_text="What was shown: another fee is refused."
    )


class NoShowSerializer(serializers.Serializer[Any]):
    fee = AmountField(
        required=False, allow_null=True, default=None, help_text="What was shown: another fee is refused."
    )


class SearchSerializer(serializers.Serializer[Any]):
    action = serializers.ChoiceField(
        choices=["wait", "widen"], help_text="wait: the same drivers again; widen: also from farther away."
    )


class BookLaterSerializer(serializers.Serializer[Any]):
    trip_date = PlatformTimeField(
        help_text="When the trip is; without an offset, by the platform's own clock."
    )


class AssignSerializer(serializers.Serializer[Any]):
    driver_id = serializers.IntegerField()


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(required=False, allow_blank=True, max_length=250, default="")


class RecordPaymentSerializer(ReasonSerializer, ShownAmountSerializer):
    payment_mode = serializers.ChoiceField(
        choices=RECORDED_MODES,
        default=PaymentMode.CASH,
        help_text="cash: the driver has it; other: the company got it, by bank transfer or the like.",
    )


class ReassignSerializer(ReasonSerializer):
    driver_id = serializers.IntegerField()


class AdjustFareSerializer(ReasonSerializer):
    trip_cost = AmountField(max_value=MOST_MONEY, help_text="The new fare, with the convenience fee.")
    keep_driver_share = serializers.BooleanField(
        default=False, help_text="Leave the driver's share as it was; else it follows from the new fare."
    )


class RefundSerializer(ReasonSerializer):
    amount = AmountField(max_value=MOST_MONEY)
    from_driver = serializers.BooleanField(
        default=False, help_text="Taken back from the driver's wallet instead of the platform's."
    )
    paid_outside = serializers.BooleanField(
        default=False,
        help_text="The rider's account is deleted, and the rider got the money outside the app.",
    )


class EditBookingSerializer(serializers.Serializer[Any]):
    revision = serializers.CharField(max_length=40, help_text="Of the booking that was seen.")
    quote_id = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=4000,
        default="",
        help_text="Of the preview; empty where places, car type and parcel stay.",
    )
    trip_date = PlatformTimeField(
        required=False,
        allow_null=True,
        help_text="The new time; null: now. Left out, the time stays.",
    )
    charged = AmountField(
        required=False, help_text="As the preview showed it: where it is another one by now, nothing changes."
    )
    left_to_pay = AmountField(required=False, help_text="As the preview showed it.")


class PreviewEditSerializer(serializers.Serializer[Any]):
    """Whatever is left out stays as booked."""

    pickup = TripEndSerializer(required=False)
    drop = TripEndSerializer(required=False)
    car_type_id = serializers.IntegerField(required=False, min_value=1)
    parcel_type_id = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="For deliveries; null: none."
    )
    option_id = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    trip_date = PlatformTimeField(required=False, allow_null=True, help_text="The new time; null: now.")


class EditPreviewSerializer(serializers.Serializer[Any]):
    revision = serializers.CharField()
    quote_id = serializers.CharField(help_text="Empty where only the time changes: the price stays.")
    expires_at = serializers.DateTimeField(allow_null=True)
    previous_trip_cost = AmountField()
    trip_cost = AmountField()
    previous_payable_amount = AmountField()
    payable_amount = AmountField()
    difference = AmountField(help_text="Of the payable amounts; below zero it costs less.")
    discount = AmountField()
    promo_falls_away = serializers.BooleanField()
    charged = AmountField(help_text="Paid ahead: charged to the rider's wallet at once.")
    refunded = AmountField(help_text="Paid ahead: refunded to the rider's wallet at once.")
    left_to_pay = AmountField(help_text="Paid ahead: what the wallet lacks, to be paid at the end.")
    estimate_distance_km = serializers.FloatField()
    estimate_duration_seconds = serializers.IntegerField()
    route_polyline = serializers.CharField()
    breakdown = FareLineSerializer(many=True)
    drivers_nearby = serializers.IntegerField(allow_null=True)
    driver_released = serializers.BooleanField(help_text="The driver no longer fits and is free again.")
    search_restarts = serializers.BooleanField()


class TipSerializer(serializers.Serializer[Any]):
    """One of the two."""

    amount = AmountField(required=False, allow_null=True, default=None, max_value=MOST_MONEY)
    percent = serializers.DecimalField(
        max_digits=7,
        decimal_places=4,
        min_value=0,
        max_value=100,
        required=False,
        allow_null=True,
        default=None,
        help_text="Of the fare before a discount; the amount is worked out by the server.",
    )


class ForceEndSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=250)
