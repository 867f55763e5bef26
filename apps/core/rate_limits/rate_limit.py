"""How often something may be done, counted in Redis so that no two requests take the same turn.

Each key holds the times of what was let through within its period: a limit of ten a minute lets ten
through in any minute, however many ask at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from time import time
from typing import Final
from uuid import uuid4

from django.conf import settings
from redis import ConnectionError as NotConnected
from redis import Redis
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

TIMEOUT_SECONDS: Final = 2.0
"""A request does not wait longer for Redis to count it."""
MAX_CONNECTIONS: Final = 500
"""More than a process has threads."""
PREFIX: Final = "hansom.limit"
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
IPV6_NETWORK_BITS: Final = 64
"""One household or machine has as many addresses as it likes below this."""

# ARGV: now in ms, the name of this turn, then a limit and its ms for each key. Nothing is counted unless
# every limit lets it through. Returns the ms until the last of them would, 0 for a turn that was taken.
_CONSUME: Final = """
local now, wait = tonumber(ARGV[1]), 0
for i, key in ipairs(KEYS) do
  local most, period = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - period)
  if redis.call('ZCARD', key) >= most then
    local oldest = redis.call('ZRANGE', key, -most, -most, 'WITHSCORES')
    wait = math.max(wait, math.ceil((tonumber(oldest[2]) or now) + period - now))
  end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[2])
  redis.call('PEXPIRE', key, ARGV[2 + 2 * i])
end
return 0
"""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds."""

    most: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> "Rate":
        """`30/m`, `30/min`, `5/300s`, `60/hour`."""
        most, _slash, period = text.strip().partition("/")
        digits = period.rstrip("abcdefghijklmnopqrstuvwxyz")
        return cls(int(most), int(digits or 1) * UNITS[period[len(digits)]])


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate of one key of a scope: an address, an account, a device."""

    scope: str
    key: str
    rate: Rate

    @property
    def name(self) -> str:
        # The rate is in the name: another one begins to count for itself.
        key = sha256(self.key.encode()).hexdigest()[:32]
        return f"{PREFIX}:{self.scope}:{self.rate.most}/{self.rate.seconds}:{key}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether it was let through, and after how many seconds it would be."""

    wait_seconds: float
    _limits: Sequence[Limit] = field(default=(), repr=False)
    _name: str = ""

    @property
    def taken(self) -> bool:
        return self.wait_seconds == 0

    def release(self) -> None:
        """Count it no more."""
        with _redis(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
            for limit in self._limits:
                pipeline.zrem(limit.name, self._name)
            pipeline.execute()


def limits(scope: str, key: str, rates: str) -> list[Limit]:
    """The limits of a key: `1/m,5/h` are two."""
    return [Limit(scope, key, Rate.parse(rate)) for rate in rates.split(",")]


def consume(limits: Sequence[Limit]) -> Turn:
    """Take a turn under all of the limits at once, or under none. Raises RedisError when no one counts."""
    name = uuid4().hex
    rates = [number for limit in limits for number in (limit.rate.most, limit.rate.seconds * 1000)]
    wait_ms = _script(settings.REDIS_URL)(
        keys=[limit.name for limit in limits], args=[round(time() * 1000), name, *rates]
    )
    return Turn(int(wait_ms) / 1000, tuple(limits), name)


def reset(limits: Sequence[Limit]) -> None:
    """Begin to count again."""
    _redis(settings.REDIS_URL).delete(*(limit.name for limit in limits))


def network_of(address: str) -> str:
    """What is counted as one address: an IPv4 address, or the /64 network of an IPv6 one; "" for none."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> (128 - IPV6_NETWORK_BITS))
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


@cache
def _redis(url: str) -> Redis:
    # One more try for a connection that went stale; a Redis that does not answer is not asked twice.
    return Redis.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1, supported_errors=(NotConnected,)),
    )


@cache
def _script(url: str) -> Script:
    return _redis(url).register_script(_CONSUME)
