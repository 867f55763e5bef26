"""Connections to PostgreSQL beside Django's own, for what needs one that it holds and can wait on."""

from typing import Any, Final

from django.db import connections
from psycopg import AsyncConnection
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

CONNECT_SECONDS: Final = 5
NAMES: Final = ("host", "port", "dbname", "user", "password", "sslmode", "options")


def conninfo(application_name: str) -> str:
    """Where Django's default database is, in libpq's words.

    A peer that vanished without a word is noticed within half a minute.
    """
    known: dict[str, Any] = connections["default"].get_connection_params()
    return make_conninfo(
        "",
        **{name: known[name] for name in NAMES if known.get(name) is not None},
        application_name=application_name,
        connect_timeout=CONNECT_SECONDS,
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
    )


async def connect(application_name: str) -> AsyncConnection[TupleRow]:
    """A connection of one's own; each statement commits by itself."""
    return await AsyncConnection.connect(conninfo(application_name), autocommit=True)
