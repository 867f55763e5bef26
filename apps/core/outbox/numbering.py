"""Numbers new events in each of their topics, the relay's first step."""

from collections.abc import Collection
from typing import Final, NamedTuple

from apps.core.monitoring.tracing import PARENT
from apps.core.outbox.publisher import BATCH, Event
from apps.core.outbox.shards import ALL_SLOTS, JOB_IS_OURS
from apps.core.postgres import UNWAITED, Connection

LATE_SECONDS: Final = 1.0
"""An event that is numbered this long without being marked is read from the table again."""

# The row locks keep the numbering exact even if two relays run for a moment. No row is updated twice, because
# published ones have a number. Returns one row without an event if there is none. Numbers wait for the disk,
# because they are published. A round without events only marks: a lost mark repeats events that readers drop.
#
# A row with slots of several relays, from a process with another number of shards, belongs to the relay of
# its first slot. The others number nothing after it, and it waits for earlier rows of the others, so the
# order of ids holds in each topic.
NUMBER: Final = f"""
WITH marked AS (
    UPDATE core_outboxentry SET done_at = now() WHERE id = ANY(%(published)s) AND done_at IS NULL
), new AS MATERIALIZED (
    SELECT id, kind, created_at, slots, context ->> '{PARENT}' AS trace,
        CASE kind WHEN 'events' THEN payload ELSE jsonb_build_array(
            jsonb_build_object('topics', jsonb_build_array(topic), 'name', name, 'data', payload)
        ) END AS events
    FROM core_outboxentry WHERE kind <> 'job' AND seq IS NULL AND slots & %(bits)s::smallint <> 0
    ORDER BY id LIMIT %(limit)s FOR UPDATE
), due AS MATERIALIZED (
    SELECT * FROM new WHERE id < coalesce((
        SELECT min(id) FROM new AS shared WHERE slots & ~%(bits)s::smallint <> 0 AND (
            slots & -slots & %(bits)s::smallint = 0 OR EXISTS (
                SELECT FROM core_outboxentry AS earlier
                WHERE kind <> 'job' AND seq IS NULL AND earlier.id < shared.id
                    AND earlier.slots & shared.slots <> 0 AND earlier.slots & %(bits)s::smallint = 0
            )
        )
    ), 9223372036854775807)
), placed AS (
    SELECT due.id, due.kind, due.created_at, due.trace, audience.topic, item.event, item.place, audience.nth,
        row_number() OVER (PARTITION BY topic ORDER BY due.id, item.place, audience.nth) AS place_in_topic,
        count(*) OVER (PARTITION BY topic) AS count_in_topic
    FROM due, jsonb_array_elements(due.events) WITH ORDINALITY AS item (event, place),
        jsonb_array_elements_text(item.event -> 'topics') WITH ORDINALITY AS audience (topic, nth)
), heads AS (
    INSERT INTO core_topic AS head (name, last_seq)
    SELECT DISTINCT topic, count_in_topic FROM placed ORDER BY topic
    ON CONFLICT (name) DO UPDATE SET last_seq = head.last_seq + excluded.last_seq
    RETURNING name, last_seq
), numbered AS MATERIALIZED (
    SELECT placed.*, heads.last_seq - count_in_topic + place_in_topic AS seq
    FROM placed JOIN heads ON heads.name = placed.topic
), logged AS (
    INSERT INTO core_numberedevent (topic, seq, entry_id, place)
    SELECT topic, seq, id, place - 1 FROM numbered WHERE kind = 'events'
), updated AS (
    UPDATE core_outboxentry AS entry
    SET seq = CASE due.kind WHEN 'events' THEN entry.id ELSE numbered.seq END, due_at = now()
    FROM due LEFT JOIN numbered ON numbered.id = due.id AND due.kind = 'event'
    WHERE entry.id = due.id
), work AS (
    SELECT EXISTS (
        SELECT FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND due_at <= now()
            AND {JOB_IS_OURS}
    ) AS jobs_due, EXISTS (
        SELECT FROM core_outboxentry WHERE kind <> 'job' AND done_at IS NULL AND seq IS NOT NULL
            AND due_at < now() - make_interval(secs => %(late)s) AND id <> ALL(%(published)s)
            AND slots & -slots & %(bits)s::smallint <> 0
    ) AS is_late, (SELECT count(*) FROM due) < (SELECT count(*) FROM new) AS is_waiting,
    CASE WHEN NOT EXISTS (SELECT FROM due) THEN {UNWAITED} END AS unwaited
)
SELECT jobs_due, is_late, is_waiting, id, topic, seq, event ->> 'name', event -> 'data', created_at, trace
FROM work LEFT JOIN numbered ON true ORDER BY id, place, nth
"""  # noqa: S608


class Round(NamedTuple):
    """What a round found."""

    events: list[Event]
    is_full: bool
    """There may be more new events."""
    jobs_due: bool
    is_late: bool
    """Events were numbered a while ago and are not marked as published."""
    is_waiting: bool
    """New events wait until another relay numbers earlier ones."""


async def number_events(
    connection: Connection, *, limit: int = BATCH, published: Collection[int] = (), slots: int = ALL_SLOTS
) -> Round:
    """Number the events of up to `limit` new entries of these slots, and mark those that were published."""
    values = {"limit": limit, "published": list(published), "late": LATE_SECONDS, "bits": slots}
    rows = await (await connection.execute(NUMBER, values)).fetchall()
    jobs_due, is_late, is_waiting = rows[0][:3]
    numbered = [Event(*row[3:]) for row in rows if row[3] is not None]
    is_full = len({event.id for event in numbered}) >= limit
    return Round(numbered, is_full, jobs_due=jobs_due, is_late=is_late, is_waiting=is_waiting)
