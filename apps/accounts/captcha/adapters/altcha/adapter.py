"""ALTCHA: a proof of work in the browser, without a third party or cookies."""

import time
from base64 import b64decode
from typing import Any, Final

from altcha import create_challenge, verify_solution
from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac

from apps.core.http.json_limits import load_json

ALGORITHM: Final = "PBKDF2/SHA-256"
LIFETIME_SECONDS: Final = 300
KEY_PURPOSE: Final = "hansom.captcha"


class AltchaCaptcha:
    def challenge(self) -> dict[str, Any]:
        challenge = create_challenge(
            ALGORITHM,
            settings.CAPTCHA_COST,
            expires_at=int(time.time()) + LIFETIME_SECONDS,
            hmac_secret=_secret(),
        )
        return dict(challenge.to_dict())

    def accept(self, answer: str) -> bool:
        """Return whether the answer is right, recording its signature: the library does not detect
        replays.
        """
        try:
            # `verify_solution` has no limit on JSON nesting; `load_json` has.
            solution = load_json(b64decode(answer).decode())
        except ValueError:
            return False
        if not verify_solution(answer, _secret()).verified:
            return False
        signature = solution["challenge"]["signature"]
        return bool(cache.add(f"captcha:{signature}", 1, LIFETIME_SECONDS + 60))


def _secret() -> str:
    return salted_hmac(KEY_PURPOSE, "altcha", algorithm="sha256").hexdigest()
