"""The outbox: events and jobs leave it, so relay, Redis and workers are running."""

from collections.abc import Iterator
from typing import Final

from django.db import connection

from apps.core.diagnosis.registry import Finding, error, ok, warning

LATE_SECONDS: Final = 60

STATE: Final = """
SELECT CASE kind WHEN 'job' THEN kind ELSE 'event' END,
       count(*) FILTER (WHERE due_at < now() - make_interval(secs => %(late)s)),
       count(*) FILTER (WHERE due_at > now() + interval '1 year'), count(*)
FROM core_outboxentry WHERE done_at IS NULL AND (due_at < now() OR due_at > now() + interval '1 year')
GROUP BY 1 ORDER BY 1
"""


def deliveries() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(STATE, {"late": LATE_SECONDS})
        rows = cursor.fetchall()
    healthy = True
    for kind, late, given_up, total in rows:
        if late:
            healthy = False
            yield error(
                f"{late} of {total} {kind} entries are due for more than {LATE_SECONDS} s",
                "Check that the relay and the workers are running: `manage.py check_health relay`, `worker`.",
            )
        if given_up:
            healthy = False
            yield warning(
                f"{given_up} {kind} entries failed too often and are not retried",
                'Read their errors in the Django admin under "Outbox" and retry them there.',
            )
    if healthy:
        yield ok("no event or job is overdue")
