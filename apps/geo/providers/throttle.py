"""A request rate limit for the whole application, stored in Redis."""

import math
import time
from typing import Final

from django.conf import settings
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from apps.core.redis_clients import redis_client
from apps.geo.port import Busy, Retryable

MARGIN: Final = 1.05
"""Intervals are a little longer than required, because evenly sent requests arrive less evenly."""

# Uses Redis's clock. Returns the milliseconds until the caller's turn, or -1 if it is too long.
_TAKE_TURN: Final = """
local now = redis.call('TIME')
local now_ms = now[1] * 1000 + math.floor(now[2] / 1000)
local wait = math.max(0, tonumber(redis.call('GET', KEYS[1]) or '0') - now_ms)
if wait > tonumber(ARGV[2]) then return -1 end
local next_turn = wait + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%d', now_ms + next_turn), 'PX', next_turn)
return wait
"""


class Throttle:
    """A throttle shared by every process that uses the same name."""

    def __init__(self, name: str, *, per_second: float, max_wait_seconds: float = 1.5) -> None:
        self._key = f"hansom.maps.throttle.{name}"
        self._turn_ms = math.ceil(1000 * MARGIN / per_second)
        self._max_wait_ms = round(1000 * max_wait_seconds)
        redis = redis_client(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
        )
        self._take_turn = redis.register_script(_TAKE_TURN)

    def wait_for_turn(self) -> None:
        """Wait for the caller's turn. Raises Busy if that would take longer than `max_wait_seconds`.

        Raises Retryable without Redis, because the requests of other processes are unknown then.
        """
        try:
            wait_ms = int(self._take_turn(keys=[self._key], args=[self._turn_ms, self._max_wait_ms]))
        except RedisError as error:
            raise Retryable("the throttle is unavailable") from error
        if wait_ms < 0:
            raise Busy("others are waiting for their turn")
        time.sleep(wait_ms / 1000)
