"""API throttles: views name a scope, settings its rate, and apps.core.rate_limits.rate_limit counts."""

import logging
from functools import cache
from time import monotonic
from typing import Any, ClassVar, Final

from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from apps.core.rate_limits.rate_limit import Limit, Rate, consume, network_of

log = logging.getLogger(__name__)

FAIL_CLOSED: Final = frozenset(
    {
        "sign_in",
        "captcha",
        "phone_start",
        "phone_verify",
        "two_factor",
        "passkey_options",
        "passkey",
        "social",
        "recovery",
        "check_user_exists",
        "validate_referrer",
        "payment_webhook",
        "send_notification",
    }
)
"""Scopes that return 503 when Redis is down, against guessing and flooding; others are not limited then."""
WARN_EVERY_SECONDS: Final = 60.0


class ScopedThrottle(BaseThrottle):
    """Counts requests per user or address in the view's `throttle_scope`."""

    THROTTLE_RATES: ClassVar[dict[str, Any]] = api_settings.DEFAULT_THROTTLE_RATES
    warned_at: ClassVar[float] = float("-inf")
    _wait: float = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        scope = getattr(view, "throttle_scope", None)
        if scope is None:
            return True
        try:
            self._wait = consume([limit_of(scope, self._caller(request))]).wait_seconds
        except RedisError as error:
            if scope in FAIL_CLOSED:
                raise
            self._warn(scope, error)
            return True
        return self._wait == 0

    def wait(self) -> float:
        return self._wait

    def _caller(self, request: Request) -> str:
        user: Any = request.user
        return (
            user_caller(user.pk)
            if user and user.is_authenticated
            else address_caller(self.get_ident(request))
        )

    @staticmethod
    def _warn(scope: str, error: RedisError) -> None:
        if monotonic() - ScopedThrottle.warned_at >= WARN_EVERY_SECONDS:
            ScopedThrottle.warned_at = monotonic()
            log.warning("requests not counted by the throttle scope=%s error=%s", scope, error)


def limit_of(scope: str, caller: str) -> Limit:
    """Return the limit of a caller's requests in a scope."""
    return Limit(f"throttle.{scope}", caller, _rate(ScopedThrottle.THROTTLE_RATES[scope]))


def user_caller(user_id: int) -> str:
    """Return the name under which a user's requests are counted."""
    return f"user:{user_id}"


def address_caller(address: str) -> str:
    """Return the name under which a visitor's requests are counted."""
    return f"address:{network_of(address) or address}"


_rate = cache(Rate.parse)
