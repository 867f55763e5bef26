"""The explanation of a line in the reader's language: "Night rate, 23:00-06:00: 4.2 km at 2.80 per km"."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from babel import Locale
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.fares.engine import Line

SURGE: Final = "surge"
_LOCALES: Final[Mapping[str, str]] = {"en": "en_GB"}
_UNITS: Final[Mapping[str, str]] = {
    "m": "length-meter",
    "km": "length-kilometer",
    "yd": "length-yard",
    "ft": "length-foot",
    "mi": "length-mile",
    "s": "duration-second",
    "min": "duration-minute",
    "h": "duration-hour",
}
_FORMATTED: Final = 4096
"""Formatted numbers that a process keeps."""
_CLOCK: Final = re.compile(r"[\d:,\- ]+")
"""Hours without names of days, which need no translation."""


# Most numbers are the tariff's own and repeat with every trip.
@lru_cache(maxsize=_FORMATTED)
def _number(text: str, locale: str) -> str:
    amount = Decimal(text)
    # As written in the tariff: 2.80 has two decimals, in every language.
    decimals = max(0, -int(amount.as_tuple().exponent))
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return str(format_decimal(amount, format=pattern, locale=Locale.parse(locale)))


@lru_cache(maxsize=_FORMATTED)
def _measure(text: str, locale: str) -> str:
    """Format a distance or a time such as "117.6 yd" in a language; other texts are unchanged."""
    number, _space, unit = text.partition(" ")
    if unit not in _UNITS:
        return text
    return str(format_unit(Decimal(number), _UNITS[unit], length="short", locale=Locale.parse(locale)))


@dataclass(frozen=True, slots=True)
class _Explained:
    """A line's values, formatted in the active language."""

    quantity: Decimal
    unit: str
    rate: Decimal
    params: Mapping[str, str]
    locale: str

    def number(self, value: Decimal | str) -> str:
        return _number(f"{value:f}" if isinstance(value, Decimal) else value, self.locale)

    def measure(self, text: str) -> str:
        return _measure(text, self.locale)

    def percent(self, number: str) -> str:
        return str(format_percent(Decimal(number) / 100, locale=Locale.parse(self.locale)))

    @property
    def shown_rate(self) -> str:
        return self.number(self.rate)

    @property
    def measured(self) -> str:
        return self.measure(f"{self.quantity.normalize():f} {self.unit}")

    @property
    def count(self) -> str:
        return self.number(f"{self.quantity.normalize():f}")

    @property
    def size(self) -> str:
        parts = [self.measure(self.params[name]) for name in ("distance", "time") if self.params.get(name)]
        return " / ".join(parts)

    def param(self, name: str) -> str:
        return self.measure(self.params.get(name, ""))


def _per_distance(line: _Explained) -> str:
    values = {"quantity": line.measured, "rate": line.shown_rate}
    if line.unit == "mi":
        return _("%(quantity)s at %(rate)s per mile") % values
    return _("%(quantity)s at %(rate)s per km") % values


def _per_hour(line: _Explained) -> str:
    minutes = round(line.quantity * 60, 1).normalize()
    values = {"quantity": line.measure(f"{minutes:f} min"), "rate": line.shown_rate}
    return _("%(quantity)s at %(rate)s per hour") % values


def _units(line: _Explained) -> str:
    values = {"quantity": line.count, "size": line.size, "rate": line.shown_rate}
    return _("%(quantity)s × %(size)s at %(rate)s") % values


def _waiting(line: _Explained) -> str:
    values = {"rate": line.shown_rate, "every": line.param("every"), "free": line.param("free")}
    return _("%(rate)s per %(every)s of waiting, after %(free)s free of charge") % values


def _hire(line: _Explained) -> str:
    values = {
        "quantity": line.measured, "rate": line.shown_rate, "included": line.param("included"),
    }  # fmt: skip
    if line.params["included"].startswith("0 "):
        return _("%(quantity)s at %(rate)s per hour") % values
    return _("%(quantity)s at %(rate)s per hour, %(included)s included") % values


