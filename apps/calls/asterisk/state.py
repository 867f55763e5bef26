"""Whether Asterisk is connected, for the status page and the metrics: a key in Redis that expires."""

import json
import logging
from time import time
from typing import Any, Final

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from apps.core.monitoring import metrics
from apps.core.redis_clients import redis_client

log = logging.getLogger(__name__)

KEY: Final = "hansom:asterisk"
EXPIRES_SECONDS: Final = 60
"""A process that ended without a word is missing after this time."""


def report_state(*, connected: bool, server: str, problem: str = "") -> None:
    """Store the state; Redis away changes nothing for the calls."""
    metrics.ASTERISK.set(int(connected))
    value = {"connected": connected, "server": server, "problem": problem, "at": time()}
    try:
        with _redis() as redis:
            redis.set(KEY, json.dumps(value), ex=EXPIRES_SECONDS)
    except RedisError as error:
        log.warning("asterisk: state not stored error=%r", error)


def reported_state() -> dict[str, Any] | None:
    """Return what was stored last, or None if no process reports."""
    with _redis() as redis:
        stored = redis.get(KEY)
    return None if stored is None else dict(json.loads(stored))


def _redis() -> Redis:
    return redis_client(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2)
