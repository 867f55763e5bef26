"""Base of serializers for changes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class ChangesSerializer(serializers.Serializer[Any]):
    """Refuses fields that may not be changed instead of ignoring them."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = {name: [_("This can't be changed here.")] for name in data.keys() - self.fields.keys()}
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)
