"""Connections to PostgreSQL beside Django's own, for what needs one that it holds and can wait on."""

from typing import Any, Final

from django.db import connections
from psycopg import AsyncConnection, pq, sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

# A peer that vanished without a word is noticed within half a minute.
DEFAULTS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


def conninfo(application_name: str) -> str:
    """Return libpq's connection string of Django's default database, with every parameter of DATABASE_URL.

    What DATABASE_URL says itself is stronger than our defaults; its application name comes before ours.
    """
    configured: dict[str, Any] = connections["default"].get_connection_params()
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    parameters = {
        name: value for name, value in configured.items() if name in known and value not in (None, "")
    }
    names = [str(parameters["application_name"])] if "application_name" in parameters else []
    parameters["application_name"] = " ".join([*names, application_name])
    return make_conninfo("", **DEFAULTS | parameters)


async def connect(application_name: str) -> AsyncConnection[TupleRow]:
    """Open a connection of one's own; each statement commits by itself."""
    connection = await AsyncConnection.connect(conninfo(application_name), autocommit=True)
    role = connections["default"].settings_dict["OPTIONS"].get("assume_role")
    if role:
        try:
            await connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(str(role))))
        except BaseException:
            await connection.close()
            raise
    return connection
