"""Countries with what follows from them, and currencies, in the reader's language."""

from functools import cache
from typing import Any

from babel import Locale
from babel.numbers import get_territory_currencies, list_currencies
from django.utils.translation import get_language

from apps.accounts.phone_numbers.countries import countries
from apps.backoffice.setup.services import time_zones_of


def country_choices() -> list[dict[str, Any]]:
    return _countries(get_language() or "en")


def currency_choices() -> list[dict[str, str]]:
    return _currencies(get_language() or "en")


def currency_of(country: str) -> str:
    """Return the only currency of a country, or ""."""
    current = get_territory_currencies(country)
    return current[0] if len(current) == 1 else ""


@cache
def _countries(language: str) -> list[dict[str, Any]]:
    return [
        {
            "code": country.code,
            "name": country.label,
            "currency": currency_of(country.code),
            "time_zones": time_zones_of(country.code),
        }
        for country in countries(language)
    ]


@cache
def _currencies(language: str) -> list[dict[str, str]]:
    """Return the currencies that some country uses today."""
    names = Locale.parse(language, sep="-").currencies
    used = {code for country in countries("en") for code in get_territory_currencies(country.code)}
    labelled = [{"code": code, "name": names.get(code, code)} for code in used & set(list_currencies())]
    return sorted(labelled, key=lambda currency: currency["name"])
