"""Tests of the test servers."""

import os

from django.conf import settings
from django.core.cache import cache
from redis import Redis


def test_django_uses_the_redis_of_this_process(redis_client: Redis) -> None:
    """Also in a pytest-xdist worker, which inherits the environment of the run that started it."""
    cache.set("whose", str(os.getpid()))
    assert os.environ["REDIS_URL"] == settings.REDIS_URL
    assert any(b"whose" in key for key in redis_client.scan_iter())
