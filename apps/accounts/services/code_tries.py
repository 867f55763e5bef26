"""Wrong codes of an authenticator app slow down who enters them, and never the account's owner.

A device on which the owner has logged in before, and a session that has begun, have tries of their own.
Everyone else is counted by address, by account and address, and all of them together by account.
"""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.known_device import device_of_user
from apps.accounts.models import User
from apps.accounts.rate_limit import limits_of
from apps.core import rate_limit
from apps.core.errors import TooMany
from apps.core.rate_limit import Limit, Turn, consume, network_of


@dataclass(frozen=True, slots=True)
class Source:
    """Where a code is entered: a known device or a session, else an address."""

    known: str = ""
    address: str = ""

    @classmethod
    def of_request(cls, request: HttpRequest, user: User) -> "Source":
        """Of who has shown the password and is not logged in yet."""
        address = request.META.get("REMOTE_ADDR", "")
        return cls(device_of_user(request, user_id=user.pk), network_of(address) or address)

    @classmethod
    def of_session(cls, family: str) -> "Source":
        """Of who is logged in: guesses at an open screen count for that device alone."""
        return cls(f"session {family}")


@dataclass(frozen=True, slots=True)
class CodeTry:
    """One try that was counted."""

    _turn: Turn
    _own: list[Limit]

    def succeed(self) -> None:
        """Count it no more, and begin the count of where it was entered again."""
        self._turn.release()
        rate_limit.reset(self._own)


def take_code_try(*, user: User, source: Source) -> CodeTry:
    """Count one try more. Raises TooMany too_many_requests, and counts nothing then."""
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
    turn = consume(limits)
    if not turn.taken:
        raise TooMany(
            "too_many_requests",
            _("Too many attempts. Try again in a few minutes."),
            wait_seconds=turn.wait_seconds,
        )
    return CodeTry(turn, own)
