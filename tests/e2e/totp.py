"""The authenticator app on a user's phone."""

import base64
import hmac
import struct
import time

STEP_SECONDS = 30


def code_of(secret: str, *, steps_ahead: int = 0) -> str:
    """Return the app's code (RFC 6238) for a clock that is that many codes ahead."""
    counter = struct.pack(">Q", int(time.time()) // STEP_SECONDS + steps_ahead)
    digest = hmac.new(base64.b32decode(secret), counter, "sha1").digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"
