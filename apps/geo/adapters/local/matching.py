"""How well a place matches the typed text, and which characters match."""

from difflib import SequenceMatcher
from typing import Final

from apps.geo.adapters.local.query import PlaceQuery
from apps.geo.folding import fold, words_of
from apps.geo.port import Match

MIN_LIKENESS: Final = 0.75


def matches_in(text: str, query: PlaceQuery) -> tuple[Match, ...]:
    """Return the matching beginnings of words, in characters of the text."""
    matches = []
    for word in words_of(text):
        lengths = [
            len(variant)
            for typed in query.words
            for variant in query.variants(typed)
            if word.text.startswith(variant)
        ]
        if lengths:
            start = word.origins[0]
            matches.append(Match(start, word.origins[max(lengths) - 1] + 1 - start))
    return tuple(matches)


def closeness(main_text: str, query: PlaceQuery) -> float:
    """Return 0 to 0.5: how much the query and the main text have in common."""
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
    """Return 0 to 1: the similarity of the query's least similar word to its closest word of the text."""
    words = fold(text).split()
    return min(
        max((SequenceMatcher(None, typed, word[: len(typed) + 1]).ratio() for word in words), default=0.0)
        for typed in query.words
    )


def _begins(word: str, typed: str, query: PlaceQuery) -> bool:
    return any(word.startswith(variant) for variant in query.variants(typed))
