"""How PayPal signs what it sends, and how it says whether it did."""

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
    """What the signature is over: the body by its CRC-32, an unsigned decimal number."""
    return f"{transmission_id}|{time}|{webhook_id}|{zlib.crc32(body)}"


def sign(key: RSAPrivateKey, transmission_id: str, time: str, webhook_id: str, body: bytes) -> str:
    text = signed_text(transmission_id, time, webhook_id, body)
    return base64.b64encode(key.sign(text.encode(), PKCS1v15(), SHA256())).decode()


def raw_event(body: bytes) -> bytes:
    """The bytes of the event in a question about its signature, as they came."""
    found = EVENT.search(body)
    assert found, "no webhook_event"
    text = body[found.end() :].decode()
    _event, end = json.JSONDecoder().raw_decode(text)
    return text[:end].encode()


def is_signed(question: Mapping[str, str], event: bytes, *, webhook_id: str, cert_url: str) -> bool:
    """Whether the key of this certificate signed these bytes for this webhook."""
    if question.keys() != FIELDS or question["auth_algo"] != "SHA256withRSA":
        return False
    if (question["webhook_id"], question["cert_url"]) != (webhook_id, cert_url):
        return False
    text = signed_text(question["transmission_id"], question["transmission_time"], webhook_id, event)
    signature = base64.b64decode(question["transmission_sig"])
    try:
        paypals_key().public_key().verify(signature, text.encode(), PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True
