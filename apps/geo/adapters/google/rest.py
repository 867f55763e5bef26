"""The newer calls: a key and a field mask in the headers, errors as google.rpc.Status."""

import logging
from typing import Any, Final

from apps.geo.adapters.http import REMOTE_SECONDS, Answer, JsonClient
from apps.geo.port import Refused, Retryable

log = logging.getLogger(__name__)

# What is wrong with the question. Anything else is our project's trouble, and another provider may answer.
_THE_QUESTIONS: Final = frozenset({"INVALID_ARGUMENT", "NOT_FOUND", "OUT_OF_RANGE"})


class Declined(Refused):
    """Google calls the question wrong; `status` says how."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(f"Google: {status}: {message}")
        self.status = status


class GoogleRest:
    """places.googleapis.com or routes.googleapis.com."""

    def __init__(self, base_url: str, *, key: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._client = JsonClient(
            base_url, name="Google", timeout_seconds=timeout_seconds, headers={"X-Goog-Api-Key": key}
        )

    def get(self, path: str, params: dict[str, str], *, fields: str) -> Any:
        return self._answer(self._client.get(path, params, headers=_mask(fields)))

    def post(self, path: str, body: Any, *, fields: str) -> Any:
        return self._answer(self._client.post(path, body, headers=_mask(fields)))

    def _answer(self, answer: Answer) -> Any:
        body = answer.body
        # Calls that stream wrap their one error in a list.
        first = body[0] if isinstance(body, list) and body else body
        error = first.get("error") if isinstance(first, dict) else None
        if answer.status < 400 and error is None:
            return body
        error = error if isinstance(error, dict) else {}
        status, message = str(error.get("status", answer.status)), str(error.get("message", ""))
        if status in _THE_QUESTIONS and not _is_about_the_key(error):
            raise Declined(status, message)
        log.error("Google does not serve this project: %s: %s", status, message)
        raise Retryable(f"Google: {status}: {message}")


def _mask(fields: str) -> dict[str, str]:
    return {"X-Goog-FieldMask": fields}


def _is_about_the_key(error: dict[str, Any]) -> bool:
    """A key that is not valid comes as INVALID_ARGUMENT, like a question that is not."""
    details = error.get("details")
    return isinstance(details, list) and any(
        str(detail.get("reason", "")).startswith("API_KEY") for detail in details if isinstance(detail, dict)
    )
