"""PayPal's webhook signatures and their verification."""

import base64
import json
import re
import zlib
from collections.abc import Mapping
from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

EVENT = re.compile(rb'"webhook_event"\s*:\s*')
FIELDS = {
    "auth_algo",
    "cert_url",
    "transmission_id",
    "transmission_sig",
    "transmission_time",
    "webhook_id",
    "webhook_event",
}


@cache
def paypals_key() -> RSAPrivateKey:
    return generate_private_key(public_exponent=65537, key_size=2048)


@cache
def forgers_key() -> RSAPrivateKey:
    return generate_private_key(public_exponent=65537, key_size=2048)


def signed_text(transmission_id: str, time: str, webhook_id: str, body: bytes) -> str:
    """Return the signed text, with the body as its CRC-32 in unsigned decimal."""
    return f"{transmission_id}|{time}|{webhook_id}|{zlib.crc32(body)}"


def sign(key: RSAPrivateKey, transmission_id: str, time: str, webhook_id: str, body: bytes) -> str:
    text = signed_text(transmission_id, time, webhook_id, body)
    return base64.b64encode(key.sign(text.encode(), PKCS1v15(), SHA256())).decode()


def raw_event(body: bytes) -> bytes:
    """Return the bytes of the event in a verification request."""
    match = EVENT.search(body)
    assert match, "no webhook_event"
    text = body[match.end() :].decode()
    _event, end = json.JSONDecoder().raw_decode(text)
    return text[:end].encode()


def is_signed(request: Mapping[str, str], event: bytes, *, webhook_id: str, cert_url: str) -> bool:
    """Return whether the certificate's key signed these bytes for this webhook."""
    if request.keys() != FIELDS or request["auth_algo"] != "SHA256withRSA":
        return False
    if (request["webhook_id"], request["cert_url"]) != (webhook_id, cert_url):
        return False
    text = signed_text(request["transmission_id"], request["transmission_time"], webhook_id, event)
    signature = base64.b64decode(request["transmission_sig"])
    try:
        paypals_key().public_key().verify(signature, text.encode(), PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True
