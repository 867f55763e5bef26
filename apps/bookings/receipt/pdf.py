"""The receipt on paper."""

from django.utils import timezone
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from apps.bookings.choices import PaymentMode
from apps.bookings.receipt.facts import Person, Receipt
from apps.bookings.receipt.sheet import SOFT, Sheet
from apps.bookings.receipt.words import Words
from apps.core.demo_mode import HIDDEN


def receipt_pdf(receipt: Receipt) -> bytes:
    """A PDF of the receipt in the language in force, laid out from its side."""
    booking, company = receipt.booking, receipt.company
    words = Words(receipt.currency, receipt.time_zone)
    sheet = Sheet(
        language=get_language() or "en",
        rtl=get_language_bidi(),
        title=_("Receipt %(reference)s") % {"reference": booking.reference},
        author=company.name,
        at=receipt.paid_at or timezone.now(),
    )
    sheet.band()
    sheet.start_end(company.name, _("Receipt"), size=20, style="B", share=0.6)
    paid = _("Paid on %(time)s") % {"time": words.date_time(receipt.paid_at)} if receipt.paid_at else ""
    sheet.start_end(
        _("Booking %(reference)s") % {"reference": booking.reference}, paid, color=SOFT, share=0.4
    )
    sheet.rule()
    _people(sheet, receipt)
    _trip(sheet, receipt, words)
    _bill(sheet, receipt, words)
    _foot(sheet, receipt)
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
        # By itself: beside an Arabic name its plus sign would change sides.
        contact = _("Hidden") if person.contact == HIDDEN else person.contact
        sheet.start_end("", contact, color=SOFT, share=0.3)


def _trip(sheet: Sheet, receipt: Receipt, words: Words) -> None:
    booking = receipt.booking
    sheet.heading(_("The trip"))
    begun = words.date_time(booking.trip_start_time or booking.trip_date)
    sheet.start_end(_("From"), begun, color=SOFT, share=0.4)
    sheet.start_end(booking.pickup_add)
    sheet.gap(1)
    ended = words.date_time(booking.trip_end_time) if booking.trip_end_time else ""
    sheet.start_end(_("To"), ended, color=SOFT, share=0.4)
    sheet.start_end(booking.drop_add)
    sheet.gap(1)
    seconds = booking.total_trip_time
    sheet.start_end(_("Distance"), words.distance(receipt.distance, in_miles=receipt.in_miles))
    sheet.start_end(
        _("Duration"),
        words.duration(booking.estimate_duration_seconds if seconds is None else seconds),
    )


def _bill(sheet: Sheet, receipt: Receipt, words: Words) -> None:
    booking = receipt.booking
    sheet.heading(_("How the fare adds up"))
    for line in receipt.lines:
        sheet.start_end(words.label(line), words.money(line.amount))
        how = words.how(line)
        if how:
            sheet.start_end(how, size=8.5, color=SOFT)
    sheet.rule()
    sheet.start_end(_("Total"), words.money(booking.trip_cost), size=13, style="B")
    if booking.discount:
        name = receipt.promo_name
        label = _("Discount (%(promo)s)") % {"promo": name} if name else _("Discount")
        sheet.start_end(label, words.money(-booking.discount))
        sheet.start_end(_("To pay"), words.money(booking.payable_amount), style="B")
    sheet.rule()
    ways = {
        PaymentMode.CASH: _("Paid in cash"),
        PaymentMode.WALLET: _("Paid from the wallet"),
        PaymentMode.CARD: _("Paid by card"),
    }
    if receipt.gateway_label:
        ways[PaymentMode.CARD] = _("Paid by card (%(gateway)s)") % {"gateway": receipt.gateway_label}
    for payment in receipt.paid_by:
        sheet.start_end(ways[payment.mode], words.money(payment.amount))


def _foot(sheet: Sheet, receipt: Receipt) -> None:
    company = receipt.company
    known = [text for text in (company.name, company.website, company.contact_email) if text]
    sheet.gap(8)
    sheet.start_end(" \u00b7 ".join(known), size=8.5, color=SOFT)
