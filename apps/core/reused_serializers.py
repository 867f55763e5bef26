"""Serializers that are reused, because copying the declared fields costs as much as using them."""

import threading
from functools import cache
from typing import Any

from rest_framework.serializers import Serializer

from apps.core.validation.usual import Unusual, usual_check


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
