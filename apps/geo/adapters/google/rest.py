"""Google's REST APIs: key and field mask in the headers, errors as google.rpc.Status."""

import logging
from typing import Any, Final

from apps.geo.adapters.http import REMOTE_SECONDS, JsonClient, JsonResponse
from apps.geo.port import Refused, Retryable

log = logging.getLogger(__name__)

# Errors of the request. Any other error concerns our project, so another provider may succeed.
_REQUEST_ERRORS: Final = frozenset({"INVALID_ARGUMENT", "NOT_FOUND", "OUT_OF_RANGE"})


class RequestRejected(Refused):
    """Google rejected the request; `status` is its error code."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(f"Google: {status}: {message}")
        self.status = status


class GoogleRest:
    """A client of places.googleapis.com or routes.googleapis.com."""

    def __init__(self, base_url: str, *, key: str, timeout_seconds: float = REMOTE_SECONDS) -> None:
        self._client = JsonClient(
            base_url, name="Google", timeout_seconds=timeout_seconds, headers={"X-Goog-Api-Key": key}
        )

    def get(self, path: str, params: dict[str, str], *, fields: str) -> Any:
        return self._parse(self._client.get(path, params, headers=_mask(fields)))

    def post(self, path: str, body: Any, *, fields: str) -> Any:
        return self._parse(self._client.post(path, body, headers=_mask(fields)))

    def _parse(self, answer: JsonResponse) -> Any:
        body = answer.body
        # Streaming methods wrap their error in a list.
        first = body[0] if isinstance(body, list) and body else body
        error = first.get("error") if isinstance(first, dict) else None
        if answer.status < 400 and error is None:
            return body
        error = error if isinstance(error, dict) else {}
        status, message = str(error.get("status", answer.status)), str(error.get("message", ""))
        if status in _REQUEST_ERRORS and not _is_key_error(error):
            raise RequestRejected(status, message)
        log.error("Google rejects requests of this project: %s: %s", status, message)
        raise Retryable(f"Google: {status}: {message}")


def _mask(fields: str) -> dict[str, str]:
    return {"X-Goog-FieldMask": fields}


def _is_key_error(error: dict[str, Any]) -> bool:
    """Return whether the key is invalid, which Google reports as INVALID_ARGUMENT too."""
    details = error.get("details")
    return isinstance(details, list) and any(
        str(detail.get("reason", "")).startswith("API_KEY") for detail in details if isinstance(detail, dict)
    )
