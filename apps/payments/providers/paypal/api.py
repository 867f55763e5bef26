"""Calls of PayPal's API, with cached access tokens."""

import hashlib
import json
import time
from typing import Any, Final

import httpx

from apps.payments.port import OutcomeUnknown, ProviderError
from apps.payments.providers.http import bad_credentials, call, read_json

EARLY_SECONDS: Final = 60
"""A token is renewed this long before it expires."""
_tokens: dict[str, tuple[str, float]] = {}
"""Tokens and their expiry by account, in memory only: a token gives access to the account."""


class Refused(ProviderError):
    """PayPal rejected the request; `issue` is its code."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        details = body.get("details") or [{}]
        self.issue = str(details[0].get("issue") or body.get("name") or body.get("error") or "")
        super().__init__(f"HTTP {status} {self.issue} {body.get('debug_id', '')}".strip()[:200])


class PaypalApi:
    """The API for one account. Every call raises Refused or OutcomeUnknown."""

    def __init__(self, host: str, *, client_id: str, client_secret: str) -> None:
        self._host = host
        self._client = (client_id, client_secret)
        digest = hashlib.sha256("\0".join((host, *self._client)).encode()).hexdigest()
        self._account = digest

    def check(self) -> None:
        """Request a new token, even if one is cached."""
        self._new_token()

    def get(self, path: str) -> dict[str, Any]:
        return self._request("GET", path, {}, b"")

    def post(self, path: str, body: object, *, request_id: str) -> dict[str, Any]:
        """Post JSON. `request_id` is the idempotency key; the response is the full representation."""
        headers = {"PayPal-Request-Id": request_id, "Prefer": "return=representation"}
        return self._request("POST", path, headers, json.dumps(body).encode())

    def post_raw(self, path: str, body: bytes) -> dict[str, Any]:
        return self._request("POST", path, {}, body)

    def _request(self, method: str, path: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", **headers}
        for token in (self._token(), None):
            authorization = {"Authorization": f"Bearer {token or self._new_token()}"}
            answer = call(method, self._host + path, headers=headers | authorization, content=body)
            if answer.status_code != httpx.codes.UNAUTHORIZED:
                break
        return _data(answer)

    def _token(self) -> str:
        token, until = _tokens.get(self._account, ("", 0.0))
        return token if time.monotonic() < until else self._new_token()

    def _new_token(self) -> str:
        now = time.monotonic()
        form = {"grant_type": "client_credentials"}
        answer = call("POST", f"{self._host}/v1/oauth2/token", auth=self._client, data=form)
        if answer.status_code == httpx.codes.UNAUTHORIZED:
            raise bad_credentials(answer)
        data = _data(answer)
        token = str(data["access_token"])
        _tokens[self._account] = (token, now + int(data["expires_in"]) - EARLY_SECONDS)
        return token


def _data(answer: httpx.Response) -> dict[str, Any]:
    data = read_json(answer)
    if answer.status_code in (401, 409):
        # The key is unknown, or the same request is in progress. Nothing was decided.
        raise OutcomeUnknown(
            f"HTTP {answer.status_code} {data.get('name') or data.get('error') or ''}".strip()
        )
    if answer.status_code >= 400:
        raise Refused(answer.status_code, data)
    return data
