"""Expressions for the sources of columns."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Case, Expression, F, Q, TextField, Value, When
from django.utils.functional import Promise

from apps.core.demo_mode import HIDDEN
from apps.core.platform import Platform


def label_source(
    name: str, labels: Mapping[Any, str | Promise], *, unknown: Expression | F | None = None
) -> Expression:
    """Return the label of a field's value in the current language; an unknown value is its own by default."""
    cases = [When(**{name: value}, then=Value(str(label))) for value, label in labels.items()]
    return Case(*cases, default=unknown or F(name), output_field=TextField())


def secret_source(settings: Platform, name: str) -> Expression | F:
    """Return the field, in demo mode its placeholder: `shown_in` in SQL."""
    if not settings.is_demo_mode:
        return F(name)
    return Case(When(~Q(**{name: ""}), then=Value(HIDDEN)), default=Value(""), output_field=TextField())
