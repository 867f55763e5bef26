"""The declarations of all registered lists."""

from typing import Any

import pytest
from rest_framework import serializers

from apps.exports.lists import ListSpec, registered_lists

SPECS = registered_lists()
TYPED = (
    serializers.BooleanField,
    serializers.ChoiceField,
    serializers.DateField,
    serializers.DateTimeField,
    serializers.IntegerField,
)


def name_of(spec: ListSpec[Any, Any]) -> str:
    return spec.name


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_every_condition_belongs_to_a_parameter(spec: ListSpec[Any, Any]) -> None:
    filters = spec.filters()
    methods = {name.removeprefix("filter_") for name in dir(filters) if name.startswith("filter_")}
    assert filters.lookups.keys() | methods <= filters.fields.keys()
    assert not filters.lookups.keys() & methods, "two conditions of one parameter"


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_a_misspelled_value_is_refused_and_not_ignored(spec: ListSpec[Any, Any]) -> None:
    query = spec.page_filters or spec.filters
    typed = {name for name, field in query().fields.items() if isinstance(field, TYPED)}
    form = query(data=dict.fromkeys(typed, "banana"))
    assert form.is_valid() == (not typed)
    assert form.errors.keys() == typed


def test_a_list_is_registered_once() -> None:
    names = [spec.name for spec in SPECS]
    paths = [spec.path for spec in SPECS if spec.path]
    assert len(names) == len(set(names))
    assert len(paths) == len(set(paths))
