"""The rights of the database role that the processes use, if the tables belong to another role.

It reads and writes rows. It cannot change tables, functions or triggers, empty a table, or change what the
ledger has recorded.
"""

from typing import Final

from django.db import connection
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


class NotSeparate(Exception):
    """The role has the rights of the owner anyway."""


def grant_to(role: str) -> None:
    """Give the role what the processes need, and no more; repeated after each migration, for its new tables.

    Raises NotSeparate for a superuser, for the owner of the tables, and for a member of the owner.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper OR pg_has_role(rolname, current_user, 'MEMBER'), current_schema()"
            " FROM pg_roles WHERE rolname = %s",
            [role],
        )
        found = cursor.fetchone()
        if found is None:
            raise NotSeparate(f"there is no database role {role}")
        owns, schema = found
        if owns:
            raise NotSeparate(f"{role} has the rights of the owner")
        statements = TABLES.format(schema=sql.Identifier(schema), role=sql.Identifier(role))
        cursor.execute(statements.as_string(cursor.connection))
