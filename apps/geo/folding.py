"""Folds words: lower case, without accents and punctuation, for both the index and queries."""

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

# Letters that Unicode does not decompose.
_REPLACEMENTS: Final = {
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "þ": "th", "ŧ": "t",
}  # fmt: skip
# Dropped within a word: "St Mary's" is typed "marys", "A.B.C." "abc".
_DROPPED: Final = frozenset("'’ʼ`´.")


class Word(NamedTuple):
    """A folded word, and for each of its characters the position in the text."""

    text: str
    origins: tuple[int, ...]


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    # Decomposed before case folding: a mathematical A has no lower case, but the decomposed A has.
    lowered = unicodedata.normalize("NFKD", character).casefold()
    replaced = "".join(_REPLACEMENTS.get(letter, letter) for letter in lowered)
    decomposed = unicodedata.normalize("NFKD", replaced)
    return "".join(letter for letter in decomposed if letter.isalnum())


def words_of(text: str) -> list[Word]:
    """Return the words of a text in order."""
    words: list[Word] = []
    letters: list[str] = []
    origins: list[int] = []
    for index, character in enumerate(text):
        folded = _fold_character(character)
        if folded:
            letters.append(folded)
            origins.extend([index] * len(folded))
        elif character not in _DROPPED and not unicodedata.combining(character) and letters:
            words.append(Word("".join(letters), tuple(origins)))
            letters, origins = [], []
    if letters:
        words.append(Word("".join(letters), tuple(origins)))
    return words


def fold(text: str) -> str:
    """Return the folded words, separated by single spaces."""
    return " ".join(word.text for word in words_of(text))
