"""The published schema describes every endpoint and every refusal, and a reply that differs is found."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

from apps.core.api_schema.refusals import own_refusals
from tests.published_schema import METHODS, misses, operations, published, shape_of

DESCRIBED = ("api/v1/", "functions/")
ERROR = {"code": "not_found", "detail": "Not found."}
COUNTRIES = "api/v1/countries/"
FEES = "api/v1/users/<int:pk>/owed-fees/"
JSON = "application/json"


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, Any]]:
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, path)
        elif isinstance(entry, URLPattern):
            yield path, entry.callback


def test_every_method_of_every_address_is_described() -> None:
    there = {
        (method, shape_of(path))
        for path, view in addresses(get_resolver())
        if path.startswith(DESCRIBED)
        for method in METHODS
        if method in (getattr(view, "actions", None) or ()) or hasattr(getattr(view, "cls", None), method)
    }
    assert there - operations().keys() == set()


def test_every_operation_documents_refusals() -> None:
    silent = [
        operation["operationId"]
        for (_method, path), operation in operations().items()
        if path.startswith(DESCRIBED) and not any(status.startswith("4") for status in operation["responses"])
    ]
    assert silent == []


def listed() -> Iterator[tuple[str, str, str]]:
    for config in apps.get_app_configs():
        if config.name.startswith("apps."):
            for operation, statuses in own_refusals(f"{config.name}.views").items():
                for codes in statuses.values():
                    yield from ((config.name, operation, code) for code in codes)


def test_listed_refusals_are_of_operations_that_exist_and_codes_that_are_raised() -> None:
    ids = {operation["operationId"] for operation in operations().values()}
    sources = Path(import_module("apps.core").__file__ or "").parents[1].rglob("*.py")
    raised = set(
        re.findall(
            r"\"([A-Za-z0-9_]+)\"",
            "".join(source.read_text() for source in sources if source.name != "refusals.py"),
        )
    )
    assert {operation for _app, operation, _code in listed()} - ids == set()
    assert {code for _app, _operation, code in listed()} - raised == set()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (418, ERROR),
        (404, ERROR | {"code": "no_such_code"}),
        (404, ERROR | {"more": 1}),
        (404, {"code": "not_found"}),
        (200, {"results": [{"id": 1}]}),
        (200, {"results": [], "more": 1}),
        (200, {}),
    ],
)
def test_a_reply_that_differs_is_found(status: int, body: dict[str, Any]) -> None:
    assert misses("get", FEES, status, JSON, json.dumps(body))


def test_a_reply_as_published_is_not() -> None:
    assert misses("get", FEES, 404, JSON, json.dumps(ERROR)) == []
    assert misses("get", FEES, 200, JSON, json.dumps({"results": []})) == []


def test_another_content_type_and_an_unknown_address_are_found() -> None:
    assert misses("get", FEES, 200, "text/html", "")
    assert misses("get", "api/v1/nowhere/", 200, JSON, "{}")
    assert misses("get", COUNTRIES, 405, JSON, json.dumps(ERROR))


def test_files_are_named_by_a_path_or_a_url() -> None:
    logo = published()["components"]["schemas"]["AppInfo"]["properties"]["logo"]
    assert "uri-reference" in json.dumps(logo)


def test_lists_that_are_downloads_say_their_content_types() -> None:
    responses = operations()["get", "api/v1/bookings/"]["responses"]
    assert {"application/json", "text/csv"} < responses["200"]["content"].keys()
