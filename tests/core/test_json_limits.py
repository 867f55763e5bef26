"""JSON that is nested too deeply or has too large numbers is rejected."""

import re
from base64 import b64encode, urlsafe_b64encode
from typing import Any, Final

import pytest
from django.test import Client
from rest_framework.test import APIClient

from apps.accounts.captcha.adapters.altcha import AltchaCaptcha
from apps.accounts.models import SavedAddress, User
from apps.core.http.json_limits import load_json
from tests.personas import client_of
from tests.test_access_matrix import FUNCTIONS, ROWS

DEEP: Final = "[" * 60_000
REFUSED: Final = {
    "60,000 open brackets": DEEP,
    "forty objects": '{"a":' * 40 + "1" + "}" * 40,
    "a number of 10,000 digits": f'{{"amount": {"9" * 10_000}}}',
    "a number beyond all numbers": '{"amount": 1e999}',
    "a number next to nothing": '{"amount": -1.5E-999}',
    "brackets after a string with a quote": '{"a": "\\"", "b": ' + "[" * 40 + "]" * 40 + "}",
}
CHANGES: Final = [row for row in ROWS if row[0] != "get"]


def url_of(path: str) -> str:
    path = re.sub(r"<\w+:(\w+)>", "1", path)
    return path if path.startswith(FUNCTIONS) else f"/api/v1/{path}"


# No database mark: a query would fail the test, which proves that nothing is read or changed.
@pytest.mark.parametrize(("method", "path"), CHANGES, ids=[f"{m} {p}" for m, p in CHANGES])
def test_json_outside_the_limits_is_400_before_any_lookup(method: str, path: str) -> None:
    for name, body in REFUSED.items():
        response = Client().generic(method.upper(), url_of(path), body, "application/json")
        assert (response.status_code, response.json()["code"]) == (400, "invalid"), name
        assert response.json()["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-16"])
def test_logged_in_user_is_refused_too_and_nothing_changes(ada: User, body: str, kind: str) -> None:
    sent: Any = body.encode("utf-16" if "utf-16" in kind else "utf-8")
    response = client_of(ada).generic("POST", "/api/v1/me/addresses/", sent, kind)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert not SavedAddress.objects.exists()


@pytest.mark.django_db
def test_unknown_charset_is_400(ada: User) -> None:
    response = client_of(ada).generic(
        "POST", "/api/v1/me/addresses/", "{}", "application/json; charset=base64"
    )
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


@pytest.mark.django_db
def test_brackets_and_digits_in_strings_are_allowed(ada: User) -> None:
    body = {"description": '["' + "[" * 60 + "9" * 60 + '\\"', "lat": 50.7, "lng": -1.29}
    response = client_of(ada).post("/api/v1/me/addresses/", body)
    assert response.status_code == 201
    assert response.json()["description"] == body["description"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[" * 32 + "]" * 32, None),
        ("[[], [], {}]", [[], [], {}]),
        ('{"a": -12.5e3}', {"a": -12500.0}),
        ('"\\u005b"', "["),
    ],
)
def test_json_within_the_limits_is_parsed(text: str, value: Any) -> None:
    read = load_json(text)
    assert value is None or read == value


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "[1", '"open', '"\\', "1e", "1-1", "--1"])
def test_invalid_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the parser's own sentences differ
        load_json(text)


@pytest.mark.django_db
def test_deeply_nested_cursor_of_a_report_is_400(dora: User) -> None:
    cursor = urlsafe_b64encode(DEEP[:3000].encode()).decode()
    response = client_of(dora).get("/api/v1/reports/driver-earnings/", {"cursor": cursor})
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_deeply_nested_captcha_solution_is_wrong() -> None:
    assert not AltchaCaptcha().accept(b64encode(DEEP.encode()).decode())


def test_get_request_without_a_body_is_not_checked() -> None:
    assert APIClient().get("/api/v1/nothing-here/", CONTENT_TYPE="application/json").status_code == 404
