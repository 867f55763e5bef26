"""Changing languages and their words; open pages hear of each change and take it over."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.backoffice.languages import selectors
from apps.backoffice.languages.translations import fault_of, shipped_codes, shipped_words
from apps.backoffice.models import Language
from apps.core import events
from apps.core.audit import audited, record
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound, Sentence
from apps.core.platform import platform_settings

KIND: Final = "language"
NAMED: Final = ("name", "code", "date_locale")
MOST_LANGUAGES: Final = 60
MOST_IN_TRAIL: Final = 50
"""How many texts of one change the audit log records, with the values before and after."""
MOST_FAULTS: Final = 20
CANNOT_DELETE_DEFAULT: Final = "Cannot delete default language"
"""A fixed alert of document 2, section 8: the same in every language."""
JSON_ERROR: Final = "JSON Error"


@transaction.atomic
def add_language(*, by: User, name: str, code: str, date_locale: str) -> Language:
    """A language that says, until it is translated, what the default language says now; never the default.

    A shipped one that was deleted comes back with the words of the release. Raises Forbidden demo_mode,
    BadInput invalid.
    """
    require_critical_edits(platform_settings())
    known = selectors.languages()
    default = _locked(selectors.default_language().pk)
    if any(language.code == code for language in known):
        raise _taken()
    if len(known) >= MOST_LANGUAGES:
        raise BadInput("invalid", _("You've reached the maximum number of languages."))
    if code in shipped_codes():
        language = Language.objects.select_for_update().get(code=code)
        language.removed, language.name, language.date_locale = False, name, date_locale
    else:
        language = Language(name=name, code=code, date_locale=date_locale, base=default.base)
        language.copied = selectors.overrides(default)
    language.full_clean()
    language.save()
    record(
        by=by,
        action="added",
        kind=KIND,
        target_id=language.pk,
        label=language.name,
        after={"name": name, "code": code, "date_locale": date_locale},
    )
    _tell(language)
    return language


@transaction.atomic
def change_language(*, by: User, pk: int, changes: Mapping[str, str]) -> Language:
    """How it is called and written. Raises Forbidden demo_mode, NotFound, BadInput invalid."""
    require_critical_edits(platform_settings())
    language = _locked(pk)
    if language.is_shipped and changes.get("code", language.code) != language.code:
        sentence = _("This language came with the platform and keeps its locale.")
        raise BadInput("invalid", sentence, fields={"code": sentence})
    with audited(language, by=by, kind=KIND, names=NAMED):
        for name in NAMED:
            setattr(language, name, changes.get(name, getattr(language, name)))
        if Language.objects.exclude(pk=pk).filter(code=language.code).exists() or (
            not language.is_shipped and language.code in shipped_codes()
        ):
            raise _taken()
        language.full_clean()
        language.save()
    _tell(language)
    return language


@transaction.atomic
def make_default(*, by: User, pk: int) -> Language:
    """The one default from now on; the other is none any more. Raises Forbidden demo_mode, NotFound."""
    require_critical_edits(platform_settings())
    rows = {row.pk: row for row in Language.objects.select_for_update().order_by("pk")}
    language = rows.get(pk)
    if language is None or language.removed:
        raise _no_such_language()
    before = next((row for row in rows.values() if row.default), None)
    if before is language:
        return language
    if before is not None:
        before.default = False
        before.save(update_fields=["default", "updated_at"])
    language.default = True
    language.save(update_fields=["default", "updated_at"])
    record(
        by=by,
        action="made_default",
        kind=KIND,
        target_id=pk,
        label=language.name,
        before={"default": before.name if before else ""},
        after={"default": language.name},
    )
    _tell(language)
    return language


@transaction.atomic
def delete_language(*, by: User, pk: int) -> None:
    """Take it out of the choice. Raises Forbidden demo_mode, NotFound, Conflict default_language."""
    require_critical_edits(platform_settings())
    language = _locked(pk)
    if language.default:
        raise Conflict("default_language", CANNOT_DELETE_DEFAULT)
    before = {"name": language.name, "code": language.code, "date_locale": language.date_locale}
    record(
        by=by,
        action="deleted",
        kind=KIND,
        target_id=pk,
        label=language.name,
        before={**before, **_shortened(language.pairs)},
    )
    if language.is_shipped:
        language.removed, language.pairs = True, {}
        language.version += 1
        language.save()
    else:
        language.delete()
    _tell(language)


@transaction.atomic
def set_words(*, by: User, pk: int, words: Mapping[str, Any]) -> Language:
    """Say these words so from now on, the others as before; None goes back to what came with the release.

    Raises Forbidden demo_mode, NotFound, and BadInput invalid with a sentence for each key that is wrong.
    """
    require_critical_edits(platform_settings())
    language = _locked(pk)
    _require_sound({key: text for key, text in words.items() if text is not None})
    pairs = {**language.pairs, **words}
    _keep_words(language, {key: text for key, text in pairs.items() if text is not None}, by=by)
    return language


@transaction.atomic
def replace_words(*, by: User, pk: int, words: object) -> Language:
    """The whole of keyValuePairs as it was edited; what is left out is said as the language inherits it.

    Raises Forbidden demo_mode, NotFound, BadInput json_error for what is no map of texts, and invalid.
    """
    require_critical_edits(platform_settings())
    language = _locked(pk)
    if not isinstance(words, dict) or not all(isinstance(text, str) for text in words.values()):
        raise BadInput("json_error", JSON_ERROR)
    inherited = selectors.inherited(language)
    # A word that was translated into itself stays translated.
    meant = {
        key: text
        for key, text in words.items()
        if text != inherited.get(key) or language.pairs.get(key) == text
    }
    _require_sound(meant)
    _keep_words(language, meant, by=by)
    return language


def faults_of(words: Mapping[str, Any]) -> dict[str, Sentence]:
    """A sentence for each key whose text cannot be taken."""
    found = ((key, fault_of(key, text)) for key, text in words.items())
    return {key: fault for key, fault in found if fault is not None}


def _require_sound(words: Mapping[str, Any]) -> None:
    faults = faults_of(words)
    if faults:
        first = dict(list(faults.items())[:MOST_FAULTS])
        raise BadInput("invalid", _("Some texts aren't valid."), fields=first)


def _keep_words(language: Language, pairs: dict[str, str], *, by: User) -> None:
    if language.is_shipped:
        shipped = shipped_words(language.code)
        pairs = {key: text for key, text in pairs.items() if text != shipped.get(key)}
    before = language.pairs
    changed = [key for key in {**before, **pairs} if before.get(key) != pairs.get(key)]
    if not changed:
        return
    language.pairs = pairs
    language.version += 1
    language.save(update_fields=["pairs", "version", "updated_at"])
    was, shown = {**selectors.inherited(language), **before}, selectors.key_value_pairs(language)
    record(
        by=by,
        action="translated",
        kind=KIND,
        target_id=language.pk,
        label=language.name,
        before=_shortened({key: was.get(key, "") for key in changed}),
        after=_shortened({key: shown.get(key, "") for key in changed}),
    )
    _tell(language)


def _shortened(words: Mapping[str, Any]) -> dict[str, Any]:
    """As much as a person reads of it, and how many there are besides."""
    keys = sorted(words)
    told = {key: words[key] for key in keys[:MOST_IN_TRAIL]}
    return {**told, "…": len(keys) - MOST_IN_TRAIL} if len(keys) > MOST_IN_TRAIL else told


def _tell(language: Language) -> None:
    events.publish("settings", "languages.changed", {"code": language.code, "version": language.version})


def _locked(pk: int) -> Language:
    language = Language.objects.select_for_update().filter(pk=pk, removed=False).first()
    if language is None:
        raise _no_such_language()
    return language


def _no_such_language() -> NotFound:
    return NotFound("not_found", _("Language not found."))


def _taken() -> BadInput:
    sentence = _("This language already exists.")
    return BadInput("invalid", sentence, fields={"code": sentence})
