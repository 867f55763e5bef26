"""How well a place fits what was typed, and which letters of it that were."""

from difflib import SequenceMatcher
from typing import Final

from apps.geo.adapters.local.query import PlaceQuery
from apps.geo.folding import fold, words_of
from apps.geo.port import Match

LEAST_LIKENESS: Final = 0.75


def matches_in(text: str, query: PlaceQuery) -> tuple[Match, ...]:
    """The beginnings of words that the query's words stand for, in characters of the text."""
    found = []
    for word in words_of(text):
        lengths = [
            len(meaning)
            for typed in query.words
            for meaning in query.meanings(typed)
            if word.text.startswith(meaning)
        ]
        if lengths:
            start = word.origins[0]
            found.append(Match(start, word.origins[max(lengths) - 1] + 1 - start))
    return tuple(found)


def closeness(main_text: str, query: PlaceQuery) -> float:
    """0 to 0.5: how much of the query the main text holds, and how much of it the query."""
    words = [word.text for word in words_of(main_text)]
    if not words:
        return 0.0
    hit_words = {word for word in words if any(_begins(word, typed, query) for typed in query.words)}
    hit_typed = [typed for typed in query.words if any(_begins(word, typed, query) for word in words)]
    whole = [typed for typed in query.words if typed in words]
    return (
        0.2 * len(hit_typed) / len(query.words)
        + 0.15 * len(whole) / len(query.words)
        + 0.15 * len(hit_words) / len(set(words))
    )


def likeness(text: str, query: PlaceQuery) -> float:
    """0 to 1: how alike the least alike word of the query is to some word of the text."""
    words = fold(text).split()
    return min(
        max((SequenceMatcher(None, typed, word[: len(typed) + 1]).ratio() for word in words), default=0.0)
        for typed in query.words
    )


def _begins(word: str, typed: str, query: PlaceQuery) -> bool:
    return any(word.startswith(meaning) for meaning in query.meanings(typed))
