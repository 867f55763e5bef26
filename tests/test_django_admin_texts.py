"""Every text of the Django admin's pages is a translation that all catalogues have.

Django and django-allauth translate the texts of their own models and pages. A new column gets its name in
`apps/<app>/admin_labels.py`.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.test import RequestFactory
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.django_admin.labels import name_model
from apps.core.models import Topic
from tests.core.test_catalogues import catalogue

pytestmark = pytest.mark.django_db

OWN = tuple(config.name for config in apps.get_app_configs() if config.name.startswith("apps."))
PAGES = sorted(admin.site._registry.items(), key=lambda page: page[0]._meta.label)
LANGUAGES = [code for code in dict(settings.LANGUAGES) if code != settings.LANGUAGE_CODE]

each_page = pytest.mark.parametrize(("model", "page"), PAGES, ids=[model._meta.label for model, _ in PAGES])


def is_ours(module: str) -> bool:
    return module.startswith("apps.")


def field_of(model: type[Model], name: Any) -> "Field[Any, Any] | None":
    meta: Any = model._meta
    try:
        field: Field[Any, Any] = meta.get_field(name)
    except FieldDoesNotExist:
        return None
    return field


def is_inherited(field: "Field[Any, Any]") -> bool:
    """Whether Django or django-allauth declares the field."""
    owners: list[Any] = [
        base for base in field.model.__mro__ if not is_ours(base.__module__) and hasattr(base, "_meta")
    ]
    return any(field.name == each.name for owner in owners for each in owner._meta.get_fields())


def texts_of_model(model: type[Model]) -> Iterator[tuple[str, object]]:
    label = model._meta.label
    yield f"{label}: name", model._meta.verbose_name
    yield f"{label}: plural", model._meta.verbose_name_plural


def texts_of_field(field: "Field[Any, Any]") -> Iterator[tuple[str, object]]:
    where = f"{field.model._meta.label}.{field.name}"
    yield f"{where}: label", field.verbose_name
    yield f"{where}: help text", field.help_text
    for value, text in field.flatchoices:
        yield f"{where}: choice {value}", text


def shown_fields(page: Any, request: Any) -> Iterator[Any]:
    """The names on the pages for a row, for a new row and on the list."""
    for obj in (None, page.model()):
        if obj is not None or page.has_add_permission(request):
            yield from flatten_fieldsets(page.get_fieldsets(request, obj))
    yield from page.get_list_display(request)
    for choice in page.get_list_filter(request):
        yield choice[0] if isinstance(choice, tuple) else choice


def texts_of_page(page: Any, request: Any) -> Iterator[tuple[str, object]]:
    where = type(page).__name__
    for title, _options in page.get_fieldsets(request, page.model()):
        yield f"{where}: fieldset", title
    for name in dict.fromkeys(shown_fields(page, request)):
        if name in {"__str__", "password1", "password2", "usable_password"}:
            continue
        field = field_of(page.model, name)
        if field is None:
            shown = getattr(page, name, None) or getattr(page.model, name)
            yield f"{where}.{name}: header", getattr(shown, "short_description", name)
        elif not is_inherited(field):
            yield from texts_of_field(field)
    for name in page.actions:
        action = getattr(page, name)
        yield f"{where}.{name}: action", action.short_description
    for name, field in page.action_form.base_fields.items():
        if is_ours(page.action_form.__module__) and name == "reason":
            yield f"{where}.{name}: label", field.label
    for inline in page.get_inline_instances(request, page.model()):
        yield from texts_of_model(inline.model)
        for name in flatten_fieldsets(inline.get_fieldsets(request, page.model())):
            column = field_of(inline.model, name)
            if column is not None:
                yield from texts_of_field(column)


def untranslated(texts: Iterator[tuple[str, object]]) -> list[str]:
    """Return the texts that are no lazy translation, or that a catalogue lacks."""
    catalogues = {language: catalogue(language) for language in LANGUAGES}
    problems = []
    for where, text in texts:
        if text in (None, ""):
            continue
        if not isinstance(text, Promise):
            problems.append(f"{where}: {text!r} is not translatable")
            continue
        with override(None):
            source = str(text)
        problems += [
            f"{where}: {source!r} has no {code}" for code in LANGUAGES if source not in catalogues[code]
        ]
    return problems


@each_page
def test_every_text_of_the_page_is_translated(model: type[Model], page: Any, rf: RequestFactory) -> None:
    request = rf.get("/django-admin/")
    request.user = User(user_type=UserType.ADMIN, is_staff=True, is_superuser=True)
    texts = [*texts_of_model(model), *texts_of_page(page, request)] if is_ours(model.__module__) else []
    texts += [(where, text) for where, text in texts_of_page(page, request) if ": action" in where]
    assert untranslated(iter(texts)) == []


@pytest.mark.parametrize("name", OWN)
def test_every_app_with_a_page_has_a_translated_name(name: str) -> None:
    config = apps.get_app_config(name.split(".")[1])
    if any(model._meta.app_label == config.label for model in admin.site._registry):
        assert untranslated(iter([(name, config.verbose_name)])) == []


def test_a_plain_text_and_an_unknown_one_are_found() -> None:
    texts = [("a", "Plain"), ("b", _("Email")), ("c", _("In no" + " catalogue"))]
    problems = untranslated(iter(texts))
    assert problems[0] == "a: 'Plain' is not translatable"
    assert len(problems) == 1 + len(LANGUAGES)


def test_a_named_model_shows_the_name_in_the_readers_language() -> None:
    meta: Any = Topic._meta
    with override("de"):
        assert str(meta.get_field("last_seq").verbose_name) == "Letzte laufende Nummer"
        assert str(meta.verbose_name) == "Thema"


def test_a_name_for_a_column_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(FieldDoesNotExist):
        name_model(Topic, _("topic"), _("topics"), nothing=_("Name"))
