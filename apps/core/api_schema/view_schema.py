"""Additions to drf-spectacular's schema: error responses, and required fields in replies."""

from typing import Any, Final

from django.core.validators import RegexValidator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from rest_framework import serializers

from apps.core.api_schema.refusals import Refusals, refusals_of
from apps.core.api_schema.responses import refusal_response

FILE: Final = {"schema": {"type": "string", "format": "binary"}}


class ApiSchema(AutoSchema):
    """Documents the errors of an operation, and marks the fields that every reply contains as required."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(
            path, path_regex, path_prefix, method, registry
        )
        if operation is not None:
            refusals: Refusals = refusals_of(self.view, self.method, operation)
            for content_type in getattr(self.view, "file_types", ()) if self.method == "GET" else ():
                operation["responses"]["200"]["content"][content_type] = FILE
            shape = getattr(self.view, "error_component", "Error")
            for status in sorted(refusals):
                response = refusal_response(registry, status, refusals[status], shape=shape)
                operation["responses"].setdefault(str(status), response)
        return operation

    def _map_basic_serializer(self, serializer: Any, direction: str) -> dict[str, Any]:
        """Require every field in replies, except those in the serializer's `optional_in_replies`."""
        schema: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "response" and schema.get("properties"):
            optional = getattr(serializer, "optional_in_replies", ())
            schema["required"] = sorted(set(schema["properties"]) - set(optional))
        return schema

    def _get_serializer_field_meta(self, field: Any, direction: str) -> dict[str, Any]:
        """Leave out titles, which are the names of columns in the Django admin."""
        meta: dict[str, Any] = super()._get_serializer_field_meta(field, direction)  # type: ignore[no-untyped-call]
        meta.pop("title", None)
        return meta

    def _insert_field_validators(self, field: Any, schema: dict[str, Any]) -> None:
        super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]
        for validator in field.validators:
            if isinstance(validator, RegexValidator) and validator.inverse_match:
                # Excluded characters; for a field that may be blank, in the first part of its schema.
                part = next((part for part in schema.get("oneOf", ()) if "pattern" in part), schema)
                if part.get("pattern", "").startswith("["):
                    part["pattern"] = f"^[^{part['pattern'][1:-1]}]+$"

    def _map_serializer_field(
        self, field: Any, direction: str, bypass_extensions: bool = False
    ) -> dict[str, Any] | None:
        schema: dict[str, Any] | None = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        if schema and direction == "response" and isinstance(field, serializers.FileField):
            # Local files have a path as URL, files in a bucket an absolute URL.
            schema["format"] = "uri-reference"
        return schema
