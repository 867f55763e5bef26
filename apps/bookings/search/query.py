"""The text search of bookings: by reference, names, addresses, number plate and phone numbers.

PostgreSQL generates the search column (migration 0007): lower case, without accents, Arabic without vowel
signs and with one form of each letter. Prefixes of words match, in any order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from apps.accounts.phone_numbers.countries import home_country, mobile_beginnings
from apps.core.platform import platform_settings
from apps.core.replica import read_connection

PHONE: Final = "#"
"""The prefix of a phone number's lexemes. It cannot be typed, which protects the numbers."""
WITHIN: Final = "="
"""The prefix of a status's or fleet's lexemes, which cannot be typed either."""
MIN_PHONE_DIGITS: Final = 4
MAX_TERMS: Final = 8
ARTICLE: Final = "ال"


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A parsed search; every term must match a prefix in the booking's search column."""

    terms: tuple[str, ...]
    """One to_tsquery term per word; empty if nothing can match."""
    within: str = ""
    """The statuses and fleet as a tsquery of the index; empty for no restriction."""

    def match(self) -> RawSQL:
        """Return the condition that all terms match."""
        return RawSQL(
            '"bookings_booking"."search_words" @@ %s::tsquery',
            [" & ".join(self.terms)],
            output_field=BooleanField(),
        )


def parse_query(search: str, *, with_phones: bool) -> SearchQuery:
    """Parse the search text with the database function that fills the search column."""
    with read_connection().cursor() as cursor:
        cursor.execute("SELECT bookings_plain(%s)", [search.replace("\x00", " ")])
        (plain,) = cursor.fetchone() or ("",)
    beginnings = mobile_beginnings(search, home=home_country(platform_settings())) if with_phones else ()
    numbers = sorted(digits for digits in beginnings if len(digits) >= MIN_PHONE_DIGITS)
    terms = _terms(plain.split()[:MAX_TERMS], with_phones=with_phones)
    if numbers and terms:
        # The whole text may be one phone number in any notation.
        whole = " | ".join(_prefix(PHONE + digits) for digits in numbers)
        terms = [f"(({' & '.join(terms)}) | {whole})"]
    return SearchQuery(tuple(terms))


def lexemes_of_scope(*, statuses: Sequence[str], fleet_admin_id: int | None) -> str:
    """Return the lexemes that the index stores for these statuses and this fleet (migration 0013)."""
    parts = ["(" + " | ".join(_quoted(WITHIN + status) for status in statuses) + ")"] if statuses else []
    if fleet_admin_id is not None:
        parts.append(_quoted(f"{WITHIN}f{fleet_admin_id}"))
    return " & ".join(parts)


def _terms(tokens: list[str], *, with_phones: bool) -> list[str]:
    """Return one term per word; consecutive digit groups can form one phone number."""
    terms: list[str] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        while tokens[at].isdigit() and end < len(tokens) and tokens[end].isdigit():
            end += 1
        plain = " & ".join(_prefix(token) for token in tokens[at:end])
        plain = f"({plain})" if end > at + 1 else plain
        number = "".join(tokens[at:end])
        if with_phones and number.isdigit() and len(number.lstrip("0")) >= MIN_PHONE_DIGITS:
            plain = f"(({plain}) | {_prefix(PHONE + number.lstrip('0'))})"
        terms.append(plain)
        at = end
    return terms


def _prefix(word: str) -> str:
    """Return the prefix match of a word, in Arabic also without its article."""
    bare = word.removeprefix(ARTICLE)
    if bare != word and len(bare) > 1:
        return f"({_quoted(word)}:* | {_quoted(bare)}:*)"
    return f"{_quoted(word)}:*"


def _quoted(word: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\1\1", word) + "'"
