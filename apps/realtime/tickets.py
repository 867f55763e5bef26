"""Tickets: what a page trades its access token for, so that no token stands in a socket's address."""

import secrets
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from redis import Redis, RedisError
from redis import asyncio as aioredis
from redis.backoff import NoBackoff
from redis.retry import Retry

from apps.core.errors import Unavailable

LIFETIME_SECONDS: Final = 30
PREFIX: Final = "hansom.ticket."
MAX_LENGTH: Final = 100

# One more try, for a connection that went stale; a Redis that is away is said to be away at once.
redis: Redis = Redis.from_url(
    settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
)


class Holder(NamedTuple):
    """Who asked for a ticket, and on which device session."""

    user_id: int
    family: str


def issue_ticket(*, user_id: int, family: str) -> str:
    """A random name for the user and the device session, good for one connection within LIFETIME_SECONDS.

    Raises Unavailable when Redis does not answer.
    """
    ticket = secrets.token_urlsafe(24)
    try:
        redis.set(PREFIX + ticket, f"{user_id}:{family}", ex=LIFETIME_SECONDS)
    except RedisError as error:
        raise Unavailable("unavailable", _("Live updates aren't available right now.")) from error
    return ticket


async def redeem_ticket(client: "aioredis.Redis", ticket: str) -> Holder | None:
    """Whose a ticket is, the first time only; raises RedisError when Redis does not answer."""
    if not ticket or len(ticket) > MAX_LENGTH:
        return None
    # Taken and removed in one step: of two connections with one ticket, one gets in.
    value: Any = await client.getdel(PREFIX + ticket)
    if value is None:
        return None
    user_id, _colon, family = value.decode().partition(":")
    return Holder(int(user_id), family)
