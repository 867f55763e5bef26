"""The processes without HTTP: a relay leads, and workers reply."""

from collections.abc import Iterator
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from apps.core.diagnosis.registry import Finding, error, ok

REPLY_SECONDS: Final = 1.0
"""How long workers have to reply; a ping lasts this long."""

# A lock of one 64-bit key has its halves in two columns, and objsubid 1.
LEADS: Final = """
SELECT EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND ((classid::bigint << 32) | objid::bigint) = %s
)
"""


def processes() -> Iterator[Finding]:
    # Web processes start without Celery.
    from apps.core.outbox.relay import LEADER_LOCK
    from config.celery import app

    with connection.cursor() as cursor:
        cursor.execute(LEADS, [LEADER_LOCK])
        (leads,) = cursor.fetchone()
    if leads:
        yield ok(_("A relay delivers events and jobs."))
    else:
        yield error(
            _("No relay is running: screens are not updated, and no job starts."),
            _("Start the process `relay`."),
        )
    workers = len(app.control.ping(timeout=REPLY_SECONDS))
    if workers:
        yield ok(_("Workers that reply: %(count)s.") % {"count": workers})
    else:
        yield error(
            _("No worker replies: offers, messages and receipts are not sent."),
            _("Start the process `worker`, or wait if its jobs take long."),
        )
