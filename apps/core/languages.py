"""The languages of the platform, by the names that people's records and browsers give them.

Those are plain (zh); Django knows some by their script (zh-hans).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, get_supported_language_variant


@cache
def languages() -> frozenset[str]:
    """Every code that a person's record may hold."""
    return frozenset(_plain(code) for code, _name in settings.LANGUAGES)


def current_language() -> str:
    """The code of the language in force, to keep with a person; "" where it is none of ours."""
    code = _plain(get_language() or "")
    return code if code in languages() else ""


@dataclass(frozen=True, slots=True)
class Offered:
    """The languages that may be chosen, by their codes, with the release's language behind each."""

    bases: Mapping[str, str]
    default: str

    @classmethod
    def released(cls) -> "Offered":
        return cls({code: code for code in languages()}, settings.LANGUAGE_CODE)


_finders: list[Callable[[], Offered]] = []


def register_offered_languages(finder: Callable[[], Offered]) -> None:
    """The app that keeps the platform's languages says which there are."""
    _finders[:] = [finder]


def offered_languages() -> Offered:
    return _finders[0]() if _finders else Offered.released()


def platform_language() -> str:
    """What the platform speaks to people of whom no language is known."""
    return offered_languages().default


def django_language(code: str) -> str:
    """What Django calls a person's language, to override with; English where we do not speak it."""
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE


def _plain(code: str) -> str:
    return code.split("-")[0]
