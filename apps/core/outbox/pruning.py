"""Deletes delivered outbox entries."""

from datetime import datetime
from typing import Final

from django.db import connection

PRUNE_BATCH: Final = 5_000


def prune_outbox(before: datetime) -> int:
    """Delete a batch of entries delivered before this time, with their numbers; return how many."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH old AS MATERIALIZED (
                SELECT id FROM core_outboxentry WHERE done_at < %s ORDER BY done_at LIMIT %s
            ), numbers AS (
                DELETE FROM core_numberedevent WHERE entry_id IN (SELECT id FROM old)
            )
            DELETE FROM core_outboxentry WHERE id IN (SELECT id FROM old)
            """,
            [before, PRUNE_BATCH],
        )
        return int(cursor.rowcount)
