"""Usual input is validated as by the serializer; everything else is left to it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from apps.core.reused_serializers import validated
from apps.core.validation.numbers import load_exact_json
from apps.core.validation.usual import Unusual, usual_check
from apps.fares.serializers import EstimateQuerySerializer

USUAL = {
    "pickup": {"lat": 50.7, "lng": -1, "add": " Newport "},
    "drop": {"lat": 50.75, "lng": -1.29, "add": "考斯 🚕"},
    "car_type_id": 3,
}

odd: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        "",
        " ",
        "7",
        "nan",
        0,
        -0.0,
        1e25,
        90,
        90.0000001,
        -181,
        "a\x00b",
        "\ud800",
        "x" * 301,
        [],
        {},
    ]
)
places = st.fixed_dictionaries(
    {},
    optional={
        "lat": odd | st.floats(-95, 95),
        "lng": odd | st.integers(-190, 190),
        "add": odd | st.text(max_size=12),
        "more": odd,
    },
)
queries = st.fixed_dictionaries(
    {},
    optional={
        "pickup": places | st.just(USUAL["pickup"]) | odd,
        "drop": places | st.just(USUAL["drop"]),
        "stops": st.lists(places, max_size=2) | odd,
        "car_type_id": odd | st.integers(-2, 10**12),
        "option_id": odd,
        "trip_date": odd | st.just("2027-01-05T10:00:00Z"),
        "more": odd,
    },
)


def of_serializer(data: Any) -> Any:
    try:
        return EstimateQuerySerializer().run_validation(data)
    except ValidationError:
        return "refused"


@settings(max_examples=400, deadline=None)
@given(data=queries)
def test_usual_values_are_those_of_the_serializer(data: Any) -> None:
    received = load_exact_json(json.dumps(data))
    try:
        found = usual_check(EstimateQuerySerializer)(received)
    except Unusual:
        return
    assert found == of_serializer(received)
    assert repr(found) == repr({name: of_serializer(received)[name] for name in found})


def test_what_a_client_sends_is_usual() -> None:
    received = load_exact_json(json.dumps(USUAL))
    assert usual_check(EstimateQuerySerializer)(received) == of_serializer(received)
    assert validated(EstimateQuerySerializer, received) == of_serializer(received)


class Ruled(serializers.Serializer[Any]):
    number = serializers.IntegerField()

    def validate(self, attrs: Any) -> Any:
        raise serializers.ValidationError("never")


class RuledField(serializers.Serializer[Any]):
    number = serializers.IntegerField()

    def validate_number(self, value: int) -> int:
        raise serializers.ValidationError("never")


def refuse(value: Any) -> None:
    raise serializers.ValidationError("never")


class Checked(serializers.Serializer[Any]):
    number = serializers.IntegerField(validators=[refuse])


class Renamed(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="other")


class Defaulted(serializers.Serializer[Any]):
    number = serializers.IntegerField(default=4)


@pytest.mark.parametrize("shape", [Ruled, RuledField, Checked, Renamed, Defaulted])
def test_rules_beyond_the_fields_are_the_serializers(shape: type[serializers.Serializer[Any]]) -> None:
    with pytest.raises(Unusual):
        usual_check(shape)({"number": 7})
