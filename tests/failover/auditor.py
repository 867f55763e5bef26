"""Compares what clients were promised with what is in the database at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import psycopg

from tests.failover.load import Record
from tests.failover.platform import TwoServers

RECORDED = frozenset({"accept", "start", "reach", "complete", "cancel"})
"""Transitions with an own event; the others may happen by themselves."""
# A fact has one key: the second notice of a fact would have the same user, booking and occasion.
DOUBLE_NOTICES = """
SELECT user_id, occasion, data ->> 'booking_id', count(*) FROM notifications_inboxmessage
WHERE data ->> 'booking_id' = ANY(%s)
    AND occasion = ANY('{accepted,started,completed_please_pay,payment_done}')
GROUP BY 1, 2, 3 HAVING count(*) > 1
"""
UNDELIVERED = """
SELECT kind, count(*) FROM core_outboxentry
WHERE done_at IS NULL AND due_at < now() - interval '2 seconds' GROUP BY 1
"""
GAPS = """
SELECT topic.name, topic.last_seq, count(logged.seq), count(DISTINCT logged.seq) FROM core_topic topic
JOIN (
    SELECT topic, seq FROM core_numberedevent
    UNION ALL SELECT topic, seq FROM core_outboxentry WHERE kind = 'event' AND seq IS NOT NULL
) AS logged ON logged.topic = topic.name
GROUP BY 1, 2 HAVING count(logged.seq) <> topic.last_seq OR count(DISTINCT logged.seq) <> topic.last_seq
"""
EVENTS = "SELECT booking_id, name FROM bookings_bookingevent WHERE booking_id = ANY(%s)"
VERSIONS = """
SELECT booking.id, booking.version, count(*) FROM bookings_booking booking
JOIN bookings_bookingevent event ON event.booking_id = booking.id
GROUP BY 1, 2 HAVING count(*) <> booking.version OR max(event.version) <> booking.version
"""
OPEN = """
SELECT id, status FROM bookings_booking
WHERE id = ANY(%s) AND status NOT IN ('COMPLETE', 'CANCELLED')
"""


def losses(platform: TwoServers, record: Record) -> Iterator[str]:
    """Yield every acknowledged write that is missing."""
    ids = sorted(record.booked)
    with psycopg.connect(platform.cluster.primary_url) as connection:
        stored = {
            row[0] for row in connection.execute("SELECT id FROM bookings_booking WHERE id = ANY(%s)", [ids])
        }
        yield from (f"booking {missing}" for missing in sorted(record.booked - stored))
        events = set(connection.execute(EVENTS, [ids]).fetchall())
        for booking, action in sorted(record.transitions):
            if action in RECORDED and (booking, action) not in events:
                yield f"{action} of booking {booking}"
        for address, (acknowledged, attempted) in record.last_value.items():
            query = "SELECT description FROM accounts_savedaddress WHERE id = %s"
            row = connection.execute(query, [int(address)]).fetchone()
            if row is None or not acknowledged <= int(row[0]) <= attempted:
                yield f"write {acknowledged} of address {address}: {row}"


def violations(platform: TwoServers, record: Record) -> Iterator[str]:
    """Yield what is wrong besides losses."""
    ids = sorted(record.booked)
    with psycopg.connect(platform.cluster.primary_url) as connection:
        for what, query, values in (
            ("notices more than once", DOUBLE_NOTICES, [[str(id_) for id_ in ids]]),
            ("not delivered", UNDELIVERED, []),
            ("gap in a topic", GAPS, []),
            ("gap in the events of a booking", VERSIONS, []),
            ("booking did not end", OPEN, [ids]),
        ):
            yield from (f"{what}: {row}" for row in connection.execute(query, values))
        yield from missed_events(connection, record)
    output = platform.manage("verify_ledger")
    if "The ledger is consistent." not in output:
        yield output


def missed_events(connection: psycopg.Connection, record: Record) -> Iterator[str]:
    """Yield the streams that lack an event, or have one twice or out of order."""
    for topic, received in sorted(record.streams.items()):
        row = connection.execute("SELECT last_seq FROM core_topic WHERE name = %s", [topic]).fetchone()
        last = row[0] if row else 0
        if not received:
            yield f"stream of {topic}: nothing was received of {last}"
            continue
        for (before, _), (seq, is_reread) in pairwise(received):
            if seq != before + 1 and not (is_reread and seq > before):
                yield f"stream of {topic}: {seq} after {before}"
        if received[-1][0] != last:
            yield f"stream of {topic}: ends at {received[-1][0]} of {last}"
