"""Countries, their dial codes and normalized phone numbers, from phonenumbers and Babel."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import phonenumbers
from babel import Locale
from django.conf import settings

from apps.core.platform import Platform, platform_settings

MOBILE: Final = re.compile(r"\+[1-9][0-9]{6,14}")
"""A full number: plus sign, dial code and digits, with the lengths that E.164 allows."""

PHONE_SEARCH: Final = re.compile(r"\s*\+?[\d\s().\-/\u2010-\u2015]*\d[\d\s().\-/\u2010-\u2015]*")
"""Text that can start a phone number but not a name."""

_NORTH_AMERICA: Final = 1


@dataclass(frozen=True, slots=True)
class Country:
    label: str
    code: str
    """ISO 3166-1 alpha-2."""
    phone: str
    """The dial code without plus sign: `44`, `1-268`."""


@cache
def countries(language: str) -> tuple[Country, ...]:
    """Return all countries with a dial code, named and sorted in the language."""
    names = Locale.parse(
        language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE, sep="-"
    )
    found = (Country(names.territories.get(code, code), code, phone) for code, phone in dial_codes().items())
    return tuple(sorted(found, key=lambda country: _without_accents(country.label)))


@cache
def dial_codes() -> dict[str, str]:
    """Return dial codes by country, `1-268` where all numbers share one North American area code.

    A country with several area codes (the Dominican Republic: 809, 829 and 849) has `1`, and its users enter
    the area code: any one prefix would exclude valid numbers.
    """
    return {code: _dial_code(code) for code in phonenumbers.SUPPORTED_REGIONS}


def home_country(platform: Platform) -> str:
    """Return the platform's own country (ISO 3166-1 alpha-2); "" if the settings name none."""
    return _country_named(platform.country.strip()) or _restricted_to(platform)


def _restricted_to(platform: Platform) -> str:
    code = platform.restrict_country.upper()
    return code if code in dial_codes() else ""


@lru_cache(maxsize=64)
def _country_named(name: str) -> str:
    wanted = _without_accents(name)
    for country in countries(settings.LANGUAGE_CODE):
        if wanted in {_without_accents(country.label), country.code.casefold()}:
            return country.code
    return ""


def stripped(text: str) -> str:
    """Return a number without spaces and hyphens."""
    return re.sub(r"[\s-]", "", text)


def full_mobile(*, dial_code: str, digits: str) -> str | None:
    """Return the number as stored: plus sign, dial code, digits; None if it is not valid."""
    return normalized_mobile(f"+{dial_code}{digits}")


def normalized_mobile(mobile: str) -> str | None:
    """Return the full number as stored and searched; None if it cannot be a number.

    Removes digits that are dialled only within the country (the 0 of 07700 900123), so that one phone belongs
    to one user. Numbers of an impossible length are returned unchanged.
    """
    plain = stripped(mobile)
    if not MOBILE.fullmatch(plain):
        return None
    try:
        number = phonenumbers.parse(plain)
    except phonenumbers.NumberParseException:
        return plain
    if not phonenumbers.is_possible_number(number):
        return plain
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def typed_mobile(typed: str, *, home: str) -> str | None:
    """Return the full number of typed text: `+44...`, `0044...`, or as dialled in the home country.

    Ignores spaces, hyphens, dots, slashes and brackets. None for text that cannot be a number, and for a
    national number if `home` is "".
    """
    plain = _without_punctuation(typed)
    if plain.startswith("00"):
        plain = f"+{plain[2:]}"
    if plain.startswith("+"):
        return normalized_mobile(plain)
    if not home or not plain.isdecimal():
        return None
    try:
        number = phonenumbers.parse(plain, home)
    except phonenumbers.NumberParseException:
        return None
    # Local-only numbers cannot be called from other places.
    possible = phonenumbers.is_possible_number_with_reason(number)
    if possible != phonenumbers.ValidationResult.IS_POSSIBLE:
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def home_mobile(typed: str) -> str | None:
    """Return `typed_mobile` for the platform's own country."""
    return typed_mobile(typed, home=home_country(platform_settings()))


def mobile_beginnings(search: str, *, home: str) -> frozenset[str]:
    """Return how full numbers may start, without the plus sign, that match the typed text.

    Empty if the text cannot start a number.
    """
    if not PHONE_SEARCH.fullmatch(search):
        return frozenset()
    plain = _without_punctuation(search)
    digits = plain.removeprefix("+")
    if not digits.isdecimal():
        return frozenset()
    full = (typed_mobile(search, home=home) or "").removeprefix("+")
    found = {full, digits if plain.startswith("+") else digits.removeprefix("00")}
    if home and not plain.startswith("+"):
        metadata = phonenumbers.PhoneMetadata.metadata_for_region(home)
        trunk = (metadata.national_prefix if metadata else None) or ""
        found.add(f"{phonenumbers.country_code_for_region(home)}{digits.removeprefix(trunk)}")
    return frozenset(found - {""})


def _without_punctuation(typed: str) -> str:
    """Return ASCII digits and a leading plus sign; removes a zero in brackets after the dial code."""
    text = re.sub(r"^(\s*\+[0-9\s]+)\(0\)", r"\1", unicodedata.normalize("NFKC", typed))
    text = "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)
    return re.sub(r"[\s().\-/\u2010-\u2015]", "", text)


def _dial_code(code: str) -> str:
    calling_code = phonenumbers.country_code_for_region(code)
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(code)
    area = metadata.leading_digits if metadata else None
    shared = calling_code == _NORTH_AMERICA and area is not None and area.isdecimal()
    return f"{calling_code}-{area}" if shared else str(calling_code)


def _without_accents(text: str) -> str:
    """Return text for comparing and sorting names: Åland sorts with A, Réunion with R."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()
