"""Braintree's signature of webhooks and challenges, for which the SDK is not needed."""

import hashlib
import hmac


def sign(private_key: str, message: bytes) -> str:
    """HMAC-SHA1, hex, keyed by the raw SHA-1 of the private key."""
    key = hashlib.sha1(private_key.encode()).digest()  # noqa: S324  # required by the gateway
    return hmac.new(key, message, hashlib.sha1).hexdigest()
