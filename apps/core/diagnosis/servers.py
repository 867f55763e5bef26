"""PostgreSQL and Redis: reachable, complete, and of the same time as this machine."""

import time
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from redis import Redis

from apps.core.diagnosis.registry import Finding, error, ok, warning

CLOCK_SECONDS: Final = 2.0
"""Tokens, offers and positions expire by the clock of the machine that reads them."""
TIMEOUT_SECONDS: Final = 5.0


def database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), pg_is_in_recovery()")
        version, is_standby = cursor.fetchone()
    yield ok(f"PostgreSQL {version}")
    if is_standby:
        yield error(
            "the server is a read-only standby, or its recovery has not ended",
            "Promote it (pg_ctl promote), or set DATABASE_URL to the primary.",
        )
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield error(
            f"{len(missing)} migrations are not applied, the first is {missing[0][0]}",
            "Run `manage.py migrate`.",
        )
    else:
        yield ok("all migrations are applied")
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.graph.nodes)
    unknown = {key for key in unknown if key[0] in executor.loader.migrated_apps}
    if unknown:
        yield warning(
            f"{len(unknown)} applied migrations are unknown to this release, for example {min(unknown)[1]}",
            "The database comes from a newer release: install that release.",
        )


def redis() -> Iterator[Finding]:
    with _redis() as client:
        info = client.info("server")
        yield ok(f"{info.get('server_name', 'redis')} {info['redis_version']}")
        policy = client.config_get("maxmemory-policy").get("maxmemory-policy")
    if policy not in (None, "noeviction"):
        yield warning(
            f"maxmemory-policy is {policy}: a full server drops jobs and login attempts",
            "Set `maxmemory-policy noeviction`.",
        )


def clocks() -> Iterator[Finding]:
    """Compare the clocks at the middle of a round trip."""
    for name, read in (("PostgreSQL", _database_time), ("Redis", _redis_time)):
        before = time.time()
        theirs = read()
        difference = theirs - (before + time.time()) / 2
        if abs(difference) > CLOCK_SECONDS:
            yield error(
                f"the clock of {name} differs from this machine's by {difference:+.1f} s",
                "Run NTP (chrony or systemd-timesyncd) on both machines.",
            )
        else:
            yield ok(f"the clock of {name} agrees within {CLOCK_SECONDS:g} s")


def _database_time() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        return float(cursor.fetchone()[0])


def _redis_time() -> float:
    with _redis() as client:
        seconds, microseconds = client.time()
    return float(seconds + microseconds / 1e6)


def _redis() -> Redis:
    return Redis.from_url(
        settings.REDIS_URL,
        decode_responses=True,
        socket_connect_timeout=TIMEOUT_SECONDS,
        socket_timeout=TIMEOUT_SECONDS,
    )
