"""The query parameters of a list, each with its condition, and the orderings."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers

from apps.core.paging.keyset import Ordering

M = TypeVar("M", bound=Model)
OPTIONAL: Final[dict[str, Any]] = {"required": False, "allow_null": True, "default": None}
TEXT: Final[dict[str, Any]] = {"required": False, "default": ""}
BLANK: Final[dict[str, Any]] = {**TEXT, "allow_blank": True}


class FilterSet(serializers.Serializer[Any]):
    """A parameter is a serializer field. It adds the lookup named in `lookups`, or calls `filter_<name>`.

    An underscore at the end of a name is dropped: `from_` declares the parameter `from`, a Python keyword.
    """

    lookups: ClassVar[Mapping[str, str]] = {}
    orderings: ClassVar[Sequence[str]] = ()
    """The first is the default; with any, the list has the parameter `ordering`."""

    @classmethod
    def parse(cls, parameters: Mapping[str, Any]) -> Self:
        """Return the valid filters. Raises ValidationError."""
        form = cls(data=dict(parameters))
        form.is_valid(raise_exception=True)
        return form

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = {name.rstrip("_"): field for name, field in super().get_fields().items()}
        if self.orderings:
            by_default = self.orderings[0]
            choice = serializers.ChoiceField(choices=self.orderings, required=False, default=by_default)
            fields.setdefault("ordering", choice)
        return fields

    def to_internal_value(self, data: Any) -> Any:
        # An empty form field is no filter.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})

    def order(self) -> Ordering:
        return Ordering.parse(self.validated_data.get("ordering", "-id"))

    def apply(self, rows: QuerySet[M]) -> QuerySet[M]:
        """Return the rows that meet all conditions."""
        given = {name: value for name, value in self.validated_data.items() if value not in (None, "", [])}
        rows = rows.filter(**{self.lookups[name]: given[name] for name in given if name in self.lookups})
        for name, value in given.items():
            if condition := getattr(self, f"filter_{name}", None):
                rows = condition(rows, value)
        return rows
