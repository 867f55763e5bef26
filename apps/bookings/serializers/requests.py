"""Serializers of requests to bookings."""

from typing import Any

from rest_framework import serializers

from apps.bookings.choices import CHOSEN_MODES, RECORDED_MODES, PaymentMode
from apps.bookings.timing import MAX_WIDENINGS
from apps.core.fields import AmountField, PlatformTimeField
from apps.core.money import MOST_MONEY
from apps.fares.estimates.quotes import MAX_LENGTH
from apps.fares.serializers import (
    ChildrenField,
    ChildSeatsField,
    FareLineSerializer,
    HireMinutesField,
    LuggageField,
    PassengersField,
    PromoNameField,
    ReturnWaitField,
    TripEndSerializer,
)


class CreateBookingSerializer(serializers.Serializer[Any]):
    quote_id = serializers.CharField(max_length=MAX_LENGTH)
    payment_mode = serializers.ChoiceField(
        choices=CHOSEN_MODES, default=PaymentMode.CASH, help_text="The payment method that the rider prefers."
    )
    payment_provider = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=30,
        default="",
        help_text="For a card: the payment provider that the rider prefers.",
    )
    customer_id = serializers.IntegerField(required=False, help_text="The rider, if an admin books.")
    promo_name = PromoNameField(required=False, allow_blank=True, default="")
    book_later = serializers.BooleanField(default=False, help_text="Implied by a trip_date.")
    trip_date = PlatformTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The time of the trip; without an offset, in the platform's time zone. Null: now.",
    )

    search_widened = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_WIDENINGS,
        help_text="By how many driver radii the search is widened, if no driver is nearby.",
    )
    delivery_person = serializers.CharField(
        required=False, allow_blank=True, max_length=120, default="", help_text="The recipient of a delivery."
    )
    delivery_person_phone = serializers.CharField(
        required=False, allow_blank=True, max_length=40, default="", help_text="Required for a delivery."
    )
    pickup_instructions = serializers.CharField(
        required=False, allow_blank=True, max_length=500, default="", help_text="For a delivery."
    )
    delivery_instructions = serializers.CharField(
        required=False, allow_blank=True, max_length=500, default="", help_text="For a delivery."
    )


class PhoneReportSerializer(serializers.Serializer[Any]):
    """The phone's report about an action that may have waited for a connection."""

    at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The time of the action, by the phone's clock.",
    )
    points_waiting = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=100_000,
        help_text="Positions recorded by then that the server had not acknowledged.",
    )
    last_point_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="The time of the last of these positions."
    )


class StartSerializer(PhoneReportSerializer):
    otp = serializers.CharField(required=False, allow_blank=True, max_length=10, default="")


class StopActionSerializer(PhoneReportSerializer):
    stop = serializers.IntegerField(min_value=1, max_value=100, help_text="Its number on the trip, from 1.")
    stop_id = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        help_text="The stop that the driver saw; stop_not_next or not_at_stop if it has been replaced.",
    )


class ReachSerializer(StartSerializer):
    """A delivery requires the code at its end."""


class ShownAmountSerializer(serializers.Serializer[Any]):
    amount = AmountField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The amount that the user saw; rejected with amount_changed if it has changed.",
    )


class PaySerializer(ShownAmountSerializer):
    method = serializers.ChoiceField(choices=[PaymentMode.WALLET])


class ApplyPromoSerializer(serializers.Serializer[Any]):
    promo_name = PromoNameField()


class CancelPreviewSerializer(serializers.Serializer[Any]):
    optional_in_replies = ("explanation",)

    fee = AmountField(help_text="The fee of cancelling now.")
    owed = AmountField(
        help_text="The part of the fee that exceeds the wallet balance; the rider would owe it."
    )
    refund = AmountField(help_text="The payments that would be refunded to the wallet.")
    minutes = serializers.IntegerField(help_text="Whole minutes since a driver accepted; 0 before.")
    explanation = serializers.CharField(
        required=False, help_text="The rule of the tariff in words; absent if none set the fee."
    )

    def to_representation(self, instance: Any) -> Any:
        shown = super().to_representation(instance)
        if not shown["explanation"]:
            del shown["explanation"]
        return shown


class CompleteSerializer(serializers.Serializer[Any]):
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=5)
    feedback = serializers.CharField(required=False, allow_blank=True, max_length=1000, default="")


class RateRiderSerializer(serializers.Serializer[Any]):
    rating = serializers.IntegerField(min_value=1, max_value=5)


class CancelSerializer(serializers.Serializer[Any]):
    reason_value = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=250, default="")
    fee = AmountField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The fee that the user saw; any other is rejected.",
    )


class NoShowSerializer(serializers.Serializer[Any]):
    fee = AmountField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The fee that the user saw; any other is rejected.",
    )


class SearchSerializer(serializers.Serializer[Any]):
    action = serializers.ChoiceField(
        choices=["wait", "widen"], help_text="wait: the same radius again; widen: a larger radius."
    )


class BookLaterSerializer(serializers.Serializer[Any]):
    trip_date = PlatformTimeField(
        help_text="The time of the trip; without an offset, in the platform's time zone."
    )


class AssignSerializer(serializers.Serializer[Any]):
    driver_id = serializers.IntegerField()


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(required=False, allow_blank=True, max_length=250, default="")


