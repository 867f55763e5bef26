"""Shared by providers over HTTP."""

import time
from email.utils import parsedate_to_datetime
from typing import Final

import httpx

from apps.notifications.port import Refused, Retryable, SendingError

TIMEOUT: Final = httpx.Timeout(10, connect=5)
FAILURES: Final = (httpx.HTTPError, httpx.InvalidURL)


def retry_after(response: httpx.Response) -> float | None:
    """Return the seconds to wait that a provider requests, as a number or a date."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def failure(response: httpx.Response, reason: str) -> SendingError:
    """Return the error of a response without further details: overload and failures are retryable."""
    if response.status_code in (408, 425, 429) or response.status_code >= 500:
        return Retryable(reason, after_seconds=retry_after(response))
    return Refused(reason)


def no_answer(error: Exception) -> Retryable:
    """Return the error of a request without response, which may have been accepted."""
    return Retryable(type(error).__name__)
