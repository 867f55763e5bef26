"""Compare docs/spec-map.md with the tree: its names exist, and it has all names of the documents."""

import importlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.core.management import get_commands

from apps.core.pages.routes import BACK_OFFICE, PAGES
from tests.documents import ADMIN_ROUTES, FIXED_TEXTS, MESSAGE_KEYS, NAMES, ROUTES, SECTIONS, SERVER_CALLS
from tests.test_access_matrix import endpoints

ROOT = Path(__file__).parent.parent
MAP = ROOT / "docs/spec-map.md"
ENGLISH, ARABIC = (ROOT / f"frontend/src/i18n/{language}/errors.json" for language in ("en", "ar"))

FEATURE = r"planned: (?:people|full booking|money|back office)"
STATE = re.compile(rf"(?:done|open|superseded|{FEATURE})(?: \([^)]+\))?(?:; {FEATURE}(?: \([^)]+\))?)?")
SPAN = re.compile(r"`([^`]+)`")


class Row(NamedTuple):
    section: str
    what: str
    where: str
    state: str
    test: str


@cache
def rows() -> list[Row]:
    return list(_rows())


def _rows() -> Iterator[Row]:
    section, in_body = "", False
    for line in MAP.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            section, in_body = line.lstrip("# "), False
        elif line.startswith("|---"):
            in_body = True
        elif not line.startswith("|"):
            in_body = False
        elif in_body and section in headings():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            # The table of routes has another column: who may open it.
            yield Row(section, " ".join(cells[:-3]), *cells[-3:])


@cache
def headings() -> list[str]:
    lines = MAP.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("### ") for line in lines if line.startswith("### ")]


def below(heading: str) -> list[Row]:
    return [row for row in rows() if row.section.startswith(heading)]


def named(found: list[Row]) -> set[str]:
    """Return every code span of the first column."""
    return {word for row in found for span in SPAN.findall(row.what) for word in re.findall(r"[\w-]+", span)}


def test_every_section_of_the_documents_is_listed() -> None:
    assert [section for section in SECTIONS if not below(section)] == []


def test_every_row_has_a_state_and_done_rows_have_a_place_and_a_test() -> None:
    wrong = [row for row in rows() if not STATE.fullmatch(row.state)]
    bare = [row for row in rows() if row.state.startswith("done") and "-" in (row.where, row.test)]
    assert (wrong, bare) == ([], [])


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_is_listed_with_who_may_open_it(route: str) -> None:
    found = [row for row in below("Document 1, section 2: routes") if f"`{route}` " in f"{row.what} "]
    assert [row.what for row in found] == [f"`{route}` {ROUTES[route]}"]
    assert route in PAGES


def test_pages_of_the_back_office_are_open_to_the_roles_of_the_documents() -> None:
    documented = {route: roles for route, roles in ROUTES.items() if route in BACK_OFFICE}
    assert documented == {route: ", ".join(BACK_OFFICE[route]) for route in documented}
    assert {*ADMIN_ROUTES, "/dashboard", "/drivers", "/driverearning"} == documented.keys()


def test_every_message_key_is_listed_and_translated() -> None:
    listed = named(below("Documents 1 and 2, section 8: message keys"))
    assert [key for key in MESSAGE_KEYS if key not in listed] == []
    for catalogue in (ENGLISH, ARABIC):
        sentences = json.loads(catalogue.read_text(encoding="utf-8"))["errors"]
        assert [key for key in MESSAGE_KEYS if not sentences.get(key, "").strip()] == [], catalogue


def test_every_fixed_text_is_listed() -> None:
    listed = " ".join(row.what for row in below("Documents 1 and 2, section 8: message keys"))
    assert [text for text in FIXED_TEXTS if f"'{text}'" not in listed] == []


@pytest.mark.parametrize("heading", NAMES)
def test_every_field_and_operation_is_listed(heading: str) -> None:
    listed = named(below(heading))
    assert [name for name in NAMES[heading] if name not in listed] == []


def test_every_server_call_is_listed() -> None:
    listed = " ".join(row.what for row in below("Document 1, section 7: calls"))
    assert [call for call in SERVER_CALLS if call not in listed] == []


def test_every_place_exists() -> None:
    spans = {span for row in rows() for span in SPAN.findall(row.where)}
    assert sorted(span for span in spans if not exists(span)) == []


def test_every_test_exists() -> None:
    spans = {span for row in rows() for span in SPAN.findall(row.test)}
    assert sorted(span for span in spans if not is_test(span)) == []


@pytest.mark.parametrize(
    "invented",
    [
        "apps.bookings.state_machine.lifecycle.NOTHING",
        "apps.bookings.state_machine.lifecycle.TRANSITIONS[fly]",
        "apps.nowhere",
        "accounts.User.shoe_size",
        "accounts.Missing",
        "POST /nowhere/",
        "DELETE /bookings/",
        "errors.no_such_key",
        "frontend/src/nowhere.ts",
        "frontend/src/app/routes.ts#NOTHING",
        "manage.py fly",
        "a word",
    ],
)
def test_missing_place_is_detected(invented: str) -> None:
    assert not exists(invented)


@pytest.mark.parametrize(
    "invented",
    [
        "tests/test_spec_map.py",
        "tests/test_nothing.py::test_every_test_exists",
        "tests/test_spec_map.py::test_every",
        "frontend/src/app/require-role.test.tsx::opens the moon",
    ],
)
def test_missing_test_is_detected(invented: str) -> None:
    assert not is_test(invented)


def exists(span: str) -> bool:
    """Return whether the place of a code span in the second column exists."""
    method, _, address = span.partition(" ")
    if address.startswith("/"):
        return (method.lower(), address) in addresses()
    if method == "manage.py":
        return address in get_commands()
    if span.startswith("errors."):
        return span.removeprefix("errors.") in json.loads(ENGLISH.read_text(encoding="utf-8"))["errors"]
    path, _, inside = span.partition("#")
    if "/" in path:
        file = ROOT / path
        return file.is_file() and inside in file.read_text(encoding="utf-8")
    if span.startswith("apps."):
        return is_python_name(span)
    return is_model_field(span)


@cache
def addresses() -> set[tuple[str, str]]:
    return {
        (method, "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", path).replace("{pk}", "{id}").lstrip("/"))
        for method, path in endpoints()
    }


def is_python_name(span: str) -> bool:
    name, _, key = span.removesuffix("]").partition("[")
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            thing = getattr(thing, part, None) or getattr(thing, "__dataclass_fields__", {}).get(part)
        return thing is not None and (not key or key in thing)
    return False


def is_model_field(span: str) -> bool:
    label, _, rest = span.partition(".")
    model_name, _, field = rest.partition(".")
    try:
        model = apps.get_model(label, model_name)
    except LookupError:
        return False
    if not field or isinstance(getattr(model, field, None), property):
        return True
    try:
        model._meta.get_field(field)
    except FieldDoesNotExist:
        return False
    return True


def is_test(span: str) -> bool:
    """Return whether `path::name` is a test function of a file, or the title of a block of frontend tests."""
    path, _, name = span.partition("::")
    file = ROOT / path
    if not name or not file.is_file():
        return False
    text = file.read_text(encoding="utf-8")
    return f"def {name}(" in text if file.suffix == ".py" else f'("{name}"' in text
