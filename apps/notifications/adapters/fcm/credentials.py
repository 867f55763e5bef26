"""The service account for Firebase, and its access tokens."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import google.auth.transport
import httpx
from django.conf import settings
from google.auth.exceptions import TransportError
from google.oauth2 import service_account

from apps.core.security.certificates import trusted_certificates
from apps.notifications.adapters import http
from apps.notifications.port import Retryable

SCOPE: Final = "https://www.googleapis.com/auth/firebase.messaging"


class Account:
    """Safe to share between threads: a token is fetched once and used until it expires."""

    def __init__(self, path: Path) -> None:
        read: Any = service_account.Credentials.from_service_account_file  # untyped
        self._credentials = read(str(path), scopes=[SCOPE])
        self._lock = Lock()

    @property
    def project_id(self) -> str:
        return str(self._credentials.project_id)

    def access_token(self, *, force: bool = False) -> str:
        """Return a valid token; raises google.auth's errors if Google issues none."""
        with self._lock:
            if force or not self._credentials.valid:
                self._credentials.refresh(_Transport())
            return str(self._credentials.token)


def account() -> Account:
    """Return the configured service account; Retryable if its file cannot be read."""
    path = settings.FCM_CREDENTIALS
    if path is None:
        raise Retryable("no service account")
    try:
        return _account(path, path.stat().st_mtime_ns)
    except (OSError, ValueError) as error:
        raise Retryable("no service account") from error


@lru_cache(maxsize=2)
def _account(path: Path, changed: int) -> Account:
    return Account(path)


class _Response(google.auth.transport.Response):
    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def status(self) -> int:
        return self._response.status_code

    @property
    def headers(self) -> Mapping[str, str]:
        return self._response.headers

    @property
    def data(self) -> bytes:
        return self._response.content


class _Transport(google.auth.transport.Request):
    """google.auth's own transport has a timeout of two minutes."""

    def __call__(
        self,
        url: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        **kwargs: Any,
    ) -> _Response:
        try:
            return _Response(
                httpx.request(
                    method,
                    url,
                    content=body,
                    headers=headers,
                    timeout=http.TIMEOUT,
                    verify=trusted_certificates(),
                )
            )
        except http.FAILURES as error:
            raise TransportError(type(error).__name__) from error  # type: ignore[no-untyped-call]
