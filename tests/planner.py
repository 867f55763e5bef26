"""Query plans that do not depend on statistics."""

from django.db import connection

OTHER_INDEXES = """
SELECT format('DROP INDEX %%I', indexname) FROM pg_indexes
WHERE tablename = %s AND indexname <> %s
AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass)
"""


def leave_one_index(table: str, index: str) -> None:
    """Leave the planner one index and no sort, until the test's transaction ends.

    With a few rows, every index costs about the same, and leftovers of earlier tests decide.
    The indexes of primary keys and other constraints stay.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # A waiting check would hold the table.
        cursor.execute(OTHER_INDEXES, [table, index, table])
        for (drop,) in cursor.fetchall():
            cursor.execute(drop)
        for way in ("seqscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
