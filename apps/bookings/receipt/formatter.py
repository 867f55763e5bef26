"""Formats a receipt's amounts, distances and times in the reader's language."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_interval, format_time
from babel.numbers import format_decimal
from babel.units import format_unit
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.bookings.choices import PaymentMode
from apps.bookings.receipt.facts import Currency
from apps.core.money import round_money
from apps.fares.engine import Line
from apps.fares.tariffs.explanation import explanation_of

# As in the front end (i18n/languages.ts): the day before the month, Western digits.
_LOCALES: Final[Mapping[str, str]] = {"en": "en_GB"}
MINUS: Final = "\u2212"


class Formatter:
    """Formats for one currency and time zone, in the active language."""

    def __init__(self, currency: Currency, time_zone: str) -> None:
        language = (get_language() or "en").split("-")[0]
        self.locale = Locale.parse(_LOCALES.get(language, language))
        self._currency = currency
        self._zone = ZoneInfo(time_zone)

    def money(self, amount: Decimal, *, least_decimals: int = 0) -> str:
        """Format an amount with the currency's decimals, or `least_decimals` if that is more."""
        decimals = max(self._currency.decimal, least_decimals)
        rounded = round_money(abs(amount), decimals=decimals)
        pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
        digits = format_decimal(rounded, format=pattern, locale=self.locale)
        sign = MINUS if amount < 0 and rounded else ""
        symbol = self._currency.symbol
        if not symbol:
            return sign + digits
        return f"{sign}{digits}\u00a0{symbol}" if self._currency.swipe_symbol else f"{sign}{symbol}{digits}"

    def date_time(self, at: datetime) -> str:
        local = at.astimezone(self._zone)
        day = format_date(local, format="long", locale=self.locale)
        comma = {"ar": "\u060c", "zh": ""}.get(self.locale.language, ",")
        return f"{day}{comma} {self.time(at)}"

    def days(self, first: date, last: date) -> str:
        """Format a range of days, such as "16–22 Nov 2026"."""
        return format_interval(first, last, skeleton="yMMMd", locale=self.locale)

    def time(self, at: datetime) -> str:
        return format_time(at.astimezone(self._zone), format="HH:mm", locale=self.locale)

    def distance(self, amount: Decimal, *, in_miles: bool) -> str:
        unit = "length-mile" if in_miles else "length-kilometer"
        return format_unit(round(amount, 1), unit, length="short", locale=self.locale)

    def duration(self, seconds: int) -> str:
        """Format a duration in whole minutes, rounded up as on the pages."""
        hours, minutes = divmod(-(-max(seconds, 0) // 60), 60)
        parts = [(hours, "duration-hour")] if hours else []
        if minutes or not hours:
            parts.append((minutes, "duration-minute"))
        return " ".join(format_unit(count, unit, length="short", locale=self.locale) for count, unit in parts)

    def paid_by(self, mode: PaymentMode, gateway_label: str) -> str:
        """Return the label of a payment."""
        if mode == PaymentMode.CARD and gateway_label:
            return _("Paid by card (%(gateway)s)") % {"gateway": gateway_label}
        labels = {
            PaymentMode.CASH: _("Paid in cash"),
            PaymentMode.WALLET: _("Paid from the wallet"),
            PaymentMode.CARD: _("Paid by card"),
            PaymentMode.OTHER: _("Paid in another way"),
            PaymentMode.WRITTEN_OFF: _("Written off"),
        }
        return labels[mode]

    def label(self, line: Line) -> str:
        """Return the label of a line of the bill; of a line by a tariff its explanation."""
        if explanation := explanation_of(line):
            return explanation
        names = {
            "base_fare": _("Base fare"),
            "distance": _("Distance"),
            "time": _("Time"),
            "parcel": _("Parcel type"),
            "option": _("Parcel option"),
            "minimum": _("Minimum fare adjustment"),
            "convenience_fee": _("Convenience fee"),
            "adjustment": _("Adjustment"),
            "promo_min_order": _("Promo code not applied: fare below minimum"),
        }
        return names.get(line.key, _("Other"))

    def calculation(self, line: Line) -> str:
        """Return how a line is calculated, such as "12.3 km at £1.20 per km"; empty for a fixed amount."""
        if explanation_of(line):
            return ""
        rate = self.money(line.rate)
        if line.unit == "%":
            return f"{format_decimal(line.rate, locale=self.locale)} %"
        if not line.quantity:
            return ""
        if line.unit == "h":
            measured = self.duration(round(line.quantity * 3600))
            return _("%(quantity)s at %(rate)s per hour") % {"quantity": measured, "rate": rate}
        if line.unit not in ("km", "mi"):
            return ""
        measured = self.distance(line.quantity, in_miles=line.unit == "mi")
        if line.unit == "mi":
            return _("%(quantity)s at %(rate)s per mile") % {"quantity": measured, "rate": rate}
        return _("%(quantity)s at %(rate)s per km") % {"quantity": measured, "rate": rate}
