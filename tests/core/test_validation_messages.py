"""No validation message of Django or Django REST framework reaches users; every serializer is checked."""

import gettext
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import pytest
import rest_framework
from django.core.exceptions import ValidationError as DjangoValidationError
from rest_framework import exceptions, serializers
from rest_framework.test import APIClient

import apps
from apps.accounts.models import User
from apps.core.http.api_errors import flat_fields
from apps.core.validation.validation_messages import NUMBER, WHOLE_NUMBER
from tests.personas import client_of

BAD: tuple[Any, ...] = (
    *(None, "", "   ", "x", "x" * 5000, "\x00", "\ud800", "1.23456789", "9" * 2000, "NaN"),
    *(-(10**30), 10**30, 1.5, True, [], ["x"], ["x"] * 200, [[]], {}, {"x": "x"}, "2026-02-31", "https://"),
)

OURS = {str(NUMBER), str(WHOLE_NUMBER)}
"""Our own messages that Django's forms happen to have too."""


def framework_sentences() -> list[re.Pattern[str]]:
    """Return the English messages of both frameworks' catalogues as patterns."""
    roots = [Path(django.__file__).parent / "conf", Path(rest_framework.__file__).parent]
    found: set[str] = set()
    for root in roots:
        with (root / "locale/es/LC_MESSAGES/django.mo").open("rb") as file:
            entries: Any = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        found |= {key[0] if isinstance(key, tuple) else key for key in entries}
    # Single words ("Yes") occur anywhere.
    sentences = [text for text in found if " " in text.strip()]
    variable = re.compile(r"%\\\(\w+\\\)[sd]|\\\{\w+\\\}|%[sd]")
    return [re.compile(variable.sub(".*", re.escape(text)), re.DOTALL) for text in sentences]


def forms() -> list[type[serializers.Serializer[Any]]]:
    for module in pkgutil.walk_packages(apps.__path__, "apps."):
        if "serializers" in module.name or ".views" in module.name:
            importlib.import_module(module.name)

    def below(owner: type[Any]) -> Iterator[type[Any]]:
        for child in owner.__subclasses__():
            yield child
            yield from below(child)

    found = {form for form in below(serializers.Serializer) if form.__module__.startswith("apps.")}
    return sorted(found, key=lambda form: (form.__module__, form.__qualname__))


def messages_of(field: Any) -> Iterator[str]:
    for value in BAD:
        try:
            field.run_validation(value)
        except (exceptions.ValidationError, DjangoValidationError) as error:
            detail = getattr(error, "detail", None) or getattr(error, "messages", [])
            yield from flat_fields(detail if isinstance(detail, dict) else {"value": detail}).values()
    for name, child in getattr(field, "fields", {}).items():
        if not child.read_only and name:
            yield from messages_of(child)


def test_no_serializer_uses_a_framework_message_for_an_invalid_value(db: None) -> None:
    theirs = framework_sentences()
    assert any(pattern.fullmatch("A valid number is required.") for pattern in theirs)
    messages: dict[str, str] = {}
    walked = 0
    for form in forms():
        if issubclass(form, serializers.ModelSerializer) and not hasattr(form, "Meta"):
            continue  # An abstract base.
        for name, field in form().fields.items():
            if field.read_only:
                continue
            walked += 1
            for sentence in messages_of(field):
                messages.setdefault(sentence, f"{form.__qualname__}.{name}")
    assert walked > 150
    raw = {
        text: place
        for text, place in messages.items()
        if text not in OURS and any(pattern.fullmatch(text) for pattern in theirs)
    }
    assert raw == {}


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("post", "/api/v1/bookings/", "{", "invalid"),
        ("delete", "/api/v1/me/wallet/", None, "method_not_allowed"),
        ("get", "/api/v1/people/999999/", None, "not_found"),
        ("get", "/api/v1/audit/", None, "forbidden"),
    ],
)
def test_framework_errors_have_our_messages(
    dora: User, ada: User, method: str, path: str, body: str | None, code: str
) -> None:
    client = client_of(ada if code == "forbidden" else dora)
    response = getattr(client, method)(path, body, content_type="application/json")
    assert response.json()["code"] == code
    assert not any(pattern.fullmatch(response.json()["detail"]) for pattern in framework_sentences())


def test_visitor_gets_our_message_to_log_in(db: None) -> None:
    answer = APIClient().get("/api/v1/me/wallet/").json()
    assert (answer["code"], answer["detail"]) == ("not_logged_in", "Log in first.")
