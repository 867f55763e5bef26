"""HTTP calls of gateways' APIs, with timeouts. Messages of errors contain no secrets."""

from typing import Any, Final

import httpx

from apps.core.security.certificates import trusted_certificates
from apps.core.validation.numbers import load_exact_json
from apps.payments.port import BadCredentials, OutcomeUnknown

UNAUTHORIZED: Final = 401
"""The gateway rejects the key."""
TIMEOUT: Final = httpx.Timeout(30, connect=5)


def call(method: str, url: str, **options: Any) -> httpx.Response:
    """Send a request with the options of httpx.request.

    Raises OutcomeUnknown without a response, and for 5xx and 429, which decide nothing.
    """
    try:
        answer = httpx.request(
            method, url, timeout=TIMEOUT, follow_redirects=False, verify=trusted_certificates(), **options
        )
    except httpx.HTTPError as error:
        raise OutcomeUnknown(f"{type(error).__name__} at {httpx.URL(url).host}") from error
    if answer.status_code >= 500 or answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise OutcomeUnknown(f"HTTP {answer.status_code} from {httpx.URL(url).host}")
    return answer


def read_json(answer: httpx.Response) -> dict[str, Any]:
    """Return the JSON object of a response with exact numbers. Raises OutcomeUnknown for anything else."""
    try:
        body = load_exact_json(answer.content)
    except ValueError as error:
        raise OutcomeUnknown(f"HTTP {answer.status_code} without JSON") from error
    if not isinstance(body, dict):
        raise OutcomeUnknown(f"HTTP {answer.status_code} without an object")
    return body


def bad_credentials(answer: httpx.Response) -> BadCredentials:
    """Return the error for a 401, with the gateway's message."""
    try:
        body = read_json(answer)
    except OutcomeUnknown:
        body = {}
    message = " ".join(str(body[name]) for name in ("type", "error", "message") if body.get(name))
    return BadCredentials(f"HTTP {answer.status_code} {message}".strip()[:200])
