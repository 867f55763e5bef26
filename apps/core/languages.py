"""The languages of the platform, by the names that people's records and browsers give them.

Those are plain (zh); Django knows some by their script (zh-hans).
"""

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


def django_language(code: str) -> str:
    """What Django calls a person's language, to override with; English where we do not speak it."""
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE


def _plain(code: str) -> str:
    return code.split("-")[0]
