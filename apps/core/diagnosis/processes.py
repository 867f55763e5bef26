"""The processes without HTTP: a relay leads, and workers reply."""

from collections.abc import Iterator
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from apps.core.diagnosis.registry import Finding, error, ok
from apps.core.outbox.shards import SLOT_LOCK, SLOTS

REPLY_SECONDS: Final = 1.0
"""How long workers have to reply; a ping lasts this long."""

# A lock of two 32-bit keys has objsubid 2; a relay holds one for each slot of its shards.
DELIVERED: Final = """
SELECT count(DISTINCT pid), count(*) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = %s
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def processes() -> Iterator[Finding]:
    # Web processes start without Celery.
    from config.celery import app

    with connection.cursor() as cursor:
        cursor.execute(DELIVERED, [SLOT_LOCK])
        relays, slots = cursor.fetchone()
    if slots == SLOTS:
        yield ok(
            _("A relay delivers events and jobs.")
            if relays == 1
            else _("Relays that deliver events and jobs: %(count)s.") % {"count": relays}
        )
    elif slots:
        yield error(
            _("Relays deliver only %(slots)s of %(all)s parts of the outbox: other screens and jobs wait.")
            % {"slots": slots, "all": SLOTS},
            _("Wait ten seconds, then check that each relay runs with the same RELAY_SHARDS."),
        )
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
