"""The words that come with the release: what the browser's pages say, by language and key."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFERENCE: Final = "en"
"""Which keys there are, and which blanks each has, is what English says."""
SHIPPED: Final = {
    "en": ("English", "en-GB"),
    "es": ("Español", "es"),
    "fr": ("Français", "fr"),
    "de": ("Deutsch", "de"),
    "pt": ("Português (Brasil)", "pt-BR"),
    "ar": ("العربية", "ar-u-nu-latn"),
    "hi": ("हिन्दी", "hi-u-nu-latn"),
    "zh": ("简体中文", "zh"),
}
"""Name and date locale of each, as in frontend/src/i18n/languages.ts."""
LONGEST: Final = 2000

_PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
_BLANK = re.compile(r"\{\{(\w+)\}\}")
_TAG = re.compile(r"</?\d+/?>")


@cache
def shipped_codes() -> tuple[str, ...]:
    """Languages whose words are there."""
    return tuple(code for code in SHIPPED if (settings.WORDS_DIR / f"{code}-rest.ts").exists())


@cache
def shipped_words(code: str) -> Mapping[str, str]:
    """Every sentence of a shipped language, by its dotted key; nothing for a language that is not."""
    words: dict[str, str] = {}
    if code in shipped_codes():
        for file in sorted((settings.WORDS_DIR / code).glob("*.json")):
            words |= flat(json.loads(file.read_text()))
    return words


def flat(words: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Nested words by their dotted keys."""
    found: dict[str, str] = {}
    for name, value in words.items():
        key = f"{path}.{name}" if path else name
        found |= {key: value} if isinstance(value, str) else flat(value, key)
    return found


def stem(key: str) -> str:
    """What the plural forms of a sentence have in common; the key itself of any other."""
    bare = _PLURAL.sub("", key)
    return bare if f"{bare}_other" in shipped_words(REFERENCE) else key


def is_plural(key: str) -> bool:
    return stem(key) != key


@cache
def stems() -> frozenset[str]:
    """Every sentence there is, its plural forms counted as one."""
    return frozenset(stem(key) for key in shipped_words(REFERENCE))


def fault_of(key: str, text: object) -> Promise | None:
    """Why a text cannot stand for a key; None where it can."""
    reference = shipped_words(REFERENCE)
    meant = reference.get(f"{stem(key)}_other") if is_plural(key) else reference.get(key)
    if meant is None:
        return _("Key not found.")
    if not isinstance(text, str) or not text.strip():
        return _("A text is missing.")
    if len(text) > LONGEST:
        return _("This text is too long.")
    # What begins like a blank or a reference to another text, and is none that is known.
    if text.count("{{") != len(_BLANK.findall(text)) or ("$t(" in text and "$t(" not in meant):
        return _("The placeholders don't match the original.")
    if not _fills_in_the_same(meant, text, plural=is_plural(key)):
        return _("The placeholders don't match the original.")
    return None


def _fills_in_the_same(meant: str, text: str, *, plural: bool) -> bool:
    blanks, wanted = sorted(_BLANK.findall(text)), sorted(_BLANK.findall(meant))
    if plural:
        # "one driver" need not say the number.
        return set(blanks) <= set(wanted)
    return blanks == wanted and sorted(_TAG.findall(text)) == sorted(_TAG.findall(meant))
