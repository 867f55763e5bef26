"""What the providers without a word for it have in common: highlights, bare points, the reader's language."""

from django.utils.translation import get_language

from apps.geo.folding import words_of
from apps.geo.port import LatLng, Match

LEAST_LETTERS = 2


def is_too_short(text: str) -> bool:
    """True for a text that means nothing yet, and that nobody should be asked about."""
    return sum(len(word.text) for word in words_of(text)) < LEAST_LETTERS


def highlights(text: str, typed: str) -> tuple[Match, ...]:
    """The beginnings of words that were typed, in characters of the text."""
    beginnings = [word.text for word in words_of(typed)]
    found = []
    for word in words_of(text):
        length = max((len(typed) for typed in beginnings if word.text.startswith(typed)), default=0)
        if length:
            start = word.origins[0]
            found.append(Match(start, word.origins[length - 1] + 1 - start))
    return tuple(found)


def bare(at: LatLng) -> str:
    """A point that nobody has a name for."""
    return f"{at.lat:.5f}, {at.lng:.5f}"


def language() -> str:
    """The language that the answer is read in."""
    return get_language() or "en"
