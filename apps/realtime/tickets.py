"""Tickets, exchanged for an access token so that no token is in a socket's URL."""

import secrets
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from redis import Redis, RedisError
from redis import asyncio as aioredis
from redis.backoff import NoBackoff
from redis.retry import Retry

from apps.core.errors import Unavailable
from apps.core.redis_clients import redis_client

LIFETIME_SECONDS: Final = 30
PREFIX: Final = "hansom.ticket."
MAX_LENGTH: Final = 100

# One retry for a stale connection; an unavailable Redis is reported at once.
redis: Redis = redis_client(
    settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
)


class Holder(NamedTuple):
    """The user and the device session of a ticket."""

    user_id: int
    family: str


def issue_ticket(*, user_id: int, family: str) -> str:
    """Return a random ticket for one connection within LIFETIME_SECONDS.

    Raises Unavailable if Redis does not answer.
    """
    ticket = secrets.token_urlsafe(24)
    try:
        redis.set(PREFIX + ticket, f"{user_id}:{family}", ex=LIFETIME_SECONDS)
    except RedisError as error:
        raise Unavailable("unavailable", _("Live updates aren't available right now.")) from error
    return ticket


async def redeem_ticket(client: "aioredis.Redis", ticket: str) -> Holder | None:
    """Return the holder of a ticket once, or None; raises RedisError if Redis does not answer."""
    if not ticket or len(ticket) > MAX_LENGTH:
        return None
    # Atomic, so that a ticket opens only one connection.
    value: Any = await client.getdel(PREFIX + ticket)
    if value is None:
        return None
    user_id, _colon, family = value.decode().partition(":")
    return Holder(int(user_id), family)
