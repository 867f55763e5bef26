"""The weekly earnings statement as a PDF."""

from datetime import datetime

from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.bookings.receipt.facts import Currency
from apps.bookings.receipt.formatter import Formatter
from apps.bookings.receipt.sheet import SOFT, Sheet
from apps.core.brand import brand_of
from apps.core.platform import Platform
from apps.wallet.choices import EntryKind
from apps.wallet.history.entries import KIND_LABELS
from apps.wallet.history.statements import Movement, Statement, TripsStatement


def statement_pdf(statement: TripsStatement, *, driver: User, settings: Platform, at: datetime) -> bytes:
    """Return the statement as a PDF in the active language and its direction."""
    currency = Currency(settings.symbol, settings.code, settings.decimal, settings.swipe_symbol)
    formatter = Formatter(currency, settings.time_zone)
    brand = brand_of(settings)
    week = formatter.days(statement.week.monday, statement.week.sunday)
    sheet = Sheet(
        language=get_language() or "en",
        rtl=get_language_bidi(),
        title=_("Earnings statement"),
        author=brand.company,
        at=at,
    )
    sheet.letterhead(brand, _("Earnings statement"))
    sheet.start_end(_("Week"), week, color=SOFT, share=0.4)
    if statement.week.so_far:
        sheet.start_end(_("So far"), formatter.date_time(at), color=SOFT, share=0.4)
    sheet.start_end(_("Driver"), driver.full_name, share=0.4)
    sheet.rule()

    sheet.heading(_("Trips"))
    sheet.start_end(_("Number of trips"), str(statement.trips))
    sheet.start_end(_("Fares"), formatter.money(statement.fares))
    sheet.start_end(_("Convenience fee"), formatter.money(-statement.convenience_fees))
    sheet.rule()
    sheet.start_end(_("Driver share"), formatter.money(statement.driver_share), style="B")

    if isinstance(statement, Statement):
        _write_wallet(sheet, formatter, statement)

    sheet.imprint(brand)
    return sheet.output()


def _write_wallet(sheet: Sheet, formatter: Formatter, statement: Statement) -> None:
    sheet.heading(_("Wallet"))
    sheet.start_end(_("Opening balance"), formatter.money(statement.opening_balance))
    sheet.rule()
    for movement in statement.movements:
        sheet.start_end(label_of(movement), formatter.money(movement.amount))
    if not statement.movements:
        sheet.start_end(_("No transactions this week"), color=SOFT)
    sheet.rule()
    sheet.start_end(_("Net change"), formatter.money(statement.net))
    sheet.start_end(_("Closing balance"), formatter.money(statement.closing_balance), size=13, style="B")


def label_of(movement: Movement) -> str:
    """Return the label of a kind of movement, for the sum of a week."""
    names = {
        EntryKind.DRIVER_SHARE.value: _("Driver share"),
        EntryKind.CASH_SETTLEMENT.value: _("Cash collected"),
    }
    return names.get(movement.kind) or str(KIND_LABELS.get(movement.kind, movement.kind))
