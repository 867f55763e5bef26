"""Prepared statements, and connections besides Django's for LISTEN, session locks and async code."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.utils import ConnectionHandler
from psycopg import AsyncConnection, pq, sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

Connection = AsyncConnection[TupleRow]

UNWAITED: Final = "set_config('synchronous_commit', 'off', true)"
"""In a statement, lets the commit of its transaction not wait for the disk.

A crash of the server may undo it, but never what is committed after it without this (docs/decisions/0098).
"""

CANCEL_SECONDS: Final = 2.0
"""How long a server may take to accept the cancellation of a query."""

# A peer that disappears is noticed within half a minute.
DEFAULTS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


def is_pooled() -> bool:
    """Return whether DATABASE_URL points to a pooler in transaction mode."""
    return bool(connections[DEFAULT_DB_ALIAS].settings_dict["DISABLE_SERVER_SIDE_CURSORS"])


def prepares(raw: psycopg.Connection[Any]) -> bool:
    """Return whether statements can be prepared on Django's connection; makes explicit preparation possible.

    A pooler that assigns server connections per transaction cannot have prepared statements, unless
    DATABASE_URL's prepare_threshold allows them.
    """
    if raw.prepare_threshold is None and not is_pooled():
        # None disables even explicit preparation; with a high threshold nothing else is prepared.
        raw.prepare_threshold = 1_000_000
    return raw.prepare_threshold is not None


class _CancellableConnection(AsyncConnection[TupleRow]):
    """Leaves a cancelled query at once if the server is gone; psycopg waits five seconds."""

    async def _try_cancel(self, *, timeout: float = CANCEL_SECONDS) -> None:
        # An error closes the connection.
        await self.cancel_safe(timeout=min(timeout, CANCEL_SECONDS))


class _PreparedCursor(psycopg.Cursor[Any]):
    """Prepares each statement, with its values apart from its text."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        return super().execute(query, params, prepare=prepares(self.connection), **options)

    def _convert_query(self, query: Any, params: Any = None) -> Any:
        # Django's list of executed queries reads it.
        self._query = super()._convert_query(query, params)
        return self._query


def prepared_cursor() -> CursorWrapper:
    """Return a cursor of Django's connection that prepares its statements, which Django's own do not.

    For the few statements that every request runs: planning them costs more than running them.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    cursor: Any = _PreparedCursor(connection.connection)
    return (
        connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)
    )


def conninfo(application_name: str, *, direct: bool = False) -> str:
    """Return libpq's connection string for Django's default database, with all parameters of its URL.

    With `direct`, use DATABASE_DIRECT_URL if set. Parameters of the URL override our defaults; its
    application name precedes ours.
    """
    configured = _wrapper(direct=direct).get_connection_params()
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    parameters = {
        name: value for name, value in configured.items() if name in known and value not in (None, "")
    }
    names = [str(parameters["application_name"])] if "application_name" in parameters else []
    parameters["application_name"] = " ".join([*names, application_name])
    return make_conninfo("", **DEFAULTS | parameters)


async def connect(application_name: str, *, direct: bool = False) -> Connection:
    """Open a separate connection in autocommit mode.

    Session features (LISTEN, locks, SET) need `direct`, because a pooler may run the next statement on
    another connection.
    """
    wrapper = _wrapper(direct=direct)
    options: dict[str, Any] = {}
    if is_pooled() and not direct:
        # psycopg prepares frequent statements, which a pooler does not keep; the URL may turn that off.
        options["prepare_threshold"] = wrapper.get_connection_params().get("prepare_threshold")
    connection = await _CancellableConnection.connect(
        conninfo(application_name, direct=direct), autocommit=True, **options
    )
    role = wrapper.settings_dict["OPTIONS"].get("assume_role")
    if role:
        try:
            await connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(str(role))))
        except BaseException:
            await connection.close()
            raise
    return connection


@contextmanager
def session_lock(number: int, *, application_name: str) -> Iterator[bool]:
    """Hold an advisory lock during the block; yields False if another session holds it.

    The lock outlives transactions and ends with this process in any case. Raises Django's OperationalError
    if the database does not respond.
    """
    wrapper = connections[DEFAULT_DB_ALIAS]
    with wrapper.wrap_database_errors:
        connection = psycopg.connect(conninfo(application_name, direct=True), autocommit=True)
    try:
        with wrapper.wrap_database_errors:
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", [number]).fetchone()
        is_locked = bool(row and row[0])
        try:
            yield is_locked
        finally:
            # The server notices a closed connection later, and the next caller may come before.
            if is_locked:
                with suppress(psycopg.Error):
                    connection.execute("SELECT pg_advisory_unlock(%s)", [number])
    finally:
        connection.close()


@contextmanager
def direct_connection() -> Iterator[None]:
    """Use a direct connection instead of the pooler in this thread during the block."""
    if settings.DATABASE_DIRECT is None:
        yield
        return
    with _connection_by(settings.DATABASE_DIRECT):
        yield


@contextmanager
def owner_connection() -> Iterator[None]:
    """Use the connection of DATABASE_OWNER_URL, which must be set, in this thread during the block."""
    assert settings.DATABASE_OWNER is not None
    with _connection_by(settings.DATABASE_OWNER):
        yield


@contextmanager
def _connection_by(configuration: Any) -> Iterator[None]:
    usual = connections[DEFAULT_DB_ALIAS]
    other = ConnectionHandler({DEFAULT_DB_ALIAS: configuration})[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        other.close()


def _wrapper(*, direct: bool) -> BaseDatabaseWrapper:
    if direct and settings.DATABASE_DIRECT is not None:
        return ConnectionHandler({DEFAULT_DB_ALIAS: settings.DATABASE_DIRECT})[DEFAULT_DB_ALIAS]
    return connections[DEFAULT_DB_ALIAS]
