"""Turns every error into one shape: {"code", "detail", "fields"?}."""

import logging
from math import ceil
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from apps.core.errors import DomainError, TooMany

log = logging.getLogger(__name__)

CODES = {401: "not_logged_in", 403: "forbidden", 404: "not_found", 405: "method_not_allowed",
         406: "not_acceptable", 415: "unsupported_media_type", 429: "too_many_requests"}  # fmt: skip

RETRY_AFTER: Final = {"Retry-After": "2"}
"""With a reply of an unavailable server; a failover takes seconds."""

SENTENCES: Final = {
    "invalid": _("We couldn't read the request."),
    "not_logged_in": _("Log in first."),
    "forbidden": _("You don't have access to this."),
    "not_found": _("Not found."),
    "method_not_allowed": _("This isn't possible here."),
    "not_acceptable": _("This response format isn't available."),
    "unsupported_media_type": _("This content type isn't supported."),
    "too_many_requests": _("Too many attempts. Try again later."),
}
"""Replacements of the framework's messages."""


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the reply to an exception; None lets an unknown one become a 500."""
    if isinstance(error, DomainError):
        wait = error.wait_seconds if isinstance(error, TooMany) else None
        headers = None if wait is None else {"Retry-After": str(ceil(wait))}
        return Response(
            _body(error.code, str(error.detail), error.fields), status=error.status, headers=headers
        )
    if isinstance(error, DjangoValidationError):
        messages = error.message_dict if hasattr(error, "error_dict") else {"detail": error.messages}
        body = _body("invalid", str(_("Some values aren't allowed.")), flat_fields(messages))
        return Response(body, status=400)
    if isinstance(error, exceptions.ValidationError):
        fields: Any = error.detail if isinstance(error.detail, dict) else {"detail": error.detail}
        return Response(
            _body("invalid", str(_("Some values aren't allowed.")), flat_fields(fields)), status=400
        )
    if isinstance(error, (OperationalError, InterfaceError, RedisError)):
        log.error("unavailable: %s", error)
        return Response(
            _body("unavailable", str(_("Try again in a moment.")), None), status=503, headers=RETRY_AFTER
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = drf_exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        code = (
            "invalid"
            if isinstance(error, exceptions.ParseError)
            else CODES.get(response.status_code, "error")
        )
        response.data = _body(code, str(SENTENCES.get(code, error.detail)), None)
    return response


def _body(code: str, detail: str, fields: Any) -> dict[str, Any]:
    body: dict[str, Any] = {"code": code, "detail": detail}
    if fields:
        body["fields"] = {name: str(text) for name, text in fields.items()}
    return body


def flat_fields(fields: Any) -> dict[str, str]:
    """Return the first message of each field, nested names joined with a dot."""
    flat: dict[str, str] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": text for inner, text in flat_fields(value).items()}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for index, item in enumerate(value):
                flat |= {f"{name}.{index}.{inner}": text for inner, text in flat_fields(item).items()}
        else:
            flat[name] = str(value[0]) if isinstance(value, list) and value else str(value)
    return flat
