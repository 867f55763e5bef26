"""The outbox: events and jobs leave it, so relay, Redis and workers are running."""

from collections.abc import Iterator
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

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
            text = (
                _("Jobs that are more than %(seconds)s s late: %(count)s of %(total)s.")
                if kind == "job"
                else _("Events that are more than %(seconds)s s late: %(count)s of %(total)s.")
            )
            yield error(
                text % {"seconds": LATE_SECONDS, "count": late, "total": total},
                _("Check that relay and workers run: `manage.py check_health relay`, `worker`."),
            )
        if given_up:
            healthy = False
            text = (
                _("Jobs that failed too often and are not retried: %(count)s.")
                if kind == "job"
                else _("Events that failed too often and are not retried: %(count)s.")
            )
            yield warning(
                text % {"count": given_up},
                _("Read their errors in the Django admin under Outbox, and retry them there."),
            )
    if healthy:
        yield ok(_("No event or job is late."))
