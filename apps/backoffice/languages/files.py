"""Exports and imports of translations: JSON as the app reads it, CSV for spreadsheets."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from apps.accounts.models import User
from apps.backoffice.languages import selectors
from apps.backoffice.languages.services import JSON_ERROR, errors_of, set_texts
from apps.backoffice.languages.translations import flat
from apps.backoffice.models import Language
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Sentence
from apps.core.http.json_limits import load_json
from apps.core.platform import platform_settings
from apps.exports.cells import FORMULA_STARTS, safe_text

HEAD: Final = ("key", "default", "translation")
BOM: Final = "\ufeff"
"""Byte order mark, by which spreadsheets detect UTF-8."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import, or of a dry run."""

    changed: dict[str, str]
    same: int
    wrong: dict[str, Sentence]


def as_json(language: Language) -> str:
    """Return every text of the language by key."""
    return json.dumps(selectors.key_value_pairs(language), ensure_ascii=False, indent=2) + "\n"


def as_csv(language: Language) -> str:
    """Return one row per text, untranslated ones first with an empty value."""
    rows = selectors.text_rows(language)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for row in sorted(rows, key=lambda row: row["own"]):
        writer.writerow([row["key"], safe_text(row["default"]), safe_text(row["text"]) if row["own"] else ""])
    return BOM + out.getvalue()


@transaction.atomic
def import_texts(*, by: User, pk: int, type: str, content: str, dry_run: bool) -> Imported:
    """Import the valid texts of a file and report the others; a dry run changes nothing.

    Raises Forbidden demo_mode, NotFound, BadInput json_error for an unreadable file.
    """
    require_critical_edits(platform_settings())
    language = selectors.language_by_pk(pk)
    words = _from_json(content) if type == "json" else _from_csv(content)
    shown = selectors.key_value_pairs(language)
    wrong = errors_of(words)
    sound = {key: text for key, text in words.items() if key not in wrong}
    changed = {key: text for key, text in sound.items() if shown.get(key) != text}
    if changed and not dry_run:
        set_texts(by=by, pk=pk, words=changed)
    return Imported(changed=changed, same=len(sound) - len(changed), wrong=wrong)


def _from_json(content: str) -> dict[str, Any]:
    try:
        words = load_json(content.removeprefix(BOM))
        return flat_texts(words)
    except ValueError as error:
        raise BadInput("json_error", JSON_ERROR) from error


def flat_texts(words: Any) -> dict[str, Any]:
    """Return nested or flat JSON as flat texts; raises ValueError for other content."""
    if not isinstance(words, dict) or not all(isinstance(value, (str, dict)) for value in words.values()):
        raise ValueError("no map of texts")
    for value in words.values():
        if isinstance(value, dict):
            flat_texts(value)
    return flat(words)


def _from_csv(content: str) -> dict[str, Any]:
    """Read the columns key and translation in any position; an empty translation is skipped."""
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
