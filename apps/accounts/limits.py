"""How often something may be done for an account; django-allauth counts, ACCOUNT_RATE_LIMITS says how often.

Addresses are counted by the API's throttles.
"""

from allauth.core import ratelimit
from django.http import HttpRequest


def may_go_on(action: str, *, key: str) -> bool:
    """Count one more time; False when that was one too many."""
    return bool(ratelimit.consume(HttpRequest(), action=action, key=key))


def forget_tries(action: str, *, key: str) -> None:
    """Begin counting anew."""
    ratelimit.clear(HttpRequest(), action=action, key=key)
