"""Every list and every report of the API with its query parameters, from the schema."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator

REPORTS: Final = ("/api/v1/reports/", "/api/v1/dashboard/", "/api/v1/me/earnings/")
SHAPE: Final = frozenset({"cursor", "page_size", "format", "fields"})
"""Parameters that do not select rows."""
NOT_FOR_SIZE: Final = {
    "/api/v1/inspection/{token}/register/": "the rows of register/ of one inspector's days",
    "/api/v1/dashboard/drivers/": "shows all cars on the road at once, so it is as long as they are many",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    values: Sequence[str]
    """Return all values of a choice or boolean; none where samples are needed."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    path: str
    parameters: Sequence[Parameter]
    paged: bool


def endpoints() -> list[Endpoint]:
    """Return all keyset-paged lists and all reports, except NOT_FOR_SIZE."""
    schema: Any = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # has no types
    parts = schema["components"]["schemas"]
    found = []
    for path, calls in schema["paths"].items():
        if "get" not in calls or path in NOT_FOR_SIZE:
            continue
        paged = "next" in _answer(calls["get"], parts).get("properties", {})
        if paged or path.startswith(REPORTS):
            parameters = [
                Parameter(parameter["name"], _values(parameter["schema"], parts))
                for parameter in calls["get"].get("parameters", [])
                if parameter["in"] == "query" and parameter["name"] not in SHAPE
            ]
            found.append(Endpoint(path, parameters, paged))
    return found


def _answer(call: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    content = call["responses"].get("200", {}).get("content", {}).get("application/json", {})
    return _resolved(content.get("schema", {}), parts)


def _resolved(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = parts[name] if name else schema
    return found


def _values(schema: dict[str, Any], parts: dict[str, Any]) -> list[str]:
    if schema.get("type") == "boolean":
        return ["true", "false"]
    choices = [schema, *schema.get("oneOf", ()), *schema.get("allOf", ())]
    return [value for choice in choices for value in _resolved(choice, parts).get("enum", ()) if value]
