"""A software authenticator: creates key pairs and signs challenges as a phone or a security key does."""

import json
import os
import struct
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.utils import websafe_decode, websafe_encode

ORIGIN: Final = "http://localhost"
RP_ID: Final = "localhost"
PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40


@dataclass
class Authenticator:
    """One credential. The fields are what a wrong or an attacked client would send instead."""

    origin: str = ORIGIN
    rp_id: str = RP_ID
    flags: int = PRESENT | VERIFIED
    cross_origin: bool = False
    counter: int = 0
    algorithm: int = -7
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))
    user_handle: bytes = b""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the credential that `navigator.credentials.create` returns, as JSON."""
        self.user_handle = websafe_decode(options["user"]["id"])
        attested = bytes(16) + struct.pack(">H", len(self.credential_id)) + self.credential_id
        data = self._data(self.flags | ATTESTED) + attested + cbor.encode(self._public_key())
        return self._reply(
            {
                "clientDataJSON": self._client_data("webauthn.create", options["challenge"]),
                "attestationObject": websafe_encode(
                    cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
                ),
                "transports": ["internal", "hybrid", "smoke-signal"],
            }
        )

    def sign(self, options: dict[str, Any], **other: Any) -> dict[str, Any]:
        """Return the assertion that `navigator.credentials.get` returns, as JSON."""
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data(self.flags)
        signed = data + sha256(websafe_decode(client_data)).digest()
        return self._reply(
            {
                "clientDataJSON": client_data,
                "authenticatorData": websafe_encode(data),
                "signature": websafe_encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": websafe_encode(self.user_handle),
            }
            | other
        )

    def _data(self, flags: int) -> bytes:
        return sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.counter)

    def _client_data(self, kind: str, challenge: str) -> str:
        return websafe_encode(
            json.dumps(
                {
                    "type": kind,
                    "challenge": challenge,
                    "origin": self.origin,
                    "crossOrigin": self.cross_origin,
                }
            ).encode()
        )

    def _public_key(self) -> dict[int, Any]:
        numbers = self.key.public_key().public_numbers()
        return {
            1: 2,
            3: self.algorithm,
            -1: 1,
            -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }

    def _reply(self, response: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": websafe_encode(self.credential_id),
            "rawId": websafe_encode(self.credential_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }
