"""The receipt as a PDF."""

from django.utils import timezone
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from apps.bookings.cancellation.fees import explanation_of_fee
from apps.bookings.models import Booking
from apps.bookings.receipt.facts import Person, Receipt
from apps.bookings.receipt.formatter import Formatter
from apps.bookings.receipt.sheet import SOFT, Sheet
from apps.bookings.trip.stops import hire_text, round_trip_text, stops_of
from apps.core.brand import brand_of
from apps.core.demo_mode import HIDDEN
from apps.core.platform import platform_settings


def receipt_pdf(receipt: Receipt) -> bytes:
    """Return the receipt as a PDF in the active language and its direction."""
    booking = receipt.booking
    brand = brand_of(platform_settings())
    formatter = Formatter(receipt.currency, receipt.time_zone)
    sheet = Sheet(
        language=get_language() or "en",
        rtl=get_language_bidi(),
        title=_("Receipt %(reference)s") % {"reference": booking.reference},
        author=brand.company,
        at=receipt.paid_at or timezone.now(),
    )
    sheet.letterhead(brand, _("Receipt"))
    paid = _("Cancelled") if receipt.is_cancelled else ""
    if receipt.paid_at:
        paid = _("Paid: %(time)s") % {"time": formatter.date_time(receipt.paid_at)}
    sheet.start_end(
        _("Booking %(reference)s") % {"reference": booking.reference}, paid, color=SOFT, share=0.4
    )
    sheet.rule()
    _people(sheet, receipt)
    _trip(sheet, receipt, formatter)
    _bill(sheet, receipt, formatter)
    sheet.imprint(brand)
    return sheet.output()


def _people(sheet: Sheet, receipt: Receipt) -> None:
    booking = receipt.booking
    _person(sheet, _("Rider"), receipt.customer)
    _person(sheet, _("Driver"), receipt.driver)
    if receipt.vehicle:
        sheet.start_end(_("Car"), receipt.vehicle, share=0.3)
    sheet.start_end(_("Car type"), booking.car_type_name, share=0.3)
    if booking.delivery_person:
        sheet.start_end(_("Recipient"), booking.delivery_person, share=0.3)


def _person(sheet: Sheet, role: str, person: Person) -> None:
    sheet.start_end(role, person.name, share=0.3)
    if person.contact:
        # On a row of its own: next to an Arabic name the plus sign would move to the other side.
        contact = _("Hidden") if person.contact == HIDDEN else person.contact
        sheet.start_end("", contact, color=SOFT, share=0.3)


def _trip(sheet: Sheet, receipt: Receipt, formatter: Formatter) -> None:
    booking = receipt.booking
    sheet.heading(_("Trip"))
    started = formatter.date_time(booking.trip_start_time or booking.trip_date)
    sheet.start_end(_("From"), started, color=SOFT, share=0.4)
    sheet.start_end(booking.pickup_add)
    sheet.gap(1)
    for stop in stops_of(booking):
        sheet.start_end(_("Stop"), color=SOFT)
        sheet.start_end(stop.add)
        sheet.gap(1)
    if booking.is_round_trip:
        sheet.start_end(round_trip_text(booking.return_wait_minutes), color=SOFT)
        sheet.gap(1)
    if booking.is_hire:
        sheet.start_end(hire_text(booking.hire_minutes), color=SOFT)
        sheet.gap(1)
    ended = formatter.date_time(booking.trip_end_time) if booking.trip_end_time else ""
    sheet.start_end(_("To"), ended, color=SOFT, share=0.4)
    sheet.start_end(booking.drop_add)
    if receipt.is_cancelled:
        return
    sheet.gap(1)
    seconds = booking.total_trip_time
    sheet.start_end(_("Distance"), formatter.distance(receipt.distance, in_miles=receipt.in_miles))
    sheet.start_end(
        _("Duration"),
        formatter.duration(booking.estimate_duration_seconds if seconds is None else seconds),
    )


def _bill(sheet: Sheet, receipt: Receipt, formatter: Formatter) -> None:
    booking = receipt.booking
    if receipt.is_cancelled:
        _fee(sheet, booking, formatter)
    else:
        _fare(sheet, receipt, formatter)
    sheet.rule()
    for payment in receipt.paid_by:
        sheet.start_end(
            formatter.paid_by(payment.mode, receipt.gateway_label), formatter.money(payment.amount)
        )
    if booking.owed_amount:
        sheet.start_end(_("Owed fees paid with this trip"), formatter.money(booking.owed_amount))
    if receipt.charged_later:
        sheet.start_end(_("Charged to the wallet later"), formatter.money(receipt.charged_later))
    if receipt.refunded:
        sheet.start_end(_("Refunded to the wallet"), formatter.money(-receipt.refunded))
    if booking.tip_amount:
        sheet.start_end(_("Tip for the driver"), formatter.money(booking.tip_amount))


def _fee(sheet: Sheet, booking: Booking, formatter: Formatter) -> None:
    """Add the cancellation fee by what was paid, is owed and was written off."""
    parts = (
        (_("Cancellation fee"), booking.cancellation_fee),
        (_("Cancellation fee owed"), booking.cancellation_fee_owed),
        (_("Cancellation fee written off"), booking.cancellation_fee_written_off),
    )
    for name, amount in parts:
        if amount:
            sheet.start_end(name, formatter.money(amount))
    explanation = explanation_of_fee(booking)
    if explanation:
        sheet.start_end(explanation, size=8.5, color=SOFT)
    sheet.rule()
    sheet.start_end(_("Total"), formatter.money(booking.cancellation_fee_charged), size=13, style="B")


def _fare(sheet: Sheet, receipt: Receipt, formatter: Formatter) -> None:
    booking = receipt.booking
    sheet.heading(_("Fare breakdown"))
    kind = _("Fixed fare") if booking.fare_is_fixed else _("Measured fare")
    sheet.start_end(kind, size=8.5, color=SOFT)
    for line in receipt.lines:
        sheet.start_end(formatter.label(line), formatter.money(line.amount))
        calculation = formatter.calculation(line)
        if line.key == "adjustment":
            calculation = booking.adjustment_reason
        if calculation:
            sheet.start_end(calculation, size=8.5, color=SOFT)
    sheet.rule()
    sheet.start_end(_("Total"), formatter.money(booking.trip_cost), size=13, style="B")
    if booking.discount:
        name = receipt.promo_name
        label = _("Discount (%(promo)s)") % {"promo": name} if name else _("Discount")
        sheet.start_end(label, formatter.money(-booking.discount))
        sheet.start_end(_("To pay"), formatter.money(booking.payable_amount), style="B")
