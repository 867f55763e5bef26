"""Validates usual input without the serializer's fields, which cost more than pricing a trip.

What is usual follows from the declared fields: whole numbers, degrees and texts as a client sends them.
Everything else, and all that is refused, is left to the serializer.
"""

from collections.abc import Callable
from decimal import Decimal
from math import isfinite
from typing import Any, ClassVar, Final

from rest_framework.fields import CharField, Field, FloatField, IntegerField, empty
from rest_framework.serializers import Serializer

Check = Callable[[Any], Any]
"""Returns the validated value. Raises Unusual."""


class Unusual(Exception):
    """Only the serializer knows whether the value is allowed."""


# Without a docstring, which would describe each serializer below it in the published schema.
class BuildingSerializer(Serializer[Any]):
    builds: ClassVar[type[Any]]
    """Called with the fields' values, for the validated data."""

    def to_internal_value(self, data: Any) -> Any:
        return self.builds(**super().to_internal_value(data))


def usual_check(shape: type[Serializer[Any]]) -> Check:
    """Return a function that validates usual data as `shape` does, and raises Unusual for other data."""
    return _object(shape()) or _unusual


def _unusual(data: Any) -> Any:
    raise Unusual


def _object(serializer: Serializer[Any]) -> Check | None:
    """Return the check of an object; None if the serializer has rules beyond its fields."""
    cls = type(serializer)
    builds = getattr(cls, "builds", None)
    reading = BuildingSerializer.to_internal_value if builds else Serializer.to_internal_value
    if (
        cls.to_internal_value is not reading
        or cls.validate is not Serializer.validate
        or any(name.startswith("validate_") and name != "validate_empty_values" for name in dir(cls))
        or serializer.validators
    ):
        return None
    # `serializer.fields` has the fields in their order, bound to their names.
    plan = [
        (name, field.required, field.allow_null, _check_of(field))
        for name, field in serializer.fields.items()
        if not field.read_only
    ]

    def check(data: Any) -> Any:
        if type(data) is not dict:
            raise Unusual
        values = {}
        for name, required, allow_null, of_value in plan:
            if name not in data:
                if required:
                    raise Unusual
                continue
            value = data[name]
            if value is not None:
                values[name] = of_value(value)
            elif allow_null:
                values[name] = None
            else:
                raise Unusual
        return values if builds is None else builds(**values)

    return check


def _check_of(field: Field[Any, Any, Any, Any]) -> Check:
    known = field.default is empty and field.source == field.field_name
    check = _KINDS.get(type(field), _other)(field) if known else None
    return check or _unusual


def _whole(field: Any) -> Check | None:
    if not _has_only(field, ("min_value", "max_value")):
        return None
    least, most = _bounds(field)

    def check(value: Any) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise Unusual

    return check


def _measure(field: Any) -> Check | None:
    if not _has_only(field, ("min_value", "max_value")):
        return None
    least, most = _bounds(field)

    def check(value: Any) -> float:
        if type(value) is Decimal or type(value) is int:
            number = float(value)
            if isfinite(number) and least <= number <= most:
                return number
        raise Unusual

    return check


def _text(field: Any) -> Check | None:
    # Two validators of all texts: NUL and surrogates.
    if not _has_only(field, ("max_length",), others=2) or field.allow_blank or not field.trim_whitespace:
        return None
    most = field.max_length or float("inf")

    def check(value: Any) -> str:
        if type(value) is str:
            text = value.strip()
            if text and len(text) <= most and "\x00" not in text and (text.isascii() or _is_whole(text)):
                return text
        raise Unusual

    return check


def _other(field: Any) -> Check | None:
    if isinstance(field, Serializer):
        return _object(field)
    if isinstance(field, IntegerField) and _reads_as(IntegerField, field):
        return _whole(field)
    return _measure(field) if getattr(field, "is_measure", False) else None


def _reads_as(kind: type[Any], field: Any) -> bool:
    """Return whether a field of a subclass, such as one with fixed limits, reads values as `kind` does."""
    cls = type(field)
    return all(
        getattr(cls, name) is getattr(kind, name)
        for name in ("to_internal_value", "run_validation", "validate_empty_values", "get_value")
    )


_KINDS: Final[dict[type[Any], Callable[[Any], Check | None]]] = {
    IntegerField: _whole,
    FloatField: _measure,
    CharField: _text,
}


def _has_only(field: Any, limits: tuple[str, ...], *, others: int = 0) -> bool:
    """Return whether the field has no validators but those of its limits."""
    declared = sum(getattr(field, name) is not None for name in limits)
    return len(field.validators) == declared + others


def _bounds(field: Any) -> tuple[float, float]:
    least, most = field.min_value, field.max_value
    return (float("-inf") if least is None else least), (float("inf") if most is None else most)


def _is_whole(text: str) -> bool:
    """Return whether a text has no half of a surrogate pair, which PostgreSQL cannot store."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
