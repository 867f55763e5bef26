"""The words that find a booking: its reference, names, addresses, number plate, and telephones.

They lie in a column that PostgreSQL writes itself (migration 0007): lower case, without accents, Arabic
without vowel signs and with one form of each letter. Whole beginnings of words match, in any order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from apps.accounts.countries import home_country, mobile_beginnings
from apps.core.platform import platform_settings

PHONE: Final = "#"
"""What a telephone number's lexemes begin with: nobody can type it, so who may not see numbers cannot ask."""
WITHIN: Final = "="
"""What the lexemes of a status or a fleet begin with: nor can anybody type that."""
LEAST_PHONE_DIGITS: Final = 4
MOST_WORDS: Final = 8
ARTICLE: Final = "ال"


@dataclass(frozen=True, slots=True)
class Words:
    """A search: each word has to be the beginning of one of the booking's."""

    terms: tuple[str, ...]
    """For to_tsquery, one a word; none where nothing can be found."""
    within: str = ""
    """What else the index knows of the bookings that are wanted; empty where that is nothing."""

    def match(self) -> RawSQL:
        """Whether a booking has them all."""
        return RawSQL(
            '"bookings_booking"."search_words" @@ %s::tsquery',
            [" & ".join(self.terms)],
            output_field=BooleanField(),
        )


def words_of(search: str, *, with_phones: bool) -> Words:
    """What was typed, taken apart by the function that wrote the column."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT bookings_plain(%s)", [search.replace("\x00", " ")])
        (plain,) = cursor.fetchone() or ("",)
    begins = mobile_beginnings(search, home=home_country(platform_settings())) if with_phones else ()
    numbers = sorted(digits for digits in begins if len(digits) >= LEAST_PHONE_DIGITS)
    terms = _terms(plain.split()[:MOST_WORDS], with_phones=with_phones)
    if numbers and terms:
        # The whole of it may be one number, however it was written.
        whole = " | ".join(_prefix(PHONE + digits) for digits in numbers)
        terms = [f"(({' & '.join(terms)}) | {whole})"]
    return Words(tuple(terms))


def lexemes_within(*, statuses: Sequence[str], fleet_admin_id: int | None) -> str:
    """What bookings of these statuses, and of this fleet, have beside their words (migration 0013)."""
    parts = ["(" + " | ".join(_quoted(WITHIN + status) for status in statuses) + ")"] if statuses else []
    if fleet_admin_id is not None:
        parts.append(_quoted(f"{WITHIN}f{fleet_admin_id}"))
    return " & ".join(parts)


def _terms(tokens: list[str], *, with_phones: bool) -> list[str]:
    """One term a word; digits that follow each other may be one telephone number."""
    terms: list[str] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        while tokens[at].isdigit() and end < len(tokens) and tokens[end].isdigit():
            end += 1
        plain = " & ".join(_prefix(token) for token in tokens[at:end])
        plain = f"({plain})" if end > at + 1 else plain
        number = "".join(tokens[at:end])
        if with_phones and number.isdigit() and len(number.lstrip("0")) >= LEAST_PHONE_DIGITS:
            plain = f"(({plain}) | {_prefix(PHONE + number.lstrip('0'))})"
        terms.append(plain)
        at = end
    return terms


def _prefix(word: str) -> str:
    """A word as it was written, or in Arabic without its article."""
    bare = word.removeprefix(ARTICLE)
    if bare != word and len(bare) > 1:
        return f"({_quoted(word)}:* | {_quoted(bare)}:*)"
    return f"{_quoted(word)}:*"


def _quoted(word: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\1\1", word) + "'"
