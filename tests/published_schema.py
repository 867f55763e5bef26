"""The published schema as JSON Schema, and the differences of a reply to it."""

import json
import re
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs
import yaml

from scripts.api_schema import SCHEMA

JSON: Final = "application/json"
METHODS: Final = ("get", "post", "put", "patch", "delete")
PARAMETER: Final = re.compile(r"\{[^}]*\}|<[^>]*>")
PATH: Final = "x-path"
URN: Final = "urn:hansom"
SHOWN: Final = 600
"""Maximal length of a message."""


@cache
def published() -> dict[str, Any]:
    """Return the committed schema as JSON Schema; components allow no other fields."""
    with SCHEMA.open() as file:
        document: dict[str, Any] = as_json_schema(yaml.load(file, Loader=yaml.CSafeLoader))
    for component in document["components"]["schemas"].values():
        if "properties" in component:
            component.setdefault("additionalProperties", False)
    return document


def as_json_schema(node: Any) -> Any:
    """Translate OpenAPI 3.0's nullable; everything else that we use is JSON Schema."""
    if isinstance(node, list):
        return [as_json_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    schema = {name: as_json_schema(value) for name, value in node.items()}
    if schema.get("nullable") is True:
        del schema["nullable"]
        return {"anyOf": [schema, {"type": "null"}]}
    return schema


@cache
def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Return operations by method and path, without the names of parameters."""
    return {
        (method, shape_of(path)): item[method] | {PATH: path}
        for path, item in published()["paths"].items()
        for method in METHODS
        if method in item
    }


def shape_of(path: str) -> str:
    """`api/v1/people/<int:pk>/` and `/api/v1/people/{id}/` are the same path."""
    return PARAMETER.sub("{}", path.lstrip("/"))


def misses(method: str, path: str, status: int, content_type: str, body: str | None = None) -> list[str]:
    """Return the differences of a reply to the schema; without a body only status and headers count."""
    operation = operations().get((method, shape_of(path)))
    if status == 405:
        # A method that a path does not have is not an operation.
        return [] if operation is None else [f"{method.upper()} {path} is described, and is not there"]
    if operation is None:
        return [f"{method.upper()} {path} is not described"]
    name = f"{operation['operationId']} {status}"
    if str(status) not in operation["responses"]:
        return [f"{name} is not documented: {(body or '')[:SHOWN]}"]
    response, pointer = _response(operation, method, status)
    kind = content_type.partition(";")[0].strip()
    if "content" not in response:
        return [f"{name} has a body"] if body else []
    if kind not in response["content"]:
        return [f"{name} is not documented as {kind or 'a reply without a type'}"]
    if kind != JSON or body is None:
        return []
    errors = _validator(f"{pointer}/content/{_escaped(kind)}/schema").iter_errors(json.loads(body))
    return [f"{name}: {error}"[:SHOWN] for error in errors]


def _response(operation: dict[str, Any], method: str, status: int) -> tuple[dict[str, Any], str]:
    """Return the response object, and its place in the document."""
    response = operation["responses"][str(status)]
    if "$ref" not in response:
        return response, f"#/paths/{_escaped(operation[PATH])}/{method}/responses/{status}"
    name = response["$ref"].rpartition("/")[2]
    return published()["components"]["responses"][name], response["$ref"]


@cache
def _validator(pointer: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({"$ref": URN + pointer}, registry=_registry(), validate_formats=True)


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(URN, published())])


def _escaped(name: str) -> str:
    return quote(name.replace("~", "~0").replace("/", "~1"), safe="~")
