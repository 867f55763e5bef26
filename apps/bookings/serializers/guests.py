"""A booking for its rider without an account, and its link for staff."""

from collections.abc import Collection
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.choices import ACTIVE, SETTLED, Stage, Status
from apps.bookings.models import Booking
from apps.bookings.privacy import driver_contact_for, otp_for
from apps.bookings.receipt.facts import has_receipt
from apps.bookings.serializers.sharing import SharedTripSerializer
from apps.bookings.state_machine.machine import actions_for
from apps.bookings.state_machine.transitions import Actor
from apps.bookings.trip.stops import stops_of
from apps.core.fields import AmountField
from apps.core.money import ZERO
from apps.core.platform import platform_settings


class GuestLinkSerializer(serializers.Serializer[Any]):
    url = serializers.CharField()


class PassengerLinkSerializer(GuestLinkSerializer):
    qr_code = serializers.CharField(help_text="A data URI.")


class GuestStopSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    add = serializers.CharField()
    reached_at = serializers.DateTimeField(allow_null=True)
    left_at = serializers.DateTimeField(allow_null=True)


class GuestTripSerializer(SharedTripSerializer):
    """Needs a Live as context["live"]. Addresses, code and contact are shown until the booking has ended."""

    reference = serializers.CharField()
    book_later = serializers.BooleanField()
    held_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when staff hold the driver search; null if they do not."
    )
    trip_date = serializers.DateTimeField()
    pickup_address = serializers.SerializerMethodField()
    drop_address = serializers.SerializerMethodField()
    passengers = serializers.IntegerField()
    luggage = serializers.IntegerField(help_text="Large pieces of luggage.")
    children = serializers.IntegerField(help_text="How many of the passengers are children.")
    child_seats = serializers.IntegerField(help_text="How many of them need a child seat.")
    return_wait_minutes = serializers.IntegerField(allow_null=True, help_text="Of a round trip; else null.")
    hire_minutes = serializers.IntegerField(allow_null=True, help_text="By the hour: how long; else null.")
    driver_contact = serializers.SerializerMethodField(help_text="Empty before a driver has accepted.")
    otp = serializers.SerializerMethodField()
    otp_at = serializers.SerializerMethodField(help_text="The driver's action that requires the code.")
    price = serializers.SerializerMethodField(help_text="The estimate, or the fare after the trip.")
    fare_is_fixed = serializers.BooleanField()
    amount_due = serializers.SerializerMethodField(help_text="The amount left to pay after the trip.")
    may_cancel = serializers.SerializerMethodField()
    may_pay = serializers.SerializerMethodField(help_text="Whether the booking can be paid now.")
    has_receipt = serializers.SerializerMethodField()

    def get_pickup_address(self, booking: Booking) -> str:
        return booking.pickup_add if _is_open(booking) else ""

    def get_drop_address(self, booking: Booking) -> str:
        return booking.drop_add if _is_open(booking) else ""

    @extend_schema_field(GuestStopSerializer(many=True))
    def get_stops(self, booking: Booking) -> Any:
        return GuestStopSerializer(stops_of(booking) if _is_open(booking) else [], many=True).data

    def get_driver_contact(self, booking: Booking) -> str:
        return driver_contact_for(Actor.RIDER, booking, platform_settings())

    def get_otp(self, booking: Booking) -> str:
        return (otp_for(Actor.RIDER, booking) or "") if _is_open(booking) else ""

    @extend_schema_field(serializers.ChoiceField(choices=Stage.choices, allow_null=True))
    def get_otp_at(self, booking: Booking) -> str | None:
        return booking.otp_at

    @extend_schema_field(AmountField())
    def get_price(self, booking: Booking) -> str:
        return f"{booking.payable_amount:.4f}"

    @extend_schema_field(AmountField())
    def get_amount_due(self, booking: Booking) -> str:
        is_due = booking.status in (Status.REACHED, Status.PENDING) and booking.status not in SETTLED
        return f"{max(booking.amount_due, ZERO) if is_due else ZERO:.4f}"

    def get_may_cancel(self, booking: Booking) -> bool:
        return "cancel" in self._actions

    def get_may_pay(self, booking: Booking) -> bool:
        return "pay" in self._actions

    def get_has_receipt(self, booking: Booking) -> bool:
        return has_receipt(booking)

    def to_representation(self, instance: Booking) -> Any:
        # Two fields show it, so it is computed once.
        self._actions: Collection[str] = actions_for(instance.customer, instance, platform_settings())
        return super().to_representation(instance)


def _is_open(booking: Booking) -> bool:
    return booking.status in ACTIVE