class HoldSerializer(ReasonSerializer):
    until = PlatformTimeField(
        help_text="When the driver search continues; without an offset, in the platform's time zone."
    )


class RecordPaymentSerializer(ReasonSerializer, ShownAmountSerializer):
    payment_mode = serializers.ChoiceField(
        choices=RECORDED_MODES,
        default=PaymentMode.CASH,
        help_text="cash: paid to the driver; other: paid to the company, such as by bank transfer.",
    )


class ReassignSerializer(ReasonSerializer):
    driver_id = serializers.IntegerField()


class AdjustFareSerializer(ReasonSerializer):
    trip_cost = AmountField(max_value=MOST_MONEY, help_text="The new fare, including the convenience fee.")
    keep_driver_share = serializers.BooleanField(
        default=False, help_text="Keep the driver's share; otherwise it is recalculated from the new fare."
    )


class RefundSerializer(ReasonSerializer):
    amount = AmountField(max_value=MOST_MONEY)
    from_driver = serializers.BooleanField(
        default=False, help_text="Charge the driver's wallet instead of the platform's."
    )
    paid_outside = serializers.BooleanField(
        default=False,
        help_text="The rider's account is deleted, and the rider was refunded outside the app.",
    )


class EditBookingSerializer(serializers.Serializer[Any]):
    revision = serializers.CharField(max_length=40, help_text="The revision of the booking that staff saw.")
    version = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="Its version. booking_changed then says in `fields` what has changed since, and by whom.",
    )
    quote_id = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_LENGTH,
        default="",
        help_text="From the preview; empty if places, party, car type and parcel do not change.",
    )
    trip_date = PlatformTimeField(
        required=False,
        allow_null=True,
        help_text="The new time; null: now. Without it, the time does not change.",
    )
    charged = AmountField(
        required=False, help_text="As shown in the preview; rejected with amount_changed if it has changed."
    )
    left_to_pay = AmountField(required=False, help_text="As shown in the preview.")


class PreviewEditSerializer(serializers.Serializer[Any]):
    """Missing fields do not change."""

    pickup = TripEndSerializer(required=False)
    drop = TripEndSerializer(
        required=False, help_text="The destination; of a round trip, where the driver waits."
    )
    stops = TripEndSerializer(
        many=True, required=False, help_text="All places between pickup and drop, in order; can be empty."
    )
    car_type_id = serializers.IntegerField(required=False, min_value=1)
    parcel_type_id = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="For a delivery; null: none."
    )
    option_id = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    passengers = PassengersField()
    luggage = LuggageField()
    children = ChildrenField()
    child_seats = ChildSeatsField()
    return_wait_minutes = ReturnWaitField()
    hire_minutes = HireMinutesField()
    trip_date = PlatformTimeField(required=False, allow_null=True, help_text="The new time; null: now.")


class ChangedPriceSerializer(serializers.Serializer[Any]):
    """The price of a booking before and after a change, and what happens to a prepayment."""

    previous_payable_amount = AmountField()
    payable_amount = AmountField()
    difference = AmountField(help_text="Between the payable amounts; negative if it costs less.")
    discount = AmountField()
    promo_falls_away = serializers.BooleanField()
    charged = AmountField(help_text="Prepaid: charged to the rider's wallet at once.")
    refunded = AmountField(help_text="Prepaid: refunded to the rider's wallet at once.")
    left_to_pay = AmountField(help_text="Prepaid: exceeds the wallet balance, to be paid at the end.")
    estimate_distance_km = serializers.FloatField()
    estimate_duration_seconds = serializers.IntegerField()
    route_polyline = serializers.CharField()
    breakdown = FareLineSerializer(many=True)
    search_restarts = serializers.BooleanField()


class EditPreviewSerializer(ChangedPriceSerializer):
    revision = serializers.CharField()
    quote_id = serializers.CharField(help_text="Empty if only the time changes, which keeps the price.")
    expires_at = serializers.DateTimeField(allow_null=True)
    previous_trip_cost = AmountField()
    trip_cost = AmountField()
    drivers_nearby = serializers.IntegerField(allow_null=True)
    driver_released = serializers.BooleanField(help_text="The driver no longer fits and will be free.")


class PreviewStopsSerializer(serializers.Serializer[Any]):
    stops = TripEndSerializer(
        many=True,
        help_text="All stops in order; those that the car has reached come first, unchanged. Can be empty.",
    )


class ChangeStopsSerializer(serializers.Serializer[Any]):
    quote_id = serializers.CharField(max_length=MAX_LENGTH, help_text="From the preview.")


class StopsPreviewSerializer(ChangedPriceSerializer):
    quote_id = serializers.CharField()
    expires_at = serializers.DateTimeField()
    previous_distance_km = serializers.FloatField()
    previous_duration_seconds = serializers.IntegerField()


class TipSerializer(serializers.Serializer[Any]):
    """Either an amount or a percentage."""

    amount = AmountField(required=False, allow_null=True, default=None, max_value=MOST_MONEY)
    percent = serializers.DecimalField(
        max_digits=7,
        decimal_places=4,
        min_value=0,
        max_value=100,
        required=False,
        allow_null=True,
        default=None,
        help_text="Of the fare before a discount; the server calculates the amount.",
    )


class ForceEndSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=250)
