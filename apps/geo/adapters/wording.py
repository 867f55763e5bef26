"""Helpers shared by providers: highlights, descriptions of bare points, the user's language."""

from django.utils.translation import get_language

from apps.geo.folding import words_of
from apps.geo.port import LatLng, Match

MIN_LETTERS = 2


def is_too_short(text: str) -> bool:
    """Return whether the text is too short to search for."""
    return sum(len(word.text) for word in words_of(text)) < MIN_LETTERS


def highlights(text: str, typed: str) -> tuple[Match, ...]:
    """Return the typed beginnings of words, in characters of the text."""
    beginnings = [word.text for word in words_of(typed)]
    matches = []
    for word in words_of(text):
        length = max((len(typed) for typed in beginnings if word.text.startswith(typed)), default=0)
        if length:
            start = word.origins[0]
            matches.append(Match(start, word.origins[length - 1] + 1 - start))
    return tuple(matches)


def coordinates_text(at: LatLng) -> str:
    """Return the description of a point without a name."""
    return f"{at.lat:.5f}, {at.lng:.5f}"


def language() -> str:
    """Return the language for the response."""
    return get_language() or "en"
