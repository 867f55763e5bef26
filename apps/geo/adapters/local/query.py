"""What somebody typed, as words to search for."""

from dataclasses import dataclass
from typing import Final

from apps.geo.folding import words_of

MAX_WORDS: Final = 8
LEAST_LETTERS: Final = 2

# What people shorten, and what the map writes; a beginning ("ave", "clo") needs no entry.
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
        """None for a text too short to mean anything."""
        words = tuple(word.text for word in words_of(text))[:MAX_WORDS]
        return cls(words) if sum(map(len, words)) >= LEAST_LETTERS else None

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def numbers(self) -> list[str]:
        """Words that may be a house number (or half a postcode)."""
        return [word for word in self.words if any(letter.isdigit() for letter in word)]

    def without_numbers(self) -> "PlaceQuery | None":
        words = tuple(word for word in self.words if word not in self.numbers)
        return PlaceQuery(words) if words and words != self.words else None

    def meanings(self, word: str) -> tuple[str, ...]:
        long_form = _LONG_FORMS.get(word)
        return (word, long_form) if long_form else (word,)

    def tsquery(self) -> str:
        """Every word as a beginning, but a number with more behind it as a whole: 12 is not 127.

        Folded words hold nothing that a tsquery would read.
        """
        last = len(self.words) - 1
        terms = []
        for index, word in enumerate(self.words):
            ending = "" if index < last and word[0].isdigit() else ":*"
            terms.append("(" + " | ".join(f"'{meaning}'{ending}" for meaning in self.meanings(word)) + ")")
        return " & ".join(terms)

    def loose_tsquery(self) -> str:
        """The beginnings of the words alone, for a slip of the finger further on."""
        return " & ".join(f"'{word[: max(3, len(word) - 3)]}':*" for word in self.words)
