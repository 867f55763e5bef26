"""The receipt as an email, sent after the payment and on the rider's request."""

import uuid
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as translated
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, override

from apps.accounts.login import rate_limit
from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.receipt.facts import Receipt, is_paid, no_receipt, receipt_of
from apps.bookings.receipt.formatter import Formatter
from apps.bookings.state_machine.transitions import Actor, TransitionContext, actor_role
from apps.bookings.trip.stops import hire_text, round_trip_text, stops_of
from apps.core.errors import Conflict, Forbidden, TooMany
from apps.core.languages import django_language
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.notifications.messages.emails import EmailText, RenderedEmail, Row, render_text

SEND_RECEIPT: Final = "bookings.send_receipt"
TEMPLATE: Final = "receipt"

EMAIL: Final = EmailText(
    gettext_noop("Your receipt"),
    (gettext_noop("Thank you. Booking %(reference)s is paid."),),
    button=gettext_noop("Open the receipt"),
    reason=gettext_noop("You're receiving this email because you paid for a trip with %(app_name)s."),
)


def email_receipt(context: TransitionContext) -> None:
    """Enqueue the receipt email, if the platform sends receipts."""
    if context.settings.email_receipts and not context.booking.street_trip:
        pk = context.booking.pk
        events.enqueue(SEND_RECEIPT, key=f"booking:{pk}:receipt", booking_id=pk)


@transaction.atomic
def send_receipt_again(booking: Booking, *, by: User) -> str:
    """Send the receipt on the rider's request and return the address.

    Raises Forbidden, Conflict no_receipt, no_email, TooMany too_many_requests.
    """
    if actor_role(by, booking) is not Actor.RIDER:
        raise Forbidden("forbidden", _("You don't have permission."))
    if not is_paid(booking):
        raise no_receipt()
    address = by.email
    if not address:
        raise Conflict("no_email", _("Add an email to your profile first."))
    if not rate_limit.consume("receipt_email", key=str(booking.pk)).allowed:
        raise TooMany("too_many_requests", _("Too many attempts. Try again later."))
    key = f"booking:{booking.pk}:receipt:{uuid.uuid4()}"
    events.enqueue(SEND_RECEIPT, key=key, booking_id=booking.pk, requested=True)
    return str(address)


def render_receipt(booking: Booking) -> RenderedEmail:
    """Return the receipt of a paid trip in the rider's language."""
    rider = booking.customer
    with override(django_language(rider.language)):
        receipt = receipt_of(booking, reader=rider, settings=platform_settings())
        rows = _rows(receipt)
    link = f"{settings.PUBLIC_URL.rstrip('/')}/bookings/{booking.pk}/receipt"
    params = {"reference": booking.reference, "link": link}
    return render_text(EMAIL, params=params, first_name=rider.first_name, language=rider.language, rows=rows)


def _rows(receipt: Receipt) -> list[Row]:
    booking, formatter = receipt.booking, Formatter(receipt.currency, receipt.time_zone)
    rows: list[tuple[str, str] | tuple[str, str, bool]] = [
        (translated("From"), booking.pickup_add),
        *((translated("Stop"), stop.add) for stop in stops_of(booking)),
        (translated("To"), booking.drop_add),
        *(
            [(translated("Trip"), round_trip_text(booking.return_wait_minutes))]
            if booking.is_round_trip
            else []
        ),
        *([(translated("Trip"), hire_text(booking.hire_minutes))] if booking.is_hire else []),
        (translated("Driver"), booking.driver_name),
        (translated("Car"), receipt.vehicle),
        (translated("Distance"), formatter.distance(receipt.distance, in_miles=receipt.in_miles)),
        *((formatter.label(line), formatter.money(line.amount)) for line in receipt.lines),
        (translated("Total"), formatter.money(booking.trip_cost), True),
    ]
    if booking.discount:
        rows.append((translated("Discount"), formatter.money(-booking.discount)))
        rows.append((translated("To pay"), formatter.money(booking.payable_amount), True))
    rows += [
        (formatter.paid_by(payment.mode, receipt.gateway_label), formatter.money(payment.amount))
        for payment in receipt.paid_by
    ]
    if booking.owed_amount:
        rows.append((translated("Owed fees paid with this trip"), formatter.money(booking.owed_amount)))
    if receipt.charged_later:
        rows.append((translated("Charged to the wallet later"), formatter.money(receipt.charged_later)))
    if receipt.refunded:
        rows.append((translated("Refunded to the wallet"), formatter.money(-receipt.refunded)))
    if booking.tip_amount:
        rows.append((translated("Tip for the driver"), formatter.money(booking.tip_amount)))
    return [row for row in (Row(*row) for row in rows) if row.value]
