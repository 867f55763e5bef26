"""The columns of an exported booking history, in the order of document 3, by user type."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.history.labels import CANCELLED_BY, MODES, STATUSES
from apps.bookings.history.sources import sources_for
from apps.bookings.models import Booking
from apps.bookings.payment.gateways import gateway_label
from apps.bookings.privacy import customer_contact_for, driver_contact_for, otp_for, recipient_contact_for
from apps.bookings.state_machine.transitions import actor_role
from apps.bookings.trip.stops import stops_of
from apps.core.money import round_money
from apps.core.platform import Platform
from apps.exports.registry import Cell, Column
from apps.fares.parcels import is_delivery


def columns_for(user: User, settings: Platform) -> list[Column[Booking]]:
    """Return the columns visible to `user`; delivery columns only if there is or was a delivery."""
    sees_shares = user.user_type != UserType.RIDER
    delivers = is_delivery(settings) or Booking.objects.filter(app_category="delivery").exists()
    columns = [
        column
        for column in _columns(user, settings)
        if (sees_shares or column.name not in NOT_FOR_RIDERS)
        and (delivers or column.name not in OF_DELIVERIES)
    ]
    sources = sources_for(user, settings, [column.name for column in columns])
    return [replace(column, source=sources[column.name]) for column in columns]


NOT_FOR_RIDERS = frozenset({"driver_share", "convenience_fees"})
OF_DELIVERIES = frozenset(
    {
        "delivery_person",
        "delivery_person_phone",
        "pickup_instructions",
        "delivery_instructions",
        "parcel_type_selected",
        "option_selected",
        "pickup_image",
        "deliver_image",
    }
)


def _columns(user: User, settings: Platform) -> list[Column[Booking]]:
    def text(name: str) -> Callable[[Booking], Cell]:
        return lambda booking: getattr(booking, name)

    def money(name: str) -> Callable[[Booking], Cell]:
        return lambda booking: round_money(getattr(booking, name), decimals=settings.decimal)

    def extra(name: str) -> Callable[[Booking], Cell]:
        return lambda booking: _extra(getattr(booking, name), settings)

    def contact(of: Callable[..., str]) -> Callable[[Booking], Cell]:
        return lambda booking: of(actor_role(user, booking), booking, settings)

    return [
        Column("id", _("ID"), text("id")),
        Column("reference", _("Reference"), text("reference")),
        Column("created_at", _("Booked"), text("created_at")),
        Column("trip_date", _("Date"), text("trip_date")),
        Column("book_later", _("Scheduled"), text("book_later")),
        Column("street_trip", _("Street trip"), text("street_trip")),
        Column("car_type", _("Car type"), text("car_type_name")),
        Column("passengers", _("Passengers"), text("passengers")),
        Column("luggage", _("Pieces of luggage"), text("luggage")),
        Column("children", _("Children"), text("children")),
        Column("child_seats", _("Child seats"), text("child_seats")),
        Column("customer_name", _("Rider"), text("customer_name")),
        Column("customer_contact", _("Rider phone"), contact(customer_contact_for)),
        Column("pickup_add", _("Pickup"), text("pickup_add")),
        Column("stops", _("Stops"), lambda booking: "; ".join(stop.add for stop in stops_of(booking))),
        Column("drop_add", _("Drop-off"), text("drop_add")),
        Column("return_wait_minutes", _("Wait of a round trip, minutes"), text("return_wait_minutes")),
        Column("hire_minutes", _("By the hour, minutes"), text("hire_minutes")),
        Column("driver_name", _("Driver"), text("driver_name")),
        Column("driver_contact", _("Driver phone"), contact(driver_contact_for)),
        Column("delivery_person", _("Recipient"), text("delivery_person")),
        Column("delivery_person_phone", _("Recipient phone"), contact(recipient_contact_for)),
        Column("pickup_instructions", _("Pickup instructions"), text("pickup_instructions")),
        Column("delivery_instructions", _("Delivery instructions"), text("delivery_instructions")),
        Column("parcel_type_selected", _("Parcel type"), extra("parcel_type_selected")),
        Column("option_selected", _("Parcel option"), extra("option_selected")),
        Column("status", _("Status"), lambda booking: str(STATUSES[Status(booking.status)])),
        Column("pickup_image", _("Pickup photo"), lambda booking: bool(booking.pickup_image)),
        Column("deliver_image", _("Delivery photo"), lambda booking: bool(booking.deliver_image)),
        Column("reason", _("Reason"), text("reason")),
        Column("cancelled_by", _("Cancelled by"), _cancelled_by),
        Column("cancellation_fee", _("Cancellation fee"), money("cancellation_fee")),
        Column("cancellation_fee_owed", _("Cancellation fee owed"), money("cancellation_fee_owed")),
        Column(
            "cancellation_fee_written_off",
            _("Cancellation fee written off"),
            money("cancellation_fee_written_off"),
        ),
        Column("refunded_amount", _("Refunded"), money("refunded_amount")),
        Column("otp", _("Trip code"), lambda booking: otp_for(actor_role(user, booking), booking)),
        Column("trip_cost", _("Cost"), money("charged_amount")),
        Column("trip_start_time", _("Start"), text("trip_start_time")),
        Column("trip_end_time", _("End"), text("trip_end_time")),
        Column("total_trip_time", _("Total time"), _total_time),
        Column("distance_km", _("Distance, km"), text("distance_km")),
        Column("vehicle_number", _("Vehicle number"), text("vehicle_number")),
        Column("driver_share", _("Driver share"), money("charged_driver_share")),
        Column("convenience_fees", _("Convenience fee"), money("charged_convenience_fees")),
        Column("discount", _("Discount"), money("charged_discount")),
        Column("payable_amount", _("Amount due"), money("charged_payable_amount")),
        Column("customer_paid", _("Paid by rider"), money("customer_paid")),
        Column("payment_mode", _("Payment method"), lambda booking: str(MODES[booking.payment_mode])),
        Column("chosen_payment", _("Chosen payment method"), _chosen_payment),
        Column("prepaid", _("Prepaid"), text("prepaid")),
        Column("gateway", _("Payment provider"), text("gateway")),
        Column("cash_payment_amount", _("Paid in cash"), money("cash_payment_amount")),
        Column("card_payment_amount", _("Paid by card"), money("card_payment_amount")),
        Column("used_wallet_money", _("Paid from the wallet"), money("used_wallet_money")),
        Column("other_payment_amount", _("Paid in another way"), money("other_payment_amount")),
        Column("written_off_amount", _("Written off"), money("written_off_amount")),
        Column("tip_amount", _("Tip"), money("tip_amount")),
        Column("rating", _("Rating"), text("rating")),
    ]


def _cancelled_by(booking: Booking) -> str:
    if not booking.cancelled_by:
        return ""
    return str(CANCELLED_BY.get(booking.cancelled_by, _("the platform")))


def _chosen_payment(booking: Booking) -> str:
    """Return the payment method chosen at booking, with the provider of a card."""
    mode, provider = str(MODES[booking.chosen_payment]), gateway_label(booking.chosen_gateway)
    return f"{mode} ({provider})" if provider else mode


def _total_time(booking: Booking) -> timedelta | None:
    seconds = booking.total_trip_time
    return None if seconds is None else timedelta(seconds=seconds)


def _extra(chosen: dict[str, Any] | None, settings: Platform) -> str:
    """Return a parcel type or option with its amount."""
    if not chosen:
        return ""
    amount = round_money(Decimal(str(chosen.get("amount", 0))), decimals=settings.decimal)
    return f"{chosen.get('description', '')} ({amount})"
