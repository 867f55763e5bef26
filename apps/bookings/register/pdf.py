"""The register as a PDF."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import get_language, get_language_bidi, pgettext
from django.utils.translation import gettext as _

from apps.bookings.receipt.facts import Currency
from apps.bookings.receipt.formatter import Formatter
from apps.bookings.receipt.sheet import SOFT, Sheet
from apps.bookings.register.register_list import ended_at, outcome_label, staff_name, started_at
from apps.core.brand import brand_of
from apps.core.platform import Platform


def register_pdf(entries: Sequence[Any], *, settings: Platform, at: datetime) -> bytes:
    """Return the entries as a PDF in the active language and its direction."""
    currency = Currency(settings.symbol, settings.code, settings.decimal, settings.swipe_symbol)
    formatter = Formatter(currency, settings.time_zone)
    brand = brand_of(settings)
    title = pgettext("register", "Register of dispatches")
    sheet = Sheet(
        language=get_language() or "en", rtl=get_language_bidi(), title=title, author=brand.company, at=at
    )
    sheet.letterhead(brand, title)
    sheet.start_end(pgettext("register", "Entries"), str(len(entries)), color=SOFT, share=0.4)
    sheet.start_end(pgettext("register", "As of"), formatter.date_time(at), color=SOFT, share=0.4)
    for entry in entries:
        _write_entry(sheet, formatter, entry)
    sheet.imprint(brand)
    return sheet.output()


def _write_entry(sheet: Sheet, formatter: Formatter, entry: Any) -> None:
    booking = entry.booking
    sheet.rule()
    parts = [booking.reference, outcome_label(entry), _("Street trip") if booking.street_trip else ""]
    title = " · ".join(part for part in parts if part)
    sheet.start_end(title, formatter.money(entry.fare), size=9.5, style="B")
    vehicle = " ".join(
        part for part in (entry.vehicle_colour, entry.vehicle_make, entry.vehicle_model) if part
    )
    facts = [
        (pgettext("register", "Passenger"), [booking.customer_name]),
        (_("Pickup"), [entry.pickup_add]),
        (_("Drop-off"), [entry.drop_add]),
        (_("Driver"), [entry.driver_name, entry.driver_licence]),
        (pgettext("register", "Vehicle"), [entry.vehicle_number, entry.vehicle_licence, vehicle]),
        (_("Booked"), [formatter.date_time(booking.created_at), staff_name(entry.booked_by)]),
        (
            pgettext("register", "Offered"),
            [formatter.date_time(entry.offered_at), staff_name(entry.dispatched_by)],
        ),
        (pgettext("register", "Accepted"), [formatter.date_time(entry.accepted_at)]),
        (pgettext("register", "Arrived"), [_time(formatter, entry.arrived_at)]),
        (_("Start"), [_time(formatter, started_at(entry))]),
        (_("End"), [_time(formatter, ended_at(entry))]),
    ]
    for label, values in facts:
        text = ", ".join(value for value in values if value)
        if text:
            sheet.start_end(f"{label}: {text}", size=8.5, color=SOFT)


def _time(formatter: Formatter, at: datetime | None) -> str:
    return "" if at is None else formatter.date_time(at)
