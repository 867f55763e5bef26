"""Sliding-window rate limits in Redis, exact under concurrency.

Each key stores the times of allowed requests in its period, so a limit of ten per minute allows ten in any
60 seconds.
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

from apps.core.redis_clients import redis_client

TIMEOUT_SECONDS: Final = 2.0
"""Timeout of Redis for a request."""
MAX_CONNECTIONS: Final = 500
"""More than the threads of a process."""
PREFIX: Final = "hansom.limit"
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
IPV6_NETWORK_BITS: Final = 64
"""IPv6 addresses are counted per /64 network, because one household or machine owns all of it."""

# ARGV: now in ms, the member to add, then limit and period in ms of each key. Counts only if all limits allow
# it. Returns the ms until all of them would, 0 if counted.
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
    """A number of requests per period."""

    most: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> "Rate":
        """Parse `30/m`, `30/min`, `5/300s`, `60/hour`."""
        most, _slash, period = text.strip().partition("/")
        digits = period.rstrip("abcdefghijklmnopqrstuvwxyz")
        return cls(int(most), int(digits or 1) * UNITS[period[len(digits)]])


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate for one key of a scope: an address, an account, a device."""

    scope: str
    key: str
    rate: Rate

    @property
    def name(self) -> str:
        # The rate is part of the name, so a changed rate starts a new count.
        key = sha256(self.key.encode()).hexdigest()[:32]
        return f"{PREFIX}:{self.scope}:{self.rate.most}/{self.rate.seconds}:{key}"


@dataclass(frozen=True, slots=True)
class RateLimitResult:
    """The result of `consume`: allowed, or the seconds until it would be."""

    wait_seconds: float
    _limits: Sequence[Limit] = field(default=(), repr=False)
    _name: str = ""

    @property
    def allowed(self) -> bool:
        return self.wait_seconds == 0

    def release(self) -> None:
        """Remove this request from the count."""
        with _redis(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
            for limit in self._limits:
                pipeline.zrem(limit.name, self._name)
            pipeline.execute()


def limits(scope: str, key: str, rates: str) -> list[Limit]:
    """Return the limits of a key: `1/m,5/h` are two."""
    return [Limit(scope, key, Rate.parse(rate)) for rate in rates.split(",")]


def consume(limits: Sequence[Limit]) -> RateLimitResult:
    """Count a request under all limits, or under none. Raises RedisError."""
    name = uuid4().hex
    rates = [number for limit in limits for number in (limit.rate.most, limit.rate.seconds * 1000)]
    wait_ms = _script(settings.REDIS_URL)(
        keys=[limit.name for limit in limits], args=[round(time() * 1000), name, *rates]
    )
    return RateLimitResult(int(wait_ms) / 1000, tuple(limits), name)


def reset(limits: Sequence[Limit]) -> None:
    """Clear the counts of these limits."""
    _redis(settings.REDIS_URL).delete(*(limit.name for limit in limits))


def network_of(address: str) -> str:
    """Return the counted unit of an address: an IPv4 address or an IPv6 /64 network; "" if invalid."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> (128 - IPV6_NETWORK_BITS))
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


@cache
def _redis(url: str) -> Redis:
    # Retry once for a stale connection; a timeout is not retried.
    return redis_client(
        url,
        max_connections=MAX_CONNECTIONS,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1, supported_errors=(NotConnected,)),
    )


@cache
def _script(url: str) -> Script:
    return _redis(url).register_script(_CONSUME)
