"""A push service and the browsers behind it: it checks who signs (RFC 8292), they decrypt (RFC 8291)."""

import base64
import json
import re
import secrets
import ssl
import time
from dataclasses import dataclass, field
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from embedded.loopback import Loopback, Refusal, Reply, Request

VAPID: Final = re.compile(r"vapid t=([\w.-]+),\s?k=([\w-]+)")
TOPIC: Final = re.compile(r"[\w-]{1,32}")
LONGEST: Final = 4096


@dataclass
class Received:
    payload: dict[str, Any]
    ttl: int
    urgency: str
    topic: str


@dataclass
class Browser:
    """One subscription, with the keys that never leave the browser."""

    endpoint: str
    application_server_key: str
    private_key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    received: list[Received] = field(default_factory=list)
    gone: int | None = None

    @property
    def subscription(self) -> dict[str, Any]:
        """What PushSubscription.toJSON() gives."""
        point = _point(self.private_key)
        keys = {"p256dh": b64(point), "auth": b64(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """RFC 8291, from the receiver's side: one record of RFC 8188."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65, "the key id is the sender's public key"
        assert len(sealed) <= size, "one record"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        secret = self.private_key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + _point(self.private_key) + sender
        keying = _hkdf(self.auth, secret, info, 32)
        key = _hkdf(salt, keying, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, keying, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1:] == b"\x02", "the last record"
        return plain[:-1]


class FakePushService(Loopback):
    def __init__(self, *, certificate: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        super().__init__(certificate=certificate, host=host)
        self.browsers: dict[str, Browser] = {}

    def subscribe(self, application_server_key: str) -> Browser:
        """A browser requests a subscription on behalf of a site with that public key."""
        name = secrets.token_urlsafe(24)
        browser = Browser(f"{self.url}/push/{name}", application_server_key)
        self.browsers[f"/push/{name}"] = browser
        return browser

    def answer(self, request: Request) -> Reply:
        browser = self.browsers.get(request.path)
        if browser is None or request.method != "POST":
            raise Refusal(Reply(404))
        if browser.gone:
            raise Refusal(Reply(browser.gone))
        self._check_signature(request, browser)
        headers = request.headers
        if headers.get("Content-Encoding") != "aes128gcm" or not headers.get("TTL", "").isdigit():
            raise Refusal(Reply(400))
        if headers.get("Urgency", "normal") not in {"very-low", "low", "normal", "high"}:
            raise Refusal(Reply(400))
        if "Topic" in headers and not TOPIC.fullmatch(headers["Topic"]):
            raise Refusal(Reply(400))
        if len(request.body) > LONGEST:
            raise Refusal(Reply(413))
        payload = json.loads(browser.decrypt(request.body))
        browser.received.append(
            Received(payload, int(headers["TTL"]), headers.get("Urgency", "normal"), headers.get("Topic", ""))
        )
        return Reply(201, headers={"Location": f"{self.url}/message/{len(browser.received)}"})

    def _check_signature(self, request: Request, browser: Browser) -> None:
        match = VAPID.fullmatch(request.headers.get("Authorization", ""))
        if match is None:
            raise Refusal(Reply(401))
        token, key = match.groups()
        if key != browser.application_server_key:
            raise Refusal(Reply(403))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
        try:
            claims = jwt.decode(
                token, public, algorithms=["ES256"], audience=self.url, options={"require": ["exp", "sub"]}
            )
        except jwt.InvalidTokenError as error:
            raise Refusal(Reply(403)) from error
        if claims["exp"] > time.time() + 24 * 3600 or not claims["sub"].startswith(("mailto:", "https:")):
            raise Refusal(Reply(403))


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
