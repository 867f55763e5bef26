"""Makes the frameworks' fields parse numbers with the grammar of apps.core.validation.numbers.

It patches the field classes, so later fields follow it too: tests/core/test_numbers.py walks every
serializer.
"""

from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from rest_framework import fields

from apps.core.validation.numbers import (
    AMOUNT,
    LONGEST,
    MEASURE,
    WHOLE,
    Grammar,
    is_number,
    parse_whole,
    unsigned_zero,
)

_INSTALLED: Final = "_reads_by_grammar"


def install_number_grammar() -> None:
    """Patch the frameworks' field classes; safe to call twice."""
    for field, grammar in (
        (fields.IntegerField, WHOLE),
        (fields.DecimalField, AMOUNT),
        (fields.FloatField, MEASURE),
    ):
        _install(field, "to_internal_value", _of_serializer(grammar))
    for form_field, grammar in (
        (forms.IntegerField, WHOLE),
        (forms.DecimalField, AMOUNT),
        (forms.FloatField, MEASURE),
    ):
        _install(form_field, "to_python", _of_form(grammar))
    # A column also parses the text of stored Decimals, such as 0E-7.
    for column, grammar in (
        (models.IntegerField, WHOLE),
        (models.DecimalField, MEASURE),
        (models.FloatField, MEASURE),
    ):
        _install(column, "to_python", _of_column(grammar))
    # Ids in lookups and relations do not pass through to_python.
    for column in (models.IntegerField, models.FloatField):
        _install(column, "get_prep_value", _of_lookup(WHOLE if column is models.IntegerField else MEASURE))


Method = Callable[..., Any]


def _install(owner: type[Any], name: str, reading: Callable[[Method], Method]) -> None:
    method = vars(owner)[name]
    if not hasattr(method, _INSTALLED):
        changed = wraps(method)(reading(method))
        setattr(changed, _INSTALLED, True)
        setattr(owner, name, changed)


def _of_serializer(grammar: Grammar) -> Callable[[Method], Method]:
    def reading(method: Method) -> Method:
        def to_internal_value(self: Any, data: Any) -> Any:
            if isinstance(data, bool) or (isinstance(data, str) and not _may_be(data, grammar)):
                self.fail("invalid")
            if grammar is WHOLE and isinstance(data, Decimal):
                try:
                    data = parse_whole(data)
                except ValueError:
                    self.fail("invalid")
            value = method(self, data)
            return unsigned_zero(value) if isinstance(value, Decimal) else value

        return to_internal_value

    return reading


def _of_form(grammar: Grammar) -> Callable[[Method], Method]:
    def reading(method: Method) -> Method:
        def to_python(self: Any, value: Any) -> Any:
            if isinstance(value, str) and value.strip() and not _may_be(value, grammar):
                raise ValidationError(self.error_messages["invalid"], code="invalid")
            return method(self, value)

        return to_python

    return reading


def _of_column(grammar: Grammar) -> Callable[[Method], Method]:
    def reading(method: Method) -> Method:
        def to_python(self: Any, value: Any) -> Any:
            if isinstance(value, str) and not is_number(value, grammar):
                raise ValidationError(self.error_messages["invalid"], code="invalid", params={"value": value})
            return method(self, value)

        return to_python

    return reading


def _of_lookup(grammar: Grammar) -> Callable[[Method], Method]:
    def reading(method: Method) -> Method:
        def get_prep_value(self: Any, value: Any) -> Any:
            if isinstance(value, str) and not is_number(value, grammar):
                raise ValueError(f"Field '{self.name}' expected a number but got {value!r}.")
            return method(self, value)

        return get_prep_value

    return reading


def _may_be(text: str, grammar: Grammar) -> bool:
    """Return whether the text is a number, or so long that the field reports its length."""
    return len(text) > LONGEST or is_number(text, grammar)
