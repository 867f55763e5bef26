"""Rows of the booking history: short for the list, wide for selected columns."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from apps.bookings.choices import CHOSEN_MODES, PaymentMode, Status
from apps.bookings.models import Booking
from apps.bookings.payment.gateways import gateway_label
from apps.bookings.privacy import customer_contact_for, driver_contact_for, otp_for, recipient_contact_for
from apps.bookings.serializers.booking import Viewer
from apps.bookings.serializers.parts import (
    BookedCarTypeSerializer,
    OfferedDriverSerializer,
    SelectedExtraSerializer,
    booked_car_type,
    offered_to,
    private_image_url,
)
from apps.bookings.state_machine.machine import actions_for
from apps.bookings.state_machine.transitions import Actor, actor_role
from apps.core.fields import AmountField

ALL = "all"


class BookingRowSerializer(serializers.Serializer[Booking]):
    """Reads only the booking's own row and, for admins, open offers loaded by selectors.read_open_offers.

    Needs a Viewer as context["viewer"].
    """

    id = serializers.IntegerField()
    reference = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    created_at = serializers.DateTimeField()
    book_later = serializers.BooleanField()
    street_trip = serializers.BooleanField(help_text="Started by the driver in the street.")
    trip_date = serializers.DateTimeField()
    car_type = serializers.SerializerMethodField()
    customer_name = serializers.CharField()
    driver_name = serializers.SerializerMethodField()
    pickup_add = serializers.CharField()
    drop_add = serializers.CharField()
    stop_count = serializers.IntegerField(help_text="The number of stops between pickup and drop.")
    passengers = serializers.IntegerField()
    luggage = serializers.IntegerField(help_text="Large pieces of luggage.")
    children = serializers.IntegerField(help_text="How many of the passengers are children.")
    child_seats = serializers.IntegerField(help_text="How many of them need a child seat.")
    return_wait_minutes = serializers.IntegerField(allow_null=True, help_text="Of a round trip; else null.")
    hire_minutes = serializers.IntegerField(allow_null=True, help_text="By the hour: how long; else null.")
    trip_cost = AmountField()
    charged_amount = AmountField(help_text="The fare, or the fee of a cancelled booking.")
    driver_share = serializers.SerializerMethodField(
        help_text="The paid part of the fee of a cancelled booking; null for the rider."
    )
    payment_mode = serializers.ChoiceField(choices=PaymentMode.choices)
    otp = serializers.SerializerMethodField()
    actions = serializers.SerializerMethodField()
    offered_to = serializers.SerializerMethodField(
        help_text="The drivers with an open offer, for admins; empty for other viewers."
    )

    @property
    def viewer(self) -> Viewer:
        viewer: Viewer = self.context["viewer"]
        return viewer

    def actor(self, booking: Booking) -> Actor | None:
        return actor_role(self.viewer.user, booking)

    @extend_schema_field(BookedCarTypeSerializer)
    def get_car_type(self, booking: Booking) -> Any:
        return booked_car_type(booking)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_driver_name(self, booking: Booking) -> str | None:
        return booking.driver_name or None

    @extend_schema_field(AmountField(allow_null=True))
    def get_driver_share(self, booking: Booking) -> str | None:
        return None if self.actor(booking) is Actor.RIDER else f"{booking.charged_driver_share:.4f}"

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_otp(self, booking: Booking) -> str | None:
        return otp_for(self.actor(booking), booking)

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_actions(self, booking: Booking) -> list[str]:
        return actions_for(self.viewer.user, booking, self.viewer.settings)

    @extend_schema_field(OfferedDriverSerializer(many=True))
    def get_offered_to(self, booking: Booking) -> Any:
        return offered_to(booking) if self.actor(booking) is Actor.ADMIN else []


class WideBookingRowSerializer(BookingRowSerializer):
    """All columns of document 3; values that the viewer may not see are null or empty."""

    booking_type_admin = serializers.BooleanField()
    app_category = serializers.CharField()
    customer_id = serializers.IntegerField()
    customer_contact = serializers.SerializerMethodField()
    driver_id = serializers.IntegerField(allow_null=True)
    driver_contact = serializers.SerializerMethodField()
    vehicle_number = serializers.CharField()
    delivery_person = serializers.CharField()
    delivery_person_phone = serializers.SerializerMethodField()
    pickup_instructions = serializers.CharField()
    delivery_instructions = serializers.CharField()
    parcel_type_selected = SelectedExtraSerializer(allow_null=True)
    option_selected = SelectedExtraSerializer(allow_null=True)
    pickup_image_url = serializers.SerializerMethodField()
    deliver_image_url = serializers.SerializerMethodField()
    reason = serializers.CharField()
    cancelled_by = serializers.CharField()
    cancellation_fee = AmountField()
    cancellation_fee_charged = AmountField()
    cancellation_fee_owed = AmountField()
    cancellation_fee_written_off = AmountField()
    refunded_amount = AmountField()
    estimate = AmountField()
    trip_start_time = serializers.DateTimeField(allow_null=True)
    trip_end_time = serializers.DateTimeField(allow_null=True)
    total_trip_time = serializers.IntegerField(allow_null=True, help_text="Seconds from start to end.")
    distance_km = serializers.FloatField(allow_null=True)
    convenience_fees = serializers.SerializerMethodField()
    discount = AmountField(source="charged_discount")
    payable_amount = AmountField(
        source="charged_payable_amount", help_text="The fare less the discount, or the cancellation fee."
    )
    customer_paid = AmountField()
    chosen_payment = serializers.ChoiceField(
        choices=CHOSEN_MODES, help_text="The payment method that the rider chose at booking."
    )
    chosen_provider_label = serializers.SerializerMethodField()
    prepaid = serializers.BooleanField()
    gateway = serializers.CharField()
    cash_payment_amount = AmountField()
    card_payment_amount = AmountField()
    used_wallet_money = AmountField()
    other_payment_amount = AmountField(help_text="Paid in another way, as recorded by staff.")
    written_off_amount = AmountField(help_text="Written off by staff; the company bears it.")
    tip_amount = AmountField()
    rating = serializers.IntegerField(allow_null=True)

    def get_chosen_provider_label(self, booking: Booking) -> str:
        return gateway_label(booking.chosen_gateway)

    def get_customer_contact(self, booking: Booking) -> str:
        return customer_contact_for(self.actor(booking), booking, self.viewer.settings)

    def get_driver_contact(self, booking: Booking) -> str:
        return driver_contact_for(self.actor(booking), booking, self.viewer.settings)

    def get_delivery_person_phone(self, booking: Booking) -> str:
        return recipient_contact_for(self.actor(booking), booking, self.viewer.settings)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_pickup_image_url(self, booking: Booking) -> str | None:
        return private_image_url(booking.pickup_image.name)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_deliver_image_url(self, booking: Booking) -> str | None:
        return private_image_url(booking.deliver_image.name)

    @extend_schema_field(AmountField(allow_null=True))
    def get_convenience_fees(self, booking: Booking) -> str | None:
        return None if self.actor(booking) is Actor.RIDER else f"{booking.charged_convenience_fees:.4f}"


@extend_schema_serializer(component_name="BookingRow")
class ListedBookingSerializer(WideBookingRowSerializer):
    """A row in the schema: the wide columns are present if the query selects them."""

    @property
    def optional_in_replies(self) -> set[str]:
        return self.fields.keys() - BookingRowSerializer().fields.keys()
