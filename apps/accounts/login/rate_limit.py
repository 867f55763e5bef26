"""Rate limits of an account, from the setting RATE_LIMITS.

The API's throttles limit network addresses.
"""

from django.conf import settings

from apps.core.rate_limits import rate_limit
from apps.core.rate_limits.rate_limit import Limit, RateLimitResult


def limits_of(action: str, *, key: str) -> list[Limit]:
    return rate_limit.limits(f"account.{action}", key, settings.RATE_LIMITS[action])


def consume(action: str, *, key: str) -> RateLimitResult:
    """Count a request unless the limit is reached; `allowed` of the result is False then."""
    return rate_limit.consume(limits_of(action, key=key))


def reset(action: str, *, key: str) -> None:
    """Reset the count."""
    rate_limit.reset(limits_of(action, key=key))
