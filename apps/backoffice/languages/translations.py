"""The shipped translations of the React app, by language and key."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFERENCE: Final = "en"
"""English defines the keys and the placeholders of each."""
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
"""Name and date locale per language, as in frontend/src/i18n/languages.ts."""
LONGEST: Final = 2000

_PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
_BLANK = re.compile(r"\{\{(\w+)\}\}")
_TAG = re.compile(r"</?\d+/?>")


@cache
def shipped_codes() -> tuple[str, ...]:
    """Return the languages with translation files."""
    return tuple(code for code in SHIPPED if (settings.TRANSLATIONS_DIR / f"{code}-rest.ts").exists())


@cache
def shipped_texts(code: str) -> Mapping[str, str]:
    """Return every text of a shipped language by dotted key; empty for other languages."""
    words: dict[str, str] = {}
    if code in shipped_codes():
        for file in sorted((settings.TRANSLATIONS_DIR / code).glob("*.json")):
            words |= flat(json.loads(file.read_text()))
    return words


def flat(words: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Flatten nested texts to dotted keys."""
    found: dict[str, str] = {}
    for name, value in words.items():
        key = f"{path}.{name}" if path else name
        found |= {key: value} if isinstance(value, str) else flat(value, key)
    return found


def stem(key: str) -> str:
    """Return a key without its plural suffix."""
    bare = _PLURAL.sub("", key)
    return bare if f"{bare}_other" in shipped_texts(REFERENCE) else key


def is_plural(key: str) -> bool:
    return stem(key) != key


@cache
def stems() -> frozenset[str]:
    """Return every key, with plural forms counted as one."""
    return frozenset(stem(key) for key in shipped_texts(REFERENCE))


def error_of(key: str, text: object) -> Promise | None:
    """Return why a text is not valid for a key; None if it is."""
    reference = shipped_texts(REFERENCE)
    meant = reference.get(f"{stem(key)}_other") if is_plural(key) else reference.get(key)
    if meant is None:
        return _("Key not found.")
    if not isinstance(text, str) or not text.strip():
        return _("A text is missing.")
    if len(text) > LONGEST:
        return _("This text is too long.")
    # An unknown placeholder, or a reference to another text.
    if text.count("{{") != len(_BLANK.findall(text)) or ("$t(" in text and "$t(" not in meant):
        return _("The placeholders don't match the original.")
    if not _has_same_placeholders(meant, text, plural=is_plural(key)):
        return _("The placeholders don't match the original.")
    return None


def _has_same_placeholders(meant: str, text: str, *, plural: bool) -> bool:
    blanks, wanted = sorted(_BLANK.findall(text)), sorted(_BLANK.findall(meant))
    if plural:
        # "one driver" may leave out the number.
        return set(blanks) <= set(wanted)
    return blanks == wanted and sorted(_TAG.findall(text)) == sorted(_TAG.findall(meant))
