"""PostgreSQL and Redis: reachable, complete, and of the same time as this machine."""

import time
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db import connection
from django.db import connections as databases
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from redis import Redis, RedisError

from apps.core.diagnosis.registry import Finding, error, ok, warning
from apps.core.diagnosis.wording import moment
from apps.core.redis_clients import redis_client, redis_servers
from apps.core.replica import REPLICA

CLOCK_SECONDS: Final = 2.0
"""Tokens, offers and positions expire by the clock of the machine that reads them."""
TIMEOUT_SECONDS: Final = 5.0
CONNECTIONS_USED: Final = 0.8
"""Share of max_connections above which there is a warning."""
BEHIND_BYTES: Final = 16 * 2**20
"""One segment of the write-ahead log."""
ARCHIVE: Final = """
SELECT current_setting('archive_mode') <> 'off',
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false), last_archived_time
FROM pg_stat_archiver
"""


def database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), pg_is_in_recovery()")
        version, is_standby = cursor.fetchone()
    yield ok(f"PostgreSQL {version}")
    if is_standby:
        yield error(
            _("The server is a read-only standby, or its recovery has not ended."),
            _("Promote it (pg_ctl promote), or set DATABASE_URL to the primary."),
        )
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield error(
            _("Migrations that are not applied: %(count)s. The first is %(name)s.")
            % {"count": len(missing), "name": missing[0][0]},
            _("Run `manage.py migrate`."),
        )
    else:
        yield ok(_("All migrations are applied."))
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.graph.nodes)
    unknown = {key for key in unknown if key[0] in executor.loader.migrated_apps}
    if unknown:
        yield warning(
            _("Applied migrations that this release does not know: %(count)s, for example %(name)s.")
            % {"count": len(unknown), "name": min(unknown)[1]},
            _("The database comes from a newer release. Install that release."),
        )


def replica() -> Iterator[Finding]:
    """Compare the read replica with the primary."""
    if REPLICA not in settings.DATABASES:
        yield ok(_("No read replica is configured."))
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT system_identifier, pg_current_wal_flush_lsn()::text FROM pg_control_system()")
        primary, position = cursor.fetchone()
    with databases[REPLICA].cursor() as cursor:
        cursor.execute(
            "SELECT system_identifier, pg_is_in_recovery(),"
            " pg_wal_lsn_diff(%s::pg_lsn, pg_last_wal_replay_lsn())::bigint FROM pg_control_system()",
            [position],
        )
        identifier, is_standby, behind = cursor.fetchone()
    if not is_standby or identifier != primary:
        yield error(
            _("DATABASE_REPLICA_URL is not a standby of this database."),
            _("Set it to a streaming standby of the primary, or remove it."),
        )
    elif behind > BEHIND_BYTES:
        yield warning(
            _("The replica is %(size)s MB of the write-ahead log behind; the primary answers instead.")
            % {"size": f"{behind / 2**20:.0f}"},
            _("Check the network and the disk of the replica, and `hot_standby_feedback`."),
        )
    else:
        yield ok(_("The replica follows the primary."))


def connections() -> Iterator[Finding]:
    """Compare the open connections with the limit; monitoring has the same figure."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), current_setting('max_connections')::int FROM pg_stat_activity")
        used, most = cursor.fetchone()
    text = _("Open database connections: %(used)s of %(most)s.") % {"used": used, "most": most}
    if used > most * CONNECTIONS_USED:
        yield warning(text, _("Raise max_connections, or put PgBouncer in front of PostgreSQL."))
    else:
        yield ok(text)


def archive() -> Iterator[Finding]:
    """Examine the archive of the write-ahead log, from which a database is restored to a point in time."""
    with connection.cursor() as cursor:
        cursor.execute(ARCHIVE)
        is_on, is_failing, archived_at = cursor.fetchone()
    if not is_on:
        yield warning(
            _("The write-ahead log is not archived: only a whole copy of the database can be restored."),
            _("Set up the archive as described in docs/operations.md, Backups."),
        )
    elif is_failing:
        yield error(
            _("PostgreSQL cannot archive its write-ahead log."),
            _("Read the log of PostgreSQL and check `archive_command` and the space of the archive."),
        )
    else:
        yield ok(
            _("Last archived at %(time)s.") % {"time": moment(archived_at)}
            if archived_at
            else _("The archive is set up.")
        )


def redis() -> Iterator[Finding]:
    for url, names in redis_servers().items():
        yield from _redis_server(url, names)


def _redis_server(url: str, names: list[str]) -> Iterator[Finding]:
    try:
        with _redis(url) as client:
            info = client.info("server")
            policy = client.config_get("maxmemory-policy").get("maxmemory-policy")
    except RedisError as failure:
        yield error(
            f"{', '.join(names)}: {failure}",
            _("Check the URL, and that Redis is running."),
        )
        return
    yield ok(f"{', '.join(names)}: {info.get('server_name', 'redis')} {info['redis_version']}")
    if names != ["CACHE_URL"] and policy not in (None, "noeviction"):
        yield warning(
            _("maxmemory-policy is %(policy)s: a full server drops jobs and login attempts.")
            % {"policy": policy},
            _("Set `maxmemory-policy noeviction`."),
        )


def clocks() -> Iterator[Finding]:
    """Compare the clocks at the middle of a round trip."""
    for name, read in (("PostgreSQL", _database_time), ("Redis", _redis_time)):
        before = time.time()
        theirs = read()
        difference = theirs - (before + time.time()) / 2
        if abs(difference) > CLOCK_SECONDS:
            yield error(
                _("The clock of %(server)s differs from this machine's by %(seconds)s s.")
                % {"server": name, "seconds": f"{difference:+.1f}"},
                _("Run NTP (chrony or systemd-timesyncd) on both machines."),
            )
        else:
            yield ok(
                _("The clock of %(server)s agrees within %(seconds)s s.")
                % {"server": name, "seconds": f"{CLOCK_SECONDS:g}"}
            )


def _database_time() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        return float(cursor.fetchone()[0])


def _redis_time() -> float:
    with _redis(settings.REDIS_URL) as client:
        seconds, microseconds = client.time()
    return float(seconds + microseconds / 1e6)


def _redis(url: str) -> Redis:
    return redis_client(
        url,
        decode_responses=True,
        socket_connect_timeout=TIMEOUT_SECONDS,
        socket_timeout=TIMEOUT_SECONDS,
    )
