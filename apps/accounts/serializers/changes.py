"""Changes by name."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class ChangesSerializer(serializers.Serializer[Any]):
    """What may be changed; any other name is refused, not passed over."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = {name: [_("This can't be changed here.")] for name in data.keys() - self.fields.keys()}
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)
