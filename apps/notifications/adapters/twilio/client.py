"""Requests to Twilio: form-encoded, with the API key as Basic authentication."""

import logging
import re
from collections.abc import Mapping
from typing import Any, Final

import httpx
from django.conf import settings

from apps.core.security.certificates import trusted_certificates
from apps.notifications.adapters import http
from apps.notifications.port import Retryable, SendingError

log = logging.getLogger(__name__)

E164: Final = re.compile(r"\+[1-9][0-9]{6,14}")


class TwilioError(Exception):
    """An error of Twilio, with HTTP status and Twilio's error code (21211, 60202, ...)."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.status = response.status_code
        self.code = _body(response).get("code")
        # Without Twilio's message, which contains the recipient's number.
        super().__init__(f"{self.status} {self.code or ''}".strip())

    def as_sending_error(self) -> SendingError:
        """Return the error as one of a sender."""
        if self.status == 401:
            log.error("twilio rejects the API key")
            return Retryable(str(self))
        return http.failure(self.response, str(self))


def get(url: str, params: Mapping[str, str]) -> dict[str, Any]:
    """Return Twilio's response to a read; raises as `post`."""
    return _response("GET", url, params=dict(params))


def post(url: str, form: Mapping[str, str]) -> dict[str, Any]:
    """Return Twilio's response; raises TwilioError, or httpx.HTTPError without one."""
    return _response("POST", url, data=dict(form))


def _response(method: str, url: str, **content: dict[str, str]) -> dict[str, Any]:
    response = httpx.request(
        method,
        url,
        **content,  # type: ignore[arg-type]  # params or data
        auth=(settings.TWILIO_API_KEY, settings.TWILIO_API_SECRET),
        headers={"Accept": "application/json"},
        timeout=http.TIMEOUT,
        verify=trusted_certificates(),
    )
    if response.status_code not in (200, 201):
        raise TwilioError(response)
    return _body(response)


def _body(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
