"""The typed text as search terms."""

from dataclasses import dataclass
from typing import Final

from apps.geo.folding import words_of

MAX_WORDS: Final = 8
MIN_LETTERS: Final = 2

# Abbreviations that are not prefixes; a prefix such as "ave" needs no entry.
_LONG_FORMS: Final = {
    "rd": "road", "ln": "lane", "st": "saint", "saint": "st", "mt": "mount", "ct": "court", "pk": "park",
    "gdns": "gardens", "grdns": "gardens", "hwy": "highway", "blvd": "boulevard", "stn": "station",
    "jct": "junction", "hosp": "hospital",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlaceQuery:
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "PlaceQuery | None":
        """Return the query, or None for too short a text."""
        words = tuple(word.text for word in words_of(text))[:MAX_WORDS]
        return cls(words) if sum(map(len, words)) >= MIN_LETTERS else None

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def numbers(self) -> list[str]:
        """Return the words that may be a house number or half a postcode."""
        return [word for word in self.words if any(letter.isdigit() for letter in word)]

    def without_numbers(self) -> "PlaceQuery | None":
        words = tuple(word for word in self.words if word not in self.numbers)
        return PlaceQuery(words) if words and words != self.words else None

    def variants(self, word: str) -> tuple[str, ...]:
        long_form = _LONG_FORMS.get(word)
        return (word, long_form) if long_form else (word,)

    def tsquery(self) -> str:
        """Return a tsquery of word prefixes; a number that is not the last word must match whole: 12 is not
        127.

        Folded words contain no tsquery syntax.
        """
        last = len(self.words) - 1
        terms = []
        for index, word in enumerate(self.words):
            ending = "" if index < last and word[0].isdigit() else ":*"
            terms.append("(" + " | ".join(f"'{variant}'{ending}" for variant in self.variants(word)) + ")")
        return " & ".join(terms)

    def loose_tsquery(self) -> str:
        """Return a tsquery of shortened prefixes, to tolerate typing errors later in the words."""
        return " & ".join(f"'{word[: max(3, len(word) - 3)]}':*" for word in self.words)
