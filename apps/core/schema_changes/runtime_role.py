"""The rights of the database role that the processes use, if the tables belong to another role.

It reads and writes rows. It cannot change tables, functions or triggers, empty a table, or change what the
ledger has recorded.
"""

from typing import Final

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import sql

TABLES: Final = sql.SQL("""
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {schema} TO {role};
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role};
REVOKE UPDATE, DELETE ON wallet_posting FROM {role};
REVOKE DELETE ON wallet_journalentry FROM {role};
""")
"""Row locks of journal entries need UPDATE; their trigger refuses a change."""


ROLE: Final = "SELECT 1 FROM pg_roles WHERE rolname = %s"
MEMBERSHIP: Final = (
    "SELECT rolsuper OR pg_has_role(rolname, current_user, 'MEMBER'), current_schema()"
    " FROM pg_roles WHERE rolname = %s"
)
MAY_CREATE_ROLES: Final = (
    "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreaterole)"
)


class NotSeparate(Exception):
    """The role has the rights of the owner anyway."""


def grant_to(role: str, *, password: str = "") -> None:
    """Give the role what the processes need, and no more; repeated after each migration, for its new tables.

    An owner that may create roles creates a missing one with the password. Raises NotSeparate for a
    superuser, for the owner of the tables, for a member of the owner, and for a role that it cannot create.
    """
    with connection.cursor() as cursor:
        cursor.execute(ROLE, [role])
        if cursor.fetchone() is None:
            _create(cursor, role, password)
        cursor.execute(MEMBERSHIP, [role])
        owns, schema = cursor.fetchone() or (True, "")
        if owns:
            raise NotSeparate(f"{role} has the rights of the owner")
        statements = TABLES.format(schema=sql.Identifier(schema), role=sql.Identifier(role))
        cursor.execute(statements.as_string(cursor.connection))


def _create(cursor: CursorWrapper, role: str, password: str) -> None:
    cursor.execute(MAY_CREATE_ROLES)
    if cursor.fetchone() is None:
        raise NotSeparate(f"there is no database role {role}, and the owner may not create it")
    raw = cursor.connection
    # Hashed here, because the server's log may contain the statement.
    secret = (
        raw.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256") if password else None
    )
    statement = sql.SQL("CREATE ROLE {role} LOGIN PASSWORD {secret}").format(
        role=sql.Identifier(role), secret=sql.Literal(secret and secret.decode())
    )
    cursor.execute(statement.as_string(raw))
