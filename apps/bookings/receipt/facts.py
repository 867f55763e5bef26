"""What a receipt says, gathered for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import SETTLED, PaymentMode, Status
from apps.bookings.gateways import gateway_label
from apps.bookings.models import Booking
from apps.bookings.privacy import customer_contact_for, driver_contact_for
from apps.bookings.transitions import Actor, actor_role
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
    may_be_emailed: bool
    """To this reader: the rider, who has an address."""

    @property
    def vehicle(self) -> str:
        """ "Toyota Prius HX07 CAB", as far as it is known."""
        booking = self.booking
        words = (booking.vehicle_make, booking.vehicle_model, booking.vehicle_number)
        return " ".join(word for word in words if word)

    @property
    def is_cancelled(self) -> bool:
        """With a fee, which is all that it was charged."""
        return self.booking.status == Status.CANCELLED

    @property
    def discount(self) -> Decimal:
        return Decimal(0) if self.is_cancelled else self.booking.discount

    @property
    def payable_amount(self) -> Decimal:
        return self.booking.charged_amount - self.discount

    @property
    def distance(self) -> Decimal:
        """The one that the fare names, in the unit agreed when the trip was booked."""
        km = self.booking.charged_distance_km
        return km / KM_A_MILE if self.in_miles else km

    @property
    def refunded(self) -> Decimal:
        """What went back to the rider's wallet after it was paid."""
        return self.booking.refunded_amount - min(self.booking.adjustment_amount, Decimal(0))

    @property
    def charged_later(self) -> Decimal:
        """What the rider's wallet paid for a fare that was raised after the payment."""
        return max(self.booking.adjustment_amount, Decimal(0))

    @property
    def gateway_label(self) -> str:
        return gateway_label(self.booking.gateway)

    @property
    def promo_name(self) -> str:
        details: dict[str, Any] = self.booking.promo_details or {}
        return str(details.get("promo_name", "")) if self.discount else ""


def no_receipt() -> Conflict:
    return Conflict("no_receipt", _("The receipt is available once the trip is paid."))


def is_paid(booking: Booking) -> bool:
    """The rider paid it all: the receipt may be sent as one of a paid trip, which a write-off is not."""
    return booking.status in SETTLED and not booking.written_off_amount


def receipt_of(booking: Booking, *, reader: User, settings: Platform) -> Receipt:
    """The receipt of a paid trip, or of a cancelled booking with a fee. Refused as no_receipt otherwise."""
    is_cancelled = booking.status == Status.CANCELLED
    if not (booking.cancellation_fee_charged if is_cancelled else booking.status in SETTLED):
        raise no_receipt()
    actor = actor_role(reader, booking)
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
        customer=Person(booking.customer_name, customer_contact_for(actor, booking, settings)),
        driver=Person(booking.driver_name, driver_contact_for(actor, booking, settings)),
        paid_at=paid.values_list("at", flat=True).first(),
        in_miles=booking.rates.get("convert_to_mile", settings.convert_to_mile),
        # What a cancelled booking would have cost was not charged.
        lines=[]
        if is_cancelled
        else [
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
        may_be_emailed=actor is Actor.RIDER and bool(reader.email) and is_paid(booking),
    )


def _payments(booking: Booking) -> Sequence[Payment]:
    return (
        Payment(PaymentMode.CASH, booking.cash_payment_amount),
        Payment(PaymentMode.WALLET, booking.used_wallet_money),
        Payment(PaymentMode.CARD, booking.card_payment_amount),
        Payment(PaymentMode.OTHER, booking.other_payment_amount),
        Payment(PaymentMode.WRITTEN_OFF, booking.written_off_amount),
    )