def _hire_time(line: _Explained) -> str:
    values = {"quantity": line.count, "rate": line.shown_rate, "included": line.param("included")}
    if line.params["included"].startswith("0 "):
        return _("extra half-hours: %(quantity)s at %(rate)s each") % values
    return _("extra half-hours: %(quantity)s at %(rate)s each, %(included)s more included") % values


def _hire_distance(line: _Explained) -> str:
    values = {"quantity": line.measured, "rate": line.shown_rate}
    if line.unit == "mi":
        return _("%(quantity)s above the included distance at %(rate)s per mile") % values
    return _("%(quantity)s above the included distance at %(rate)s per km") % values


def _each(line: _Explained) -> str:
    return _("%(quantity)s at %(rate)s each") % {"quantity": line.count, "rate": line.shown_rate}


TEXTS: Final[Mapping[str, Callable[[_Explained], str]]] = {
    "base_fare": lambda line: _("Base fare"),
    "distance": _per_distance,
    "time": _per_hour,
    "units": _units,
    "fixed": lambda line: _("Fixed price"),
    "hire": _hire,
    "hire_time": _hire_time,
    "hire_distance": _hire_distance,
    "waiting_pickup": _waiting,
    "waiting_stop": _waiting,
    "multiplier": lambda line: _("Fare × %(factor)s") % {"factor": line.number(line.params["factor"])},
    SURGE: lambda line: (
        _("Fare × %(factor)s, because many people requested rides") % {"factor": line.shown_rate}
    ),
    "minimum": lambda line: _("Up to the minimum of %(amount)s") % {"amount": line.shown_rate},
    "extra_trip": lambda line: "",
    "extra_passenger": _each,
    "extra_luggage": _each,
    "extra_stop": _each,
    "extra_pickup_distance": _each,
    "extras_cap": lambda line: _("At most %(amount)s together") % {"amount": line.shown_rate},
    "charge": lambda line: "",
    "rounding": lambda line: _("Rounded to %(amount)s") % {"amount": line.shown_rate},
    "convenience_fee": lambda line: _("Convenience fee"),
    "no_show": lambda line: _("The rider did not come"),
    "no_show_cap": lambda line: _("At most %(amount)s together") % {"amount": line.shown_rate},
    "cancellation": lambda line: _("Cancelled after more than %(time)s") % {"time": line.param("after")},
    "cancellation_way": lambda line: (
        _("Cancelled when the driver had come at least %(share)s of the way")
        % {"share": line.percent(line.params["way"])}
    ),
    "cancellation_before": lambda line: (
        _("Cancelled less than %(time)s before the pickup") % {"time": line.param("before_pickup")}
    ),
}


def explanation_of_lines(lines: Iterable[Line | Mapping[str, Any]]) -> str:
    """Return the explanations of the lines of a fee; empty without lines of a tariff."""
    return "; ".join(filter(None, map(explanation_of, lines)))


def explanation_of(line: Line | Mapping[str, Any]) -> str:
    """Return the explanation of a calculated or stored line; empty for most lines of a car type's
    numbers.
    """
    if type(line) is Line and line.key != SURGE:
        # The quick way for most lines.
        return ""
    stored: Mapping[str, Any] = line if isinstance(line, Mapping) else line.as_json()
    if stored["key"] == SURGE:
        # The same by a tariff and by a car type's numbers.
        stored = {**stored, "message": SURGE, "rule": "", "params": {}}
    text = TEXTS.get(stored.get("message", ""))
    if text is None:
        return ""
    language = (get_language() or "en").split("-")[0]
    explained = _Explained(
        Decimal(stored["quantity"]),
        stored["unit"],
        Decimal(stored["rate"]),
        stored["params"],
        _LOCALES.get(language, language),
    )
    hours = stored["params"].get("hours", "")
    rule = f"{stored['rule']}, {hours}" if hours and _CLOCK.fullmatch(hours) else str(stored["rule"])
    return ": ".join(part for part in (rule, text(explained)) if part)
