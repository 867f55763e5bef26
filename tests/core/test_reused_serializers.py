"""Serializers that represent attributes give what DRF's own give."""

from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from rest_framework import serializers

from apps.core.reused_serializers import ByAttributes


class Point:
    def __init__(self, lat: float) -> None:
        self.lat = lat

    @property
    def rounded(self) -> int:
        return round(self.lat)

    def doubled(self) -> float:
        return 2 * self.lat


class Inner(serializers.Serializer[Any]):
    name = serializers.CharField()


class Fields(serializers.Serializer[Any]):
    lat = serializers.FloatField()
    rounded = serializers.IntegerField()
    doubled = serializers.FloatField()
    absent = serializers.CharField(required=False)
    nothing = serializers.CharField(allow_null=True)
    unknown = serializers.CharField(allow_null=True)
    default = serializers.CharField(default="usual")
    renamed = serializers.DecimalField(max_digits=9, decimal_places=4, source="amount")
    nested = serializers.CharField(source="inner.name")
    at = serializers.DateTimeField()
    inner = Inner()
    lines = Inner(many=True)
    method = serializers.SerializerMethodField()

    def get_method(self, instance: Any) -> str:
        return type(instance).__name__


class Quick(ByAttributes, Fields):
    pass


def an_object() -> Any:
    point: Any = Point(50.7)
    vars(point).update(nothing=None, amount=Decimal("1.5"), at=datetime(2026, 11, 28, tzinfo=UTC))
    vars(point).update(inner=SimpleNamespace(name="one"), lines=[{"name": "two"}])
    return point


def a_dictionary() -> Any:
    point = an_object()
    return vars(point) | {"rounded": point.rounded, "doubled": point.doubled, "inner": {"name": "one"}}


@pytest.mark.parametrize("source", [an_object, a_dictionary])
def test_representation_is_that_of_drf(source: Any) -> None:
    shown = Quick().to_representation(source())
    assert shown == Fields().to_representation(source())
    assert list(shown) == [str(name) for name in Fields().fields if str(name) != "absent"]
    assert (shown["doubled"], shown["default"], shown["renamed"]) == (101.4, "usual", "1.5000")


def test_missing_attribute_is_an_error_as_with_drf() -> None:
    with pytest.raises(AttributeError, match="lat"):
        Quick().to_representation(SimpleNamespace())
    with pytest.raises(KeyError, match="lat"):
        Quick().to_representation({})
