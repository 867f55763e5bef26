"""Serializers that are reused, because copying the declared fields costs as much as using them."""

import threading
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from django.utils.functional import cached_property
from rest_framework.fields import Field, SerializerMethodField, SkipField, empty
from rest_framework.serializers import Serializer

from apps.core.validation.usual import Unusual, usual_check


class ByAttributes(Serializer[Any]):
    """Represents an object as DRF does, in less than half of the time, by plain attributes.

    DRF tries each field as an item, as an attribute and as a method. Not for fields of related objects.
    """

    @cached_property
    def _sources(self) -> list[tuple[str, Callable[[Any], Any] | None, str, "Field[Any, Any, Any, Any]"]]:
        """Return name, method, attribute and field of each; "" for an attribute that is not a plain one."""
        return [
            (
                str(field.field_name),
                getattr(self, str(field.method_name)) if isinstance(field, SerializerMethodField) else None,
                field.source_attrs[0] if len(field.source_attrs) == 1 else "",
                field,
            )
            for field in self._readable_fields
        ]

    def to_representation(self, instance: Any) -> Any:
        value_of = instance.get if isinstance(instance, Mapping) else partial(getattr, instance)
        shown: dict[str, Any] = {}
        for name, method, attribute, field in self._sources:
            if method is not None:
                shown[name] = method(instance)
                continue
            value = value_of(attribute, empty) if attribute else empty
            if value is empty or callable(value):
                # What DRF does about a missing attribute depends on the field.
                try:
                    value = field.get_attribute(instance)
                except SkipField:
                    continue
            shown[name] = None if value is None else field.to_representation(value)
        return shown


class _Idle(threading.local):
    def __init__(self) -> None:
        self.by_class: dict[type[Serializer[Any]], Serializer[Any]] = {}


_idle = _Idle()


def representation(shape: type[Serializer[Any]], instance: Any, **context: Any) -> Any:
    """Return `shape(instance, context=context).data` with a serializer that this thread has used before."""
    # Taken out while in use, in case the serializer represents another instance meanwhile.
    serializer = _idle.by_class.pop(shape, None) or shape()
    serializer._context = context
    data = serializer.to_representation(instance)
    serializer._context = {}
    _idle.by_class[shape] = serializer
    return data


def validated(shape: type[Serializer[Any]], data: Any) -> Any:
    """Return the `validated_data` of `shape(data=data)`, for usual data without the serializer.

    Otherwise with a serializer that this thread has used before. For serializers whose validation reads
    nothing but the fields' values. Raises ValidationError.
    """
    try:
        return _usual_check(shape)(data)
    except Unusual:
        pass
    serializer = _idle.by_class.pop(shape, None) or shape()
    try:
        return serializer.run_validation(data)
    finally:
        _idle.by_class[shape] = serializer


_usual_check = cache(usual_check)
