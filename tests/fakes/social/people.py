"""People, apps and grants of the fake login providers."""

import base64
import hashlib
import secrets
import time
from dataclasses import dataclass, field
from functools import cache

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

CODE_SECONDS = 300


@dataclass
class Person:
    """An account at a provider."""

    id: str = "1234567890"
    email: str | None = "ada@example.org"
    email_verified: bool = True
    first_name: str = "Ada"
    last_name: str = "Lovelace"


@dataclass(frozen=True)
class App:
    """An app as registered at a provider."""

    client_id: str
    secret: str
    redirect_uri: str


@dataclass
class Grant:
    """What an authorization code was issued for."""

    person: Person
    app: App
    scope: set[str]
    code_challenge: str | None = None
    nonce: str | None = None
    at: float = field(default_factory=time.time)


class Grants:
    """Authorization codes: valid once, for CODE_SECONDS."""

    def __init__(self) -> None:
        self._unused: dict[str, Grant] = {}

    def issue(self, grant: Grant) -> str:
        code = f"4/{secrets.token_urlsafe(24)}"
        self._unused[code] = grant
        return code

    def redeem(self, code: str) -> Grant | None:
        grant = self._unused.pop(code, None)
        return grant if grant is not None and time.time() - grant.at < CODE_SECONDS else None


def matches_challenge(verifier: str | None, challenge: str | None) -> bool:
    """PKCE with S256 (RFC 7636): a flow started with a challenge requires its verifier."""
    if challenge is None:
        return verifier is None
    digest = hashlib.sha256((verifier or "").encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == challenge


@cache
def rsa_key(owner: str) -> rsa.RSAPrivateKey:
    """Return the owner's key, the same in every test: a new one takes 100 ms."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def p256_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def pem(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the key as Apple issues it: PKCS 8."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
