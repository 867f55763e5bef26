"""Every error of the API has one shape: {"code", "detail", "fields"?}."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from redis.exceptions import ConnectionError as RedisConnectionError
from rest_framework import exceptions

from apps.accounts.models import User
from apps.core import errors
from apps.core.http.api_errors import exception_handler
from tests.personas import client_of


def reply(error: Exception) -> tuple[int, dict[str, Any]]:
    response = exception_handler(error, {})
    assert response is not None
    return response.status_code, response.data


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (errors.BadInput, 400),
        (errors.NotSignedIn, 401),
        (errors.Forbidden, 403),
        (errors.NotFound, 404),
        (errors.Conflict, 409),
        (errors.Unprocessable, 422),
        (errors.TooMany, 429),
        (errors.Unavailable, 503),
    ],
)
def test_domain_error_keeps_its_code_and_message(kind: type[errors.DomainError], status: int) -> None:
    assert reply(kind("select_proper", _("Choose."))) == (
        status,
        {"code": "select_proper", "detail": "Choose."},
    )


def test_domain_error_names_its_fields() -> None:
    error = errors.BadInput("proper_email", _("No."), fields={"email": _("Not an address.")})
    assert reply(error)[1]["fields"] == {"email": "Not an address."}


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (exceptions.NotAuthenticated(), 401, "not_logged_in"),
        (exceptions.PermissionDenied(), 403, "forbidden"),
        (PermissionDenied(), 403, "forbidden"),
        (exceptions.NotFound(), 404, "not_found"),
        (Http404(), 404, "not_found"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.ParseError(), 400, "invalid"),
        (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
        (exceptions.Throttled(wait=7), 429, "too_many_requests"),
        (ValidationError("no"), 400, "invalid"),
        (OperationalError("gone"), 503, "unavailable"),
        (RedisConnectionError("gone"), 503, "unavailable"),
    ],
)
def test_framework_errors_have_a_code(error: Exception, status: int, code: str) -> None:
    assert (reply(error)[0], reply(error)[1]["code"]) == (status, code)


def test_throttled_reply_has_retry_after() -> None:
    response = exception_handler(exceptions.Throttled(wait=7), {})
    assert response is not None
    assert response["Retry-After"] == "7"


def test_outage_is_not_described_to_the_client() -> None:
    assert "10.0.0.5" not in str(reply(OperationalError("connection to 10.0.0.5 refused")))


def test_nested_fields_are_joined_with_dots() -> None:
    error = exceptions.ValidationError(
        {"pickup": {"lat": ["Too far."]}, "points": [{}, {"at": ["No time."]}], "email": ["One.", "Two."]}
    )
    assert reply(error)[1]["fields"] == {"pickup.lat": "Too far.", "points.1.at": "No time.", "email": "One."}


def test_unknown_error_stays_an_error() -> None:
    assert exception_handler(ZeroDivisionError(), {}) is None


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/v1/no-such-thing/", 404, "not_found"),
        ("delete", "/api/v1/me/", 405, "method_not_allowed"),
    ],
)
def test_unknown_urls_and_methods_have_the_same_shape(
    ada: User, method: str, path: str, status: int, code: str
) -> None:
    response = getattr(client_of(ada), method)(path)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_broken_json_is_invalid(ada: User) -> None:
    response = client_of(ada).patch("/api/v1/me/", "{", content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_form_data_is_not_parsed_as_json(ada: User) -> None:
    response = client_of(ada).patch("/api/v1/me/", "a=b", content_type="application/x-www-form-urlencoded")
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_reply_during_an_outage_says_when_to_retry() -> None:
    response = exception_handler(OperationalError("gone"), {})
    assert response is not None
    assert response["Retry-After"] == "2"
