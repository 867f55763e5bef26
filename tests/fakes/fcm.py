"""Fake of Firebase HTTP v1 and Google's token endpoint; checks the signature and the format of messages."""

import json
import re
import secrets
import time
from pathlib import Path
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from embedded.loopback import Loopback, Refusal, Reply, Request
from tests.fakes.social.people import rsa_key

PROJECT: Final = "hansom-tests"
CLIENT_EMAIL: Final = f"sender@{PROJECT}.iam.gserviceaccount.com"
KEY_ID: Final = "key-1"
SCOPE: Final = "https://www.googleapis.com/auth/firebase.messaging"
GRANT: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
AUDIENCE: Final = "https://oauth2.googleapis.com/token"
"""Expected in the assertion, independent of `token_uri`."""
MESSAGE_KEYS: Final = {"token", "notification", "data", "android", "apns", "webpush", "fcm_options"}
STATUS: Final = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
                 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}  # fmt: skip


class FakeFcm(Loopback):
    """`messages` contains the accepted messages, `tokens` the registered devices."""

    def __init__(self, *, account: str = "FCM") -> None:
        super().__init__()
        self._key = rsa_key(account)
        self.tokens: set[str] = set()
        self.access_tokens: set[str] = set()
        self.grants = 0
        self.messages: list[dict[str, Any]] = []

    def write_service_account(self, folder: Path) -> Path:
        """Write the JSON file that Google issues to the owner of a project."""
        pem = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        path = folder / "service-account.json"
        path.write_text(
            json.dumps(
                {
                    "type": "service_account",
                    "project_id": PROJECT,
                    "private_key_id": KEY_ID,
                    "private_key": pem,
                    "client_email": CLIENT_EMAIL,
                    "client_id": "1",
                    "token_uri": f"{self.url}/token",
                }
            )
        )
        return path

    def answer(self, request: Request) -> Reply:
        if request.method == "POST" and request.path == "/token":
            return self._grant(request)
        if request.method == "POST" and request.path == f"/v1/projects/{PROJECT}/messages:send":
            return self._send(request)
        raise refusal(404)

    def _grant(self, request: Request) -> Reply:
        form = request.form
        if form.keys() != {"grant_type", "assertion"} or form["grant_type"] != GRANT:
            raise Refusal(Reply(400, {"error": "invalid_request"}))
        try:
            header = jwt.get_unverified_header(form["assertion"])
            claims = jwt.decode(
                form["assertion"],
                self._key.public_key(),
                algorithms=["RS256"],
                audience=AUDIENCE,
                issuer=CLIENT_EMAIL,
                options={"require": ["exp", "iat", "iss", "aud"]},
            )
        except jwt.InvalidTokenError as error:
            body = {"error": "invalid_grant", "error_description": str(error)}
            raise Refusal(Reply(400, body)) from error
        is_wrong = header.get("kid") != KEY_ID or claims["exp"] - claims["iat"] > 3600
        if is_wrong or SCOPE not in claims.get("scope", "").split():
            raise Refusal(Reply(400, {"error": "invalid_scope"}))
        self.grants += 1
        token = f"ya29.{secrets.token_urlsafe(20)}"
        self.access_tokens.add(token)
        return Reply(200, {"access_token": token, "expires_in": 3599, "token_type": "Bearer"})

    def _send(self, request: Request) -> Reply:
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if bearer not in self.access_tokens:
            raise refusal(401)
        if request.headers.get("Content-Type") != "application/json":
            raise refusal(400, "INVALID_ARGUMENT")
        body = json.loads(request.body)
        message = body.get("message", {})
        if body.keys() != {"message"} or not self._is_valid(message):
            raise refusal(400, "INVALID_ARGUMENT")
        if ":" not in message["token"]:
            raise refusal(400, "INVALID_ARGUMENT", field="message.token")
        if message["token"] not in self.tokens:
            raise refusal(404, "UNREGISTERED")
        self.messages.append(message)
        return Reply(200, {"name": f"projects/{PROJECT}/messages/0:{int(time.time() * 1e6)}"})

    def _is_valid(self, message: dict[str, Any]) -> bool:
        data = message.get("data", {})
        android = message.get("android", {})
        head = {**message.get("apns", {}).get("headers", {}), **message.get("webpush", {}).get("headers", {})}
        payload = json.dumps([message.get("notification"), data], ensure_ascii=False).encode()
        return (
            isinstance(message.get("token"), str)
            and message.keys() <= MESSAGE_KEYS
            and message.get("notification", {}).keys() <= {"title", "body", "image"}
            and all(isinstance(value, str) for value in data.values())
            and not any(
                name in {"from", "message_type"} or name.startswith(("google", "gcm")) for name in data
            )
            and android.keys() <= {"priority", "ttl", "collapse_key", "notification"}
            and android.get("priority", "normal") in {"normal", "high", "NORMAL", "HIGH"}
            and re.fullmatch(r"\d+(\.\d{1,9})?s", android.get("ttl", "0s")) is not None
            and all(isinstance(value, str) for value in head.values())
            and len(payload) <= 4096
        )


def refusal(status: int, code: str | None = None, *, field: str | None = None, **headers: str) -> Refusal:
    """Return Google's error with FCM's code in its details."""
    details: list[dict[str, Any]] = []
    if code:
        details.append({"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code})
    if field:
        violation = {
            "field": field,
            "description": "The registration token is not a valid FCM registration token",
        }
        details.append({"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [violation]})
    error = {"code": status, "message": "No.", "status": STATUS[status], "details": details}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Refusal(Reply(status, {"error": error}, headers=named))
