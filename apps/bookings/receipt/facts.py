"""The data of a receipt for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import SETTLED, PaymentMode, Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.payment.gateways import gateway_label
from apps.bookings.privacy import customer_contact_for, driver_contact_for
from apps.bookings.state_machine.transitions import Actor, actor_role
from apps.core.compiled_queries import CompiledQuery
from apps.core.errors import Conflict
from apps.core.platform import Platform
from apps.fares.engine import KM_PER_MILE, Line
from apps.fares.tariffs.pricing import stored_line


@dataclass(frozen=True, slots=True)
class Company:
    name: str
    website: str
    contact_email: str


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    contact: str
    """Empty if the reader may not see it."""


@dataclass(frozen=True, slots=True)
class Currency:
    symbol: str
    code: str
    decimal: int
    """As agreed at booking."""
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
    """None if no event has it, as for imported trips."""
    in_miles: bool
    lines: Sequence[Line]
    paid_by: Sequence[Payment]
    may_be_emailed: bool
    """Whether the reader is the rider and has an address."""

    @property
    def vehicle(self) -> str:
        """Return make, model and number, such as "Toyota Prius HX07 CAB", as far as known."""
        booking = self.booking
        parts = (booking.vehicle_make, booking.vehicle_model, booking.vehicle_number)
        return " ".join(part for part in parts if part)

    @property
    def is_cancelled(self) -> bool:
        """Return whether the booking was cancelled with a fee."""
        return self.booking.status == Status.CANCELLED

    @property
    def discount(self) -> Decimal:
        return Decimal(0) if self.is_cancelled else self.booking.discount

    @property
    def payable_amount(self) -> Decimal:
        return self.booking.charged_amount - self.discount

    @property
    def distance(self) -> Decimal:
        """Return the distance of the fare, in the unit agreed at booking."""
        km = self.booking.charged_distance_km
        return km / KM_PER_MILE if self.in_miles else km

    @property
    def refunded(self) -> Decimal:
        """Return the amount refunded to the rider's wallet after the payment."""
        return self.booking.refunded_amount - min(self.booking.adjustment_amount, Decimal(0))

    @property
    def charged_later(self) -> Decimal:
        """Return the amount charged to the rider's wallet for a fare raised after the payment."""
        return max(self.booking.adjustment_amount, Decimal(0))

    @property
    def gateway_label(self) -> str:
        return gateway_label(self.booking.gateway)

    @property
    def promo_name(self) -> str:
        details: dict[str, Any] = self.booking.promo_details or {}
        return str(details.get("promo_name", "")) if self.discount else ""


_PAID: Final = CompiledQuery(
    lambda booking_id: BookingEvent.objects.filter(booking_id=booking_id, to_status=Status.PAID).order_by(
        "version"
    ),
    booking_id=-1,
)


def no_receipt() -> Conflict:
    return Conflict("no_receipt", _("The receipt is available once the trip is paid."))


def is_paid(booking: Booking) -> bool:
    """Return whether the rider paid in full; a written-off trip is not paid."""
    return booking.status in SETTLED and not booking.written_off_amount


def has_receipt(booking: Booking) -> bool:
    if booking.status == Status.CANCELLED:
        return booking.cancellation_fee_charged > 0
    return booking.status in SETTLED


def receipt_of(booking: Booking, *, reader: User, settings: Platform) -> Receipt:
    """Return the receipt of a paid trip or a cancelled booking with a fee. Raises Conflict no_receipt."""
    is_cancelled = booking.status == Status.CANCELLED
    if not has_receipt(booking):
        raise no_receipt()
    actor = actor_role(reader, booking)
    paid = _PAID.first(booking_id=booking.pk)
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
        paid_at=None if paid is None else paid.at,
        in_miles=booking.rates.get("convert_to_mile", settings.convert_to_mile),
        # The fare of a cancelled booking was not charged.
        lines=[] if is_cancelled else [stored_line(line) for line in booking.breakdown],
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
