"""Words without case, accents or punctuation, the same for what is indexed and for what is typed."""

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

# Letters that carry their stroke or ligature inside: Unicode does not take them apart.
_PLAIN: Final = {
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "þ": "th", "ŧ": "t",
}  # fmt: skip
# Within a word these are left out: "St Mary's" is typed "marys", "A.B.C." "abc".
_SILENT: Final = frozenset("'’ʼ`´.")


class Word(NamedTuple):
    """A folded word and, for each of its characters, which character of the text it came from."""

    text: str
    origins: tuple[int, ...]


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    # Taken apart before the case goes too: a mathematical A has no small letter, the A inside it has.
    lowered = unicodedata.normalize("NFKD", character).casefold()
    plain = "".join(_PLAIN.get(letter, letter) for letter in lowered)
    apart = unicodedata.normalize("NFKD", plain)
    return "".join(letter for letter in apart if letter.isalnum())


def words_of(text: str) -> list[Word]:
    """The words of a text in their order."""
    words: list[Word] = []
    letters: list[str] = []
    origins: list[int] = []
    for index, character in enumerate(text):
        folded = _fold_character(character)
        if folded:
            letters.append(folded)
            origins.extend([index] * len(folded))
        elif character not in _SILENT and not unicodedata.combining(character) and letters:
            words.append(Word("".join(letters), tuple(origins)))
            letters, origins = [], []
    if letters:
        words.append(Word("".join(letters), tuple(origins)))
    return words


def fold(text: str) -> str:
    """The words with single spaces between them."""
    return " ".join(word.text for word in words_of(text))
