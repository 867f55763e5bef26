"""How often something may be done for an account; RATE_LIMITS says how often.

Addresses are counted by the API's throttles.
"""

from django.conf import settings

from apps.core import rate_limit
from apps.core.rate_limit import Limit, Turn


def limits_of(action: str, *, key: str) -> list[Limit]:
    return rate_limit.limits(f"account.{action}", key, settings.RATE_LIMITS[action])


def take_turn(action: str, *, key: str) -> Turn:
    """Count one more time, unless that would be one too many."""
    return rate_limit.consume(limits_of(action, key=key))


def may_go_on(action: str, *, key: str) -> bool:
    """Count one more time; False when that was one too many."""
    return take_turn(action, key=key).taken


def forget_tries(action: str, *, key: str) -> None:
    """Begin counting anew."""
    rate_limit.reset(limits_of(action, key=key))
