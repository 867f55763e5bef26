"""Firebase Cloud Messaging, HTTP v1: native apps, and browsers registered with Firebase.

There are no idempotency keys: after a lost response a message can arrive twice; the collapse key then makes
the second replace the first.
"""

import json
import logging
import time
from typing import Any, Final

import httpx
from django.conf import settings
from google.auth.exceptions import GoogleAuthError

from apps.core.security.certificates import trusted_certificates
from apps.notifications.adapters import http
from apps.notifications.adapters.fcm.credentials import account
from apps.notifications.port import Gone, Push, Retryable, SendingError

log = logging.getLogger(__name__)

GONE: Final = frozenset({"UNREGISTERED", "SENDER_ID_MISMATCH"})
RETRYABLE: Final = frozenset({"QUOTA_EXCEEDED", "UNAVAILABLE", "INTERNAL"})


class FcmSender:
    name = "fcm"

    def send(self, push: Push) -> str:
        """Send a message to Firebase and return its name there."""
        sender_account = account()
        try:
            response = self._post(sender_account.project_id, sender_account.access_token(), push)
            if response.status_code == 401:
                # The token was revoked early.
                response = self._post(
                    sender_account.project_id, sender_account.access_token(force=True), push
                )
        except GoogleAuthError as error:
            log.error("google rejects the service account: %s", type(error).__name__)
            raise Retryable(type(error).__name__) from error
        except http.FAILURES as error:
            raise http.no_answer(error) from error
        if response.status_code != 200:
            raise _error_of(response)
        return str(response.json().get("name", ""))

    def _post(self, project_id: str, token: str, push: Push) -> httpx.Response:
        return httpx.post(
            f"{settings.FCM_URL}/v1/projects/{project_id}/messages:send",
            json={"message": message_of(push)},
            headers={"Authorization": f"Bearer {token}"},
            timeout=http.TIMEOUT,
            verify=trusted_certificates(),
        )


def message_of(push: Push) -> dict[str, Any]:
    """Return the message resource; every value of `data` is a string."""
    apns = {
        "apns-priority": "10" if push.urgent else "5",
        "apns-expiration": str(int(time.time()) + push.ttl_seconds),
    }
    web = {"TTL": str(push.ttl_seconds), "Urgency": "high" if push.urgent else "normal"}
    android: dict[str, Any] = {"priority": "high" if push.urgent else "normal", "ttl": f"{push.ttl_seconds}s"}
    if push.topic:
        android |= {"collapse_key": push.topic, "notification": {"tag": push.topic}}
        apns["apns-collapse-id"] = push.topic
        web["Topic"] = push.topic
    return {
        "token": push.address,
        "notification": {"title": push.title, "body": push.msg},
        "data": {
            "screen": push.screen,
            **{name: _as_text(value) for name, value in push.data.items() if value is not None},
        },
        "android": android,
        "apns": {"headers": apns},
        "webpush": {"headers": web},
    }


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _error_of(response: httpx.Response) -> SendingError:
    details = _details(response)
    code = next((str(detail["errorCode"]) for detail in details if "errorCode" in detail), "")
    reason = f"{response.status_code} {code}".strip()
    if code in GONE or _is_token_error(details):
        return Gone(reason)
    if code in RETRYABLE:
        return Retryable(reason, after_seconds=http.retry_after(response))
    if code == "THIRD_PARTY_AUTH_ERROR":
        log.error("firebase cannot reach the push service of a device: %s", code)
    if response.status_code == 401:
        return Retryable(reason)
    return http.failure(response, reason)


def _details(response: httpx.Response) -> list[dict[str, Any]]:
    try:
        details = response.json()["error"]["details"]
    except (ValueError, KeyError, TypeError):
        return []
    return [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []


def _is_token_error(details: list[dict[str, Any]]) -> bool:
    """Return whether the token is invalid: INVALID_ARGUMENT with this field."""
    violations = [violation for detail in details for violation in detail.get("fieldViolations", [])]
    return any(violation.get("field") == "message.token" for violation in violations)
