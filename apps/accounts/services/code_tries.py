"""Rate limits for wrong codes of an authenticator app, without locking out the owner.

Devices on which the owner has logged in and existing sessions have their own limit. All other tries are
counted by address, by account and address, and by account.
"""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.known_device import device_of_user
from apps.accounts.login.rate_limit import limits_of
from apps.accounts.models import User
from apps.core.errors import TooMany
from apps.core.rate_limits import rate_limit
from apps.core.rate_limits.rate_limit import Limit, RateLimitResult, consume, network_of


@dataclass(frozen=True, slots=True)
class Source:
    """Where a code is entered: a known device or session, or a network address."""

    known: str = ""
    address: str = ""

    @classmethod
    def of_request(cls, request: HttpRequest, user: User) -> "Source":
        """Return the source of a login whose password was correct."""
        address = request.META.get("REMOTE_ADDR", "")
        return cls(device_of_user(request, user_id=user.pk), network_of(address) or address)

    @classmethod
    def of_session(cls, family: str) -> "Source":
        """Return the source of a logged-in user: wrong codes count for that session only."""
        return cls(f"session {family}")


@dataclass(frozen=True, slots=True)
class CodeTry:
    """A counted try."""

    _result: RateLimitResult
    _own: list[Limit]

    def succeed(self) -> None:
        """Remove this try from the count and reset the source's own limit."""
        self._result.release()
        rate_limit.reset(self._own)


def take_code_try(*, user: User, source: Source) -> CodeTry:
    """Count a try. Raises TooMany too_many_requests, without counting."""
    if source.known:
        own = limits_of("codes_of_device", key=f"{user.pk} {source.known}")
        limits = own
    else:
        own = limits_of("codes_of_account_from_address", key=f"{user.pk} {source.address}")
        limits = [
            *own,
            *limits_of("codes_of_address", key=source.address),
            *limits_of("codes_of_account", key=str(user.pk)),
        ]
    result = consume(limits)
    if not result.allowed:
        raise TooMany(
            "too_many_requests",
            _("Too many attempts. Try again in a few minutes."),
            wait_seconds=result.wait_seconds,
        )
    return CodeTry(result, own)
