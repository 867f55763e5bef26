"""What a receipt says, gathered for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.change import party_of
from apps.bookings.choices import SETTLED, PaymentMode, Status
from apps.bookings.gateways import gateway_label
from apps.bookings.models import Booking
from apps.bookings.privacy import customer_contact_for, driver_contact_for
from apps.core.errors import Conflict
from apps.core.platform import Platform
from apps.fares.engine import KM_A_MILE, Line


@dataclass(frozen=True, slots=True)
class Company:
    name: str
    website: str
    contact_email: str


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    contact: str
    """Empty to those who have no need to call."""


@dataclass(frozen=True, slots=True)
class Currency:
    symbol: str
    code: str
    decimal: int
    """As agreed when the trip was booked."""
    swipe_symbol: bool


@dataclass(frozen=True, slots=True)
class Payment:
    mode: PaymentMode
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    booking: Booking
    company: Company
    currency: Currency
    time_zone: str
    customer: Person
    driver: Person
    paid_at: datetime | None
    """None where the trail does not say, as for trips brought along from elsewhere."""
    in_miles: bool
    lines: Sequence[Line]
    paid_by: Sequence[Payment]

    @property
    def vehicle(self) -> str:
        """ "Toyota Prius HX07 CAB", as far as it is known."""
        booking = self.booking
        words = (booking.vehicle_make, booking.vehicle_model, booking.vehicle_number)
        return " ".join(word for word in words if word)

    @property
    def distance(self) -> Decimal:
        """In the unit agreed when the trip was booked."""
        booking = self.booking
        km = booking.estimate_distance_km if booking.distance_km is None else booking.distance_km
        return km / KM_A_MILE if self.in_miles else km

    @property
    def gateway_label(self) -> str:
        return gateway_label(self.booking.gateway)

    @property
    def promo_name(self) -> str:
        details: dict[str, Any] = self.booking.promo_details or {}
        return str(details.get("promo_name", "")) if self.booking.discount else ""


def receipt_of(booking: Booking, *, reader: User, settings: Platform) -> Receipt:
    """The receipt of a paid trip. Refused as no_receipt while it is not paid, and for ever if cancelled."""
    if booking.status not in SETTLED:
        raise Conflict("no_receipt", _("There is a receipt once the trip is paid."))
    party = party_of(reader, booking)
    paid = booking.events.filter(to_status=Status.PAID).order_by("version")
    return Receipt(
        booking=booking,
        company=Company(
            settings.company_name or settings.app_name, settings.company_website, settings.contact_email
        ),
        currency=Currency(
            settings.symbol,
            settings.code,
            booking.rates.get("decimals", settings.decimal),
            settings.swipe_symbol,
        ),
        time_zone=settings.time_zone,
        customer=Person(booking.customer_name, customer_contact_for(party, booking, settings)),
        driver=Person(booking.driver_name, driver_contact_for(party, booking, settings)),
        paid_at=paid.values_list("at", flat=True).first(),
        in_miles=booking.rates.get("convert_to_mile", settings.convert_to_mile),
        lines=[
            Line(
                line["key"],
                Decimal(line["quantity"]),
                line["unit"],
                Decimal(line["rate"]),
                Decimal(line["amount"]),
            )
            for line in booking.breakdown
        ],
        paid_by=[payment for payment in _payments(booking) if payment.amount],
    )


def _payments(booking: Booking) -> Sequence[Payment]:
    return (
        Payment(PaymentMode.CASH, booking.cash_payment_amount),
        Payment(PaymentMode.WALLET, booking.used_wallet_money),
        Payment(PaymentMode.CARD, booking.card_payment_amount),
    )
