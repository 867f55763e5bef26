"""Formats figures in the audit log for exports.

The audit log stores plain decimals (`5.0000`) without saying what kind of figure a field holds.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal

from babel.numbers import format_decimal, format_percent
from django.apps import apps
from django.db.models import DecimalField

from apps.bookings.receipt.facts import Currency
from apps.bookings.receipt.formatter import Formatter
from apps.core.models import AuditEntry
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.core.platform import Platform
from apps.core.platform_settings import SETTINGS
from apps.core.setting_kinds import Amounts

Figure = Literal["money", "percent", "number"]
FIGURES: Final[tuple[Figure, ...]] = ("money", "percent", "number")

OTHER_MONEY: Final = frozenset(
    {"balance", "difference", "fees_paid", "from_driver", "left", "total"}
    | {name for name, setting in SETTINGS.items() if isinstance(setting.kind, Amounts)}
)
"""Names of recorded amounts that are not decimal columns of a model."""
BY_TYPE: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("car_type", "convenience_fees"): ("convenience_fee_type", "flat"),
    ("promo", "promo_discount_value"): ("promo_discount_type", "flat"),
    ("settings", "tip_suggestions"): ("tip_kind", "amount"),
}
"""Fields that hold an amount or a percentage: the field that decides, and its value for amounts."""
_FIGURE: Final = re.compile(r"-?\d+(\.\d+)?")


def figures_of(entry: AuditEntry) -> dict[str, Figure]:
    """Return the kind of figure of each name in an entry, at any depth.

    A field that may be an amount or a percentage is a plain number if the entry does not say which.
    """
    known = _columns()
    figures: dict[str, Figure] = {}
    for name in {*_names(entry.before), *_names(entry.after)}:
        if (entry.kind, name) in BY_TYPE:
            figures[name] = _by_type(entry, *BY_TYPE[entry.kind, name])
        elif name in known:
            figures[name] = known[name]
    return figures


class FigureFormat:
    """Formats figures in the active language with the platform's settings."""

    def __init__(self, settings: Platform) -> None:
        currency = Currency(settings.symbol, settings.code, settings.decimal, settings.swipe_symbol)
        self._formatter = Formatter(currency, settings.time_zone)

    def side(self, values: Mapping[str, Any], figures: Mapping[str, Figure]) -> dict[str, Any]:
        """Return one side of a change with its figures formatted."""
        return {name: self._value(value, figures.get(name), figures) for name, value in values.items()}

    def _value(self, value: Any, figure: Figure | None, figures: Mapping[str, Figure]) -> Any:
        if isinstance(value, dict):
            return self.side(value, figures)
        if isinstance(value, list):
            return [self._value(each, figure, figures) for each in value]
        if figure is None or isinstance(value, bool) or not _FIGURE.fullmatch(str(value)):
            return value
        return self._text(Decimal(str(value)), figure)

    def _text(self, value: Decimal, figure: Figure) -> str:
        # Show every recorded decimal place, so that different values look different.
        places = _places(value)
        if figure == "money":
            return self._formatter.money(value, least_decimals=places)
        pattern = "#,##0" + ("." + "#" * places if places else "")
        if figure == "percent":
            return format_percent(value / 100, format=pattern + "%", locale=self._formatter.locale)
        return format_decimal(value, format=pattern, locale=self._formatter.locale)


def _places(value: Decimal) -> int:
    """Return the number of significant decimal places: 2 for 0.1200."""
    exponent = value.normalize().as_tuple().exponent
    return max(0, -int(exponent))


def _by_type(entry: AuditEntry, type_name: str, amounts: str) -> Figure:
    types = {side[type_name] for side in (entry.before, entry.after) if type_name in side}
    if len(types) != 1:
        return "number"
    return "money" if types == {amounts} else "percent"


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _names(each)
    elif isinstance(value, list):
        for each in value:
            yield from _names(each)


@cache
def _columns() -> Mapping[str, Figure]:
    """Return the decimal columns of all models; a name with both kinds counts as money."""
    fields = [
        field
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, DecimalField)
    ]
    numbers: dict[str, Figure] = {field.name: "number" for field in fields}
    money: dict[str, Figure] = {
        field.name: "money"
        for field in fields
        if (field.max_digits, field.decimal_places) == (MONEY_DIGITS, MONEY_PLACES)
    }
    return numbers | money | dict.fromkeys(OTHER_MONEY, "money")
