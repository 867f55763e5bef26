"""Countries, their dial codes, and telephone numbers in one spelling, as phonenumbers and Babel know them."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

import phonenumbers
from babel import Locale
from django.conf import settings

from apps.core.platform import Platform

MOBILE: Final = re.compile(r"\+[1-9][0-9]{6,14}")
"""A full number: plus sign, dial code and digits, of the length that E.164 allows."""

_NORTH_AMERICA: Final = 1


@dataclass(frozen=True, slots=True)
class Country:
    label: str
    code: str
    """Two letters (ISO 3166-1)."""
    phone: str
    """The dial code without plus sign: `44`, `1-268`."""


@cache
def countries(language: str) -> tuple[Country, ...]:
    """Every country that has telephones, named and sorted in one of the platform's languages."""
    names = Locale.parse(
        language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE, sep="-"
    )
    found = (Country(names.territories.get(code, code), code, phone) for code, phone in dial_codes().items())
    return tuple(sorted(found, key=lambda country: _without_accents(country.label)))


@cache
def dial_codes() -> dict[str, str]:
    """By country; `1-268` where all numbers of one share an area code of North America.

    A country with several of them (the Dominican Republic: 809, 829 and 849) has the `1` alone, and its
    people begin with their area code: each other prefix would refuse some of their numbers.
    """
    return {code: _dial_code(code) for code in phonenumbers.SUPPORTED_REGIONS}


def home_country(platform: Platform) -> str:
    """The two letters of the platform's own country; "" where its settings name none."""
    wanted = _without_accents(platform.country.strip())
    for country in countries(settings.LANGUAGE_CODE):
        if wanted in {_without_accents(country.label), country.code.casefold()}:
            return country.code
    restricted_to = platform.restrict_country.upper()
    return restricted_to if restricted_to in dial_codes() else ""


def stripped(text: str) -> str:
    """A number as people and country lists write it, without its spaces and hyphens."""
    return re.sub(r"[\s-]", "", text)


def full_mobile(*, dial_code: str, digits: str) -> str | None:
    """Plus sign, dial code and digits in the one spelling that is kept; None where no number can be that."""
    return one_spelling(f"+{dial_code}{digits}")


def one_spelling(mobile: str) -> str | None:
    """The full number as it is kept and looked for; None for what can be no number.

    Digits that are dialled at home only (the 0 of 07700 900123) go, so that one telephone is one person,
    however its number is typed. What has no length that its country knows stays as it is.
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


def _dial_code(code: str) -> str:
    calling_code = phonenumbers.country_code_for_region(code)
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(code)
    area = metadata.leading_digits if metadata else None
    shared = calling_code == _NORTH_AMERICA and area is not None and area.isdecimal()
    return f"{calling_code}-{area}" if shared else str(calling_code)


def _without_accents(text: str) -> str:
    """For comparing names: Åland stands among the A, and Réunion among the R."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()
