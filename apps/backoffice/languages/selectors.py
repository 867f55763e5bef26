"""What languages there are, and what they say."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.backoffice.languages.translations import (
    REFERENCE,
    SHIPPED,
    is_plural,
    shipped_codes,
    shipped_words,
    stem,
    stems,
)
from apps.backoffice.models import Language
from apps.backoffice.models.language import locale_of
from apps.core.errors import NotFound
from apps.core.languages import Offered


def languages() -> list[Language]:
    """All that may be chosen, in the order in which they came; those of a new release among them."""
    rows = list(Language.objects.order_by("pk"))
    missing = set(shipped_codes()) - {row.code for row in rows}
    if missing:
        _take_in(missing, first=not any(row.default for row in rows))
        rows = list(Language.objects.order_by("pk"))
    return [row for row in rows if not row.removed]


def language_by_code(code: str) -> Language:
    """Raises NotFound."""
    return _found(language for language in languages() if language.code == code)


def language_by_pk(pk: int) -> Language:
    """Raises NotFound."""
    return _found(language for language in languages() if language.pk == pk)


def default_language() -> Language:
    return _found(language for language in languages() if language.default)


def offered() -> Offered:
    """Read for every page that is sent, and so without the words."""
    rows = list(Language.objects.defer("copied", "pairs").order_by("pk"))
    if not {row.code for row in rows} >= set(shipped_codes()):
        rows = languages()
    bases = {row.code: row.base for row in rows if not row.removed}
    return Offered(bases, next(row.base for row in rows if row.default))


def overrides(language: Language) -> dict[str, str]:
    """What it says otherwise than the release does in its base."""
    return {**language.copied, **language.pairs}


def inherited(language: Language) -> dict[str, str]:
    """What it says where no one has translated."""
    return {**shipped_words(REFERENCE), **shipped_words(language.base), **language.copied}


def key_value_pairs(language: Language) -> dict[str, str]:
    """Every text that it shows, by its key (document 2: keyValuePairs)."""
    return {**inherited(language), **language.pairs}


def completeness(language: Language) -> int:
    """How many sentences of a hundred are in the language itself, rounded down."""
    own = {*shipped_words(language.code), *language.pairs}
    return 100 * len(stems() & {stem(key) for key in own}) // max(1, len(stems()))


def words_of(language: Language) -> list[dict[str, Any]]:
    """Every text for the translation editor, plural forms each by itself, beside the default language's."""
    default = default_language()
    meant, shown = key_value_pairs(default), key_value_pairs(language)
    shipped = shipped_words(language.code)
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
    """In the order of English, its plural forms where English has its own."""
    forms = _forms_of(language)
    found: dict[str, None] = {}
    for key in shipped_words(REFERENCE):
        if not is_plural(key) or key.endswith("_zero"):
            found[key] = None
        else:
            found |= {f"{stem(key)}_{form}": None for form in forms}
    return list(found)


def _forms_of(language: Language) -> list[str]:
    """The plural forms that the language needs, as its words have them or as CLDR knows them."""
    shipped = shipped_words(language.code)
    if shipped:
        known = {key.rsplit("_", 1)[1] for key in shipped if is_plural(key)} - {"zero"} or {"other"}
        if any(key.endswith("_zero") and key not in shipped_words(REFERENCE) for key in shipped):
            known.add("zero")
    else:
        locale = locale_of(language.code)
        known = {*(locale.plural_form.tags if locale else ()), "other"}
    return [form for form in ("zero", "one", "two", "few", "many", "other") if form in known]


def _like(words: Mapping[str, str], key: str) -> str:
    """The text of a key, or of the plural form that stands for all others."""
    return words.get(key) or words.get(f"{stem(key)}_other", "")


def _take_in(codes: set[str], *, first: bool) -> None:
    """Two who read at once take in the same: the second's rows are there already."""
    new = [
        Language(name=name, code=code, date_locale=date_locale, base=code)
        for code, (name, date_locale) in SHIPPED.items()
        if code in codes
    ]
    for language in new:
        language.default = first and language.code == REFERENCE
    Language.objects.bulk_create(new, ignore_conflicts=True)


def _found(languages: Any) -> Language:
    for language in languages:
        return language  # type: ignore[no-any-return]
    raise NotFound("not_found", _("Language not found."))
