"""The platform's languages and their texts."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.backoffice.languages.translations import (
    REFERENCE,
    SHIPPED,
    is_plural,
    shipped_codes,
    shipped_texts,
    stem,
    stems,
)
from apps.backoffice.models import Language
from apps.backoffice.models.language import locale_of
from apps.core.errors import NotFound
from apps.core.languages import Offered


def languages() -> list[Language]:
    """Return all languages in order of creation, including those added by a new release."""
    rows = list(Language.objects.order_by("pk"))
    missing = set(shipped_codes()) - {row.code for row in rows}
    if missing:
        _add_shipped(missing, first=not any(row.default for row in rows))
        rows = list(Language.objects.order_by("pk"))
    return [row for row in rows if not row.removed]


def language_by_code(code: str) -> Language:
    """Raises NotFound."""
    return _first_of(language for language in languages() if language.code == code)


def language_by_pk(pk: int) -> Language:
    """Raises NotFound."""
    return _first_of(language for language in languages() if language.pk == pk)


def default_language() -> Language:
    return _first_of(language for language in languages() if language.default)


def offered() -> Offered:
    """Return the offered languages without their texts, because every page request reads this."""
    rows = list(Language.objects.defer("copied", "pairs").order_by("pk"))
    if not {row.code for row in rows} >= set(shipped_codes()):
        rows = languages()
    bases = {row.code: row.base for row in rows if not row.removed}
    return Offered(bases, next(row.base for row in rows if row.default))


def overrides(language: Language) -> dict[str, str]:
    """Return the texts that differ from the shipped base language."""
    return {**language.copied, **language.pairs}


def inherited(language: Language) -> dict[str, str]:
    """Return the text of each key that has no translation."""
    return {**shipped_texts(REFERENCE), **shipped_texts(language.base), **language.copied}


def key_value_pairs(language: Language) -> dict[str, str]:
    """Return every text by key (document 2: keyValuePairs)."""
    return {**inherited(language), **language.pairs}


def completeness(language: Language) -> int:
    """Return the percentage of translated texts, rounded down."""
    own = {*shipped_texts(language.code), *language.pairs}
    return 100 * len(stems() & {stem(key) for key in own}) // max(1, len(stems()))


def text_rows(language: Language) -> list[dict[str, Any]]:
    """Return every text for the translation editor, one row per plural form, with the default's."""
    default = default_language()
    meant, shown = key_value_pairs(default), key_value_pairs(language)
    shipped = shipped_texts(language.code)
    return [
        {
            "key": key,
            "default": _like(meant, key),
            "text": language.pairs.get(key, shown.get(key, "")),
            "shipped": shipped.get(key),
            "own": key in language.pairs or key in shipped,
            "changed": key in language.pairs,
            "plural": is_plural(key),
        }
        for key in _keys_of(language)
    ]


def _keys_of(language: Language) -> list[str]:
    """Return the keys in the order of the English file, with plural forms in place."""
    forms = _forms_of(language)
    found: dict[str, None] = {}
    for key in shipped_texts(REFERENCE):
        if not is_plural(key) or key.endswith("_zero"):
            found[key] = None
        else:
            found |= {f"{stem(key)}_{form}": None for form in forms}
    return list(found)


def _forms_of(language: Language) -> list[str]:
    """Return the plural forms that the language needs, from its texts or from CLDR."""
    shipped = shipped_texts(language.code)
    if shipped:
        known = {key.rsplit("_", 1)[1] for key in shipped if is_plural(key)} - {"zero"} or {"other"}
        if any(key.endswith("_zero") and key not in shipped_texts(REFERENCE) for key in shipped):
            known.add("zero")
    else:
        locale = locale_of(language.code)
        known = {*(locale.plural_form.tags if locale else ()), "other"}
    return [form for form in ("zero", "one", "two", "few", "many", "other") if form in known]


def _like(words: Mapping[str, str], key: str) -> str:
    """Return the text of a key, or of the plural form used as fallback."""
    return words.get(key) or words.get(f"{stem(key)}_other", "")


def _add_shipped(codes: set[str], *, first: bool) -> None:
    """Add shipped languages that are missing; a concurrent reader may already have added them."""
    new = [
        Language(name=name, code=code, date_locale=date_locale, base=code)
        for code, (name, date_locale) in SHIPPED.items()
        if code in codes
    ]
    for language in new:
        language.default = first and language.code == REFERENCE
    Language.objects.bulk_create(new, ignore_conflicts=True)


def _first_of(languages: Any) -> Language:
    for language in languages:
        return language  # type: ignore[no-any-return]
    raise NotFound("not_found", _("Language not found."))
