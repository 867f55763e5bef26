"""Words out to translators and back: JSON as browsers read it, CSV as spreadsheets do."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from apps.accounts.models import User
from apps.backoffice.languages import selectors
from apps.backoffice.languages.services import JSON_ERROR, faults_of, set_words
from apps.backoffice.languages.translations import flat
from apps.backoffice.models import Language
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Sentence
from apps.core.http.json_limits import load_json
from apps.core.platform import platform_settings
from apps.exports.cells import FORMULA_STARTS, safe_text

HEAD: Final = ("key", "default", "translation")
BOM: Final = "\ufeff"
"""Spreadsheets take a file for UTF-8 by it."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file brings, or would bring."""

    changed: dict[str, str]
    same: int
    wrong: dict[str, Sentence]


def as_json(language: Language) -> str:
    """Every text that the language shows, by its key."""
    return json.dumps(selectors.key_value_pairs(language), ensure_ascii=False, indent=2) + "\n"


def as_csv(language: Language) -> str:
    """A row a text, the untranslated ones empty and first."""
    rows = selectors.words_of(language)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for row in sorted(rows, key=lambda row: row["own"]):
        writer.writerow([row["key"], safe_text(row["default"]), safe_text(row["text"]) if row["own"] else ""])
    return BOM + out.getvalue()


@transaction.atomic
def import_words(*, by: User, pk: int, type: str, content: str, dry_run: bool) -> Imported:
    """Take the texts of a file that can be taken, and tell which cannot; nothing is taken by a dry run.

    Raises Forbidden demo_mode, NotFound, BadInput json_error for a file that cannot be read.
    """
    require_critical_edits(platform_settings())
    language = selectors.language_by_pk(pk)
    words = _from_json(content) if type == "json" else _from_csv(content)
    shown = selectors.key_value_pairs(language)
    wrong = faults_of(words)
    sound = {key: text for key, text in words.items() if key not in wrong}
    changed = {key: text for key, text in sound.items() if shown.get(key) != text}
    if changed and not dry_run:
        set_words(by=by, pk=pk, words=changed)
    return Imported(changed=changed, same=len(sound) - len(changed), wrong=wrong)


def _from_json(content: str) -> dict[str, Any]:
    try:
        words = load_json(content.removeprefix(BOM))
        return flat_texts(words)
    except ValueError as error:
        raise BadInput("json_error", JSON_ERROR) from error


def flat_texts(words: Any) -> dict[str, Any]:
    """Nested or flat, as our own files and exports are; raises ValueError for anything else."""
    if not isinstance(words, dict) or not all(isinstance(value, (str, dict)) for value in words.values()):
        raise ValueError("no map of texts")
    for value in words.values():
        if isinstance(value, dict):
            flat_texts(value)
    return flat(words)


def _from_csv(content: str) -> dict[str, Any]:
    """The columns key and translation, wherever they stand; an empty translation is none yet."""
    try:
        lines = io.StringIO(content.removeprefix(BOM), newline="")
        rows: Iterable[dict[str | Any, Any]] = csv.DictReader(lines)
        found = {}
        for row in rows:
            key, text = row["key"], row["translation"]
            if key and text and text.strip():
                found[key] = text[1:] if text[0] == "'" and text[1:].startswith(FORMULA_STARTS) else text
        return found
    except (csv.Error, KeyError) as error:
        raise BadInput("json_error", "CSV Error") from error
