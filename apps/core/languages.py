"""Language codes as user records and browsers use them.

They have no script (zh); Django adds a script to some (zh-hans).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, get_supported_language_variant


@cache
def languages() -> frozenset[str]:
    """Return all codes that a user record may contain."""
    return frozenset(_plain(code) for code, _name in settings.LANGUAGES)


def current_language() -> str:
    """Return the active language's code for a user record; "" if it is not supported."""
    code = _plain(get_language() or "")
    return code if code in languages() else ""


@dataclass(frozen=True, slots=True)
class Offered:
    """The offered languages, each with its shipped base language, and the default."""

    bases: Mapping[str, str]
    default: str

    @classmethod
    def released(cls) -> "Offered":
        return cls({code: code for code in languages()}, settings.LANGUAGE_CODE)


_finders: list[Callable[[], Offered]] = []


def register_offered_languages(finder: Callable[[], Offered]) -> None:
    """Register the function that returns the operator's languages."""
    _finders[:] = [finder]


def offered_languages() -> Offered:
    return _finders[0]() if _finders else Offered.released()


def platform_language() -> str:
    """Return the default language, for users without one."""
    return offered_languages().default


def django_language(code: str) -> str:
    """Return Django's code of a language; English if Django does not support it."""
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE


def _plain(code: str) -> str:
    return code.split("-")[0]
