"""The register as a PDF."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from django.utils.translation import get_language, get_language_bidi, pgettext
from django.utils.translation import gettext as _

from apps.bookings.receipt.facts import Currency
from apps.bookings.receipt.formatter import Formatter
from apps.bookings.receipt.sheet import SOFT, Sheet
from apps.bookings.register.register_list import ended_at, outcome_label, staff_name, started_at
from apps.bookings.trip.stops import hire_text, round_trip_text
from apps.core.brand import brand_of
from apps.core.platform import Platform

PROGRESS_ROWS: Final = 20


def register_pdf(
    entries: Iterable[Any],
    *,
    count: int,
    period: tuple[datetime, datetime],
    settings: Platform,
    at: datetime,
    on_progress: Callable[[int], None] = lambda rows: None,
) -> bytes:
    """Return the entries as a PDF in the active language and its direction.

    Each page has the period and its number above the text. `on_progress` may raise to stop the writing.
    """
    currency = Currency(settings.symbol, settings.code, settings.decimal, settings.swipe_symbol)
    formatter = Formatter(currency, settings.time_zone)
    brand = brand_of(settings)
    title = pgettext("register", "Register of dispatches")
    first, last = (moment.astimezone(settings.tz).date() for moment in period)
    days = formatter.days(first, last)
    sheet = Sheet(
        language=get_language() or "en",
        rtl=get_language_bidi(),
        title=title,
        author=brand.company,
        at=at,
        running=lambda page: (f"{title} · {days}", _("Page %(number)s") % {"number": page}),
    )
    sheet.letterhead(brand, title)
    sheet.start_end(pgettext("register", "Entries"), str(count), color=SOFT, share=0.4)
    sheet.start_end(pgettext("register", "Period"), days, color=SOFT, share=0.4)
    sheet.start_end(pgettext("register", "As of"), formatter.date_time(at), color=SOFT, share=0.4)
    for written, entry in enumerate(entries, 1):
        _write_entry(sheet, formatter, entry)
        if written % PROGRESS_ROWS == 0:
            on_progress(written)
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
        (_("Passengers"), [_number(entry.passengers)]),
        (_("Pieces of luggage"), [_number(entry.luggage)]),
        (_("Children"), [_number(entry.children or None)]),
        (_("Child seats"), [_number(entry.child_seats or None)]),
        (_("Pickup"), [entry.pickup_add]),
        (
            _("Drop-off"),
            [entry.drop_add, round_trip_text(entry.return_wait_minutes), hire_text(entry.hire_minutes)],
        ),
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


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _time(formatter: Formatter, at: datetime | None) -> str:
    return "" if at is None else formatter.date_time(at)
