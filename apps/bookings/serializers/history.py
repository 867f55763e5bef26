"""The query of the booking history, and its rows: short for the list, wide for selected columns."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from apps.bookings.choices import CHOSEN_MODES, PaymentMode, Status
from apps.bookings.history.selectors import ORDERINGS, HistoryFilters
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
from apps.core.fields import AmountField, DayOrTimeField
from apps.exports.choices import ExportFormat

ALL = "all"


class BookingFilterSerializer(serializers.Serializer[Any]):
    """The list's query; several statuses are separated by commas."""

    status = serializers.CharField(required=False, allow_blank=True, default="")
    search = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=80,
        help_text="Prefixes of words: reference, names, addresses, number plate; phone numbers for admins.",
    )
    active = serializers.BooleanField(required=False, allow_null=True, default=None)
    book_later = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Only scheduled trips, or only immediate ones.",
    )
    car_type = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    driver = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    rider = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    payment_mode = serializers.ChoiceField(
        choices=PaymentMode.choices, required=False, allow_blank=True, default=""
    )
    ordering = serializers.ChoiceField(
        choices=ORDERINGS,
        required=False,
        default="-id",
        help_text="By id means by trip_date with from or to, and by settled_at with settled_from or _to.",
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is a Python keyword.
        window = {
            "from": DayOrTimeField(
                required=False,
                allow_null=True,
                default=None,
                help_text="The earliest time or day of the trip.",
            ),
            "to": DayOrTimeField(
                end=True,
                required=False,
                allow_null=True,
                default=None,
                help_text="The trip is before this time, or on this day at the latest.",
            ),
            "settled_from": DayOrTimeField(
                required=False,
                allow_null=True,
                default=None,
                help_text="The earliest time or day of the payment, or of a cancellation with a fee.",
            ),
            "settled_to": DayOrTimeField(
                end=True,
                required=False,
                allow_null=True,
                default=None,
                help_text="Paid, or cancelled with a fee, before this time, or on this day at the latest.",
            ),
        }
        return super().get_fields() | window

    def to_internal_value(self, data: Any) -> Any:
        # An empty form field does not filter.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})

    def validate_status(self, value: str) -> list[str]:
        statuses = [status for status in value.upper().split(",") if status]
        unknown = [status for status in statuses if status not in Status.values]
        if unknown:
            raise serializers.ValidationError(_("Unknown status: %(names)s.") % {"names": ", ".join(unknown)})
        return statuses

    def filters(self) -> HistoryFilters:
        """Return the validated filters."""
        query = self.validated_data
        return HistoryFilters(
            statuses=query["status"] or (),
            active=query["active"],
            book_later=query["book_later"],
            since=query["from"],
            until=query["to"],
            settled_since=query["settled_from"],
            settled_until=query["settled_to"],
            car_type_id=query["car_type"],
            driver_id=query["driver"],
            customer_id=query["rider"],
            payment_mode=query["payment_mode"],
            search=query["search"],
            ordering=query["ordering"],
        )


class BookingListQuerySerializer(BookingFilterSerializer):
    """The filters, and the format of the response."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        formats = {
            "fields": serializers.ChoiceField(
                choices=["", ALL],
                required=False,
                default="",
                help_text="all: rows with every column.",
            ),
            "format": serializers.ChoiceField(
                choices=ExportFormat.choices,
                required=False,
                default="",
                help_text="A file instead of a page, with at most 5,000 rows (export_too_large).",
            ),
        }
        return super().get_fields() | formats


class BookingRowSerializer(serializers.Serializer[Booking]):
    """Reads only the booking's own row and, for admins, open offers loaded by selectors.read_open_offers.

    Needs a Viewer as context["viewer"].
    """

    id = serializers.IntegerField()
    reference = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    created_at = serializers.DateTimeField()
    book_later = serializers.BooleanField()
    trip_date = serializers.DateTimeField()
    car_type = serializers.SerializerMethodField()
    customer_name = serializers.CharField()
    driver_name = serializers.SerializerMethodField()
    pickup_add = serializers.CharField()
    drop_add = serializers.CharField()
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
