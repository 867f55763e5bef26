"""What providers reached over HTTP have in common."""

import time
from email.utils import parsedate_to_datetime
from typing import Final

import httpx

from apps.notifications.port import Refused, Retryable, SendingError

TIMEOUT: Final = httpx.Timeout(10, connect=5)
FAILURES: Final = (httpx.HTTPError, httpx.InvalidURL)


def retry_after(response: httpx.Response) -> float | None:
    """The seconds that a provider asks to be left alone for; it may name a moment instead."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def failure(response: httpx.Response, reason: str) -> SendingError:
    """The error that a reply means where it says no more: overload and mishaps pass, refusals stay."""
    if response.status_code in (408, 425, 429) or response.status_code >= 500:
        return Retryable(reason, after_seconds=retry_after(response))
    return Refused(reason)


def no_answer(error: Exception) -> Retryable:
    """The error for a provider that did not answer; whether it took the message is not known."""
    return Retryable(type(error).__name__)
