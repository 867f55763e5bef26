"""Every message is in every catalogue, complete and compiled; English is its own translation.

After a change: `manage.py makemessages --all --no-wrap --add-location file -i frontend -i tests`,
translate, `manage.py compilemessages`.
"""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import to_locale

MARKERS = {"_", "gettext", "gettext_lazy", "gettext_noop"}
IN_CONTEXT = {"pgettext", "pgettext_lazy"}
"""Words with several translations, by context."""
CONTEXT = "\x04"
"""Separates context and message in a compiled catalogue."""
LOCALE = Path(settings.LOCALE_PATHS[0])
APPS = LOCALE.parent / "apps"
PLACEHOLDER = re.compile(r"%\(\w+\)s|%[sd]")
TRANSLATED = re.compile(
    r'{% translate "([^"]+)" %}|{% blocktranslate %}(.+?){% endblocktranslate %}', re.DOTALL
)
VARIABLE = re.compile(r"{{ (\w+) }}")
ENTRY = re.compile(r'^(?:msgctxt (".*")\n)?msgid (".*")\nmsgstr (".*")$', re.MULTILINE)


def sentences() -> Iterator[str]:
    for path in APPS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            texts = [str(text.value) for text in node.args if isinstance(text, ast.Constant)]
            if node.func.id in MARKERS:
                yield from texts
            elif node.func.id in IN_CONTEXT:
                yield CONTEXT.join(texts)
    for path in APPS.rglob("*.html"):
        for plain, block in TRANSLATED.findall(path.read_text()):
            yield VARIABLE.sub(r"%(\1)s", plain or block)


def catalogue(language: str) -> dict[str, str]:
    """Return the compiled messages."""
    path = LOCALE / to_locale(language) / "LC_MESSAGES/django.mo"
    with path.open("rb") as file:
        compiled: dict[str, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {source: text for source, text in compiled.items() if source}


def written(language: str) -> dict[str, str]:
    """Return the messages of the .po file."""
    text = (LOCALE / to_locale(language) / "LC_MESSAGES/django.po").read_text()
    entries = {
        (ast.literal_eval(context) + CONTEXT if context else "") + ast.literal_eval(source): ast.literal_eval(
            target
        )
        for context, source, target in ENTRY.findall(text)
    }
    return {source: target for source, target in entries.items() if source and target}


@pytest.mark.parametrize(
    "language", [code for code in dict(settings.LANGUAGES) if code != settings.LANGUAGE_CODE]
)
def test_every_message_is_translated(language: str) -> None:
    assert set(sentences()) - catalogue(language).keys() == set()


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_no_catalogue_has_unused_messages(language: str) -> None:
    assert written(language).keys() <= set(sentences())


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_compiled_catalogue_is_up_to_date(language: str) -> None:
    assert catalogue(language) == written(language)


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_translations_have_the_same_placeholders(language: str) -> None:
    for source, target in catalogue(language).items():
        assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(target)), source
