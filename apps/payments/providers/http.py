"""Calls of gateways' APIs: what is not understood is OutcomeUnknown, and a secret is in no message."""

from typing import Any, Final

import httpx

from apps.core.numbers import load_exact_json
from apps.payments.port import BadCredentials, OutcomeUnknown

UNAUTHORIZED: Final = 401
"""The gateway does not know the key."""
TIMEOUT: Final = httpx.Timeout(30, connect=5)


def call(method: str, url: str, **options: Any) -> httpx.Response:
    """One request; options are those of httpx.request.

    Raises OutcomeUnknown without an answer, on a 5xx, and on a 429, which says nothing about the question.
    """
    try:
        answer = httpx.request(method, url, timeout=TIMEOUT, follow_redirects=False, **options)
    except httpx.HTTPError as error:
        raise OutcomeUnknown(f"{type(error).__name__} at {httpx.URL(url).host}") from error
    if answer.status_code >= 500 or answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise OutcomeUnknown(f"HTTP {answer.status_code} from {httpx.URL(url).host}")
    return answer


def read_json(answer: httpx.Response) -> dict[str, Any]:
    """The object in an answer, its numbers exact. Raises OutcomeUnknown for anything else."""
    try:
        body = load_exact_json(answer.content)
    except ValueError as error:
        raise OutcomeUnknown(f"HTTP {answer.status_code} without JSON") from error
    if not isinstance(body, dict):
        raise OutcomeUnknown(f"HTTP {answer.status_code} without an object")
    return body


def bad_credentials(answer: httpx.Response) -> BadCredentials:
    """What a 401 is, in the gateway's own words."""
    try:
        body = read_json(answer)
    except OutcomeUnknown:
        body = {}
    words = " ".join(str(body[name]) for name in ("type", "error", "message") if body.get(name))
    return BadCredentials(f"HTTP {answer.status_code} {words}".strip()[:200])
