"""Real servers under every test; DJANGO_SETTINGS_MODULE is set here, after they are up.

pytest-django would read the settings before this file if pyproject.toml named them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import Redis as RedisClient

from embedded.osrm import Osrm
from embedded.ports import free_port
from tests.servers import DEMO_MAP, HOME, build_demo_map, owns_redis, start_servers

start_servers()
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

import django  # noqa: E402
from django.conf import settings  # noqa: E402

django.setup()
settings.PASSWORD_HASHERS = ["tests.hashers.CheapHasher"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Remove the name for workers: pytest-django would read the settings before their Redis is up."""
    del os.environ["DJANGO_SETTINGS_MODULE"]


HERE = Path(__file__).parent
if (HERE / "personas.py").exists():
    pytest_plugins = ["tests.personas", "tests.ledger", "tests.checked_replies", "tests.proof"]


@pytest.fixture(scope="session")
def redis_client() -> Iterator[RedisClient]:
    """The Redis of this run; an external one must be empty, because every test flushes it."""
    client = RedisClient.from_url(os.environ["REDIS_URL"])
    if not owns_redis() and client.dbsize():
        pytest.exit("REDIS_URL names a database that holds keys, and tests empty it: give them another one.")
    yield client
    client.close()


@pytest.fixture(scope="session")
def demo_map() -> Path:
    """The folder of the demo city's road graph, tiles and places; built once for all runs of a checkout."""
    build_demo_map()
    return DEMO_MAP


@pytest.fixture(scope="session")
def osrm_url(demo_map: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real OSRM with the demo city."""
    log = tmp_path_factory.mktemp("osrm") / "osrm.log"
    server = Osrm(HOME, demo_map, port=free_port(), log=log)
    server.start()
    yield server.url
    server.stop()


@pytest.fixture(autouse=True)
def _fresh_state(redis_client: RedisClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear Redis and process-wide caches between tests."""
    from django.utils import translation

    from apps.core import platform
    from apps.fares.car_types import offered
    from apps.fares.surge import current
    from apps.fares.tariffs import in_force
    from apps.fleet.ranks import areas
    from apps.recording.quotes.buffer import BUFFER

    redis_client.flushdb()
    # A request of the test client leaves its language active.
    translation.deactivate()
    platform.clear_platform_cache()
    # The cached settings never expire: else the number of queries would depend on the machine's speed.
    monkeypatch.setattr(platform, "time", SimpleNamespace(monotonic=lambda: 0.0))
    # Many tests change a car type's row themselves; tests/fares/test_offered.py tests its cache.
    monkeypatch.setattr(offered, "EXPIRES_SECONDS", 0.0)
    in_force.clear_tariffs()
    monkeypatch.setattr(in_force, "EXPIRES_SECONDS", float("inf"))
    # A test begins without ranks.
    monkeypatch.setattr(areas, "_cached", (0.0, ()))
    monkeypatch.setattr(areas, "EXPIRES_SECONDS", float("inf"))
    current.clear_surge()
    BUFFER.clear()
    monkeypatch.setattr(current, "EXPIRES_SECONDS", float("inf"))
