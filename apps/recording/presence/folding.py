"""Turns changes of drivers' availability into spans of presence.

A trigger writes each change in the transaction that makes it, so that none is lost or invented by a crash,
and a rolled-back change leaves nothing. This job consumes the changes and writes the spans in one
transaction. Changes of one driver wait for each other at the driver's row, so their ids are in their order.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from apps.accounts.models import DriverProfile, User
from apps.bookings.models import RegisterEntry
from apps.core.platform import platform_settings
from apps.recording.choices import PresenceState
from apps.recording.models import PresenceChange, PresenceSpan

LOCK: Final = 5_270_023
"""The advisory lock of the spans: two runs at once would open two for a driver."""
MOST: Final = 10_000
"""Changes of one run."""
CLOCK_SECONDS: Final = 10
"""How far the clocks of web servers and the database may differ."""
TRANSITION_SECONDS: Final = 60
"""How long a transition may take from its time to the change of the driver."""

Change = tuple[int, datetime, bool, bool]

_TAKE: Final = f"""
DELETE FROM {PresenceChange._meta.db_table}
WHERE id IN (SELECT id FROM {PresenceChange._meta.db_table} ORDER BY id LIMIT {MOST})
RETURNING id, driver_id, at, active, busy
"""  # noqa: S608
# One statement has one snapshot: a change that it sees in the profile is either consumed or still listed.
_DIFFERENT: Final = f"""
SELECT driver_id, truth FROM (
    SELECT profile.user_id AS driver_id, span.state,
        CASE WHEN profile.busy THEN '{PresenceState.BUSY.value}'
             WHEN profile.active AND person.approved AND person.is_active THEN '{PresenceState.FREE.value}'
             ELSE '{PresenceState.OFFLINE.value}' END AS truth
    FROM {DriverProfile._meta.db_table} profile
    JOIN {User._meta.db_table} person ON person.id = profile.user_id
    LEFT JOIN {PresenceSpan._meta.db_table} span
        ON span.driver_id = profile.user_id AND span.ended_at IS NULL
    WHERE profile.active OR profile.busy OR span.state <> '{PresenceState.OFFLINE.value}'
) AS compared
WHERE truth <> coalesce(state, '{PresenceState.OFFLINE.value}')
AND NOT EXISTS (SELECT FROM {PresenceChange._meta.db_table} c WHERE c.driver_id = compared.driver_id)
"""  # noqa: S608
_BOOKINGS: Final = f"""
UPDATE {PresenceSpan._meta.db_table} span SET booking_id = (
    SELECT booking_id FROM {RegisterEntry._meta.db_table} entry
    WHERE entry.driver_id = span.driver_id
    AND entry.accepted_at BETWEEN span.started_at - interval '{TRANSITION_SECONDS} seconds'
        AND span.started_at + interval '{CLOCK_SECONDS} seconds'
    ORDER BY accepted_at DESC LIMIT 1
)
WHERE id = ANY(%s)
"""  # noqa: S608


@transaction.atomic
def record_presence() -> int:
    """Write the spans of all changes since the last run and return the number of new ones.

    Then it compares the open spans with the drivers' current states. They differ at the first run, and after
    an approval was given or revoked; then the new span begins now. If the setting is off, open spans end.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(_TAKE)
        changes: list[Change] = [row[1:] for row in sorted(cursor.fetchall())]
        # After the lock: a run that waited must not begin a span before those of the other.
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    if not platform_settings().record_presence:
        return _close_all(now)
    return _fold(changes) + _correct(now)


def _fold(changes: Iterable[Change]) -> int:
    by_driver: defaultdict[int, list[Change]] = defaultdict(list)
    for change in changes:
        by_driver[change[0]].append(change)
    known = User.objects.filter(pk__in=by_driver).values_list("pk", "approved", "is_active")
    may_work = {pk: approved and is_active for pk, approved, is_active in known}
    return _write(
        {
            driver: [(at, _state(active and may_work[driver], busy)) for _, at, active, busy in theirs]
            for driver, theirs in by_driver.items()
            if driver in may_work
        }
    )


def _correct(now: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_DIFFERENT)
        different = cursor.fetchall()
    return _write({driver: [(now, PresenceState(truth))] for driver, truth in different})


def _write(states: dict[int, list[tuple[datetime, PresenceState]]]) -> int:
    """End the open span of each driver at the first other state, and insert the following ones."""
    open_spans = {
        span.driver_id: span for span in PresenceSpan.objects.filter(driver__in=states, ended_at__isnull=True)
    }
    ended, begun = [], []
    for driver, theirs in states.items():
        current = open_spans.get(driver)
        for at, state in theirs:
            if current is None:
                # Before the first span, a driver counts as offline.
                if state == PresenceState.OFFLINE:
                    continue
            elif current.state == state or at <= current.started_at:
                continue
            else:
                current.ended_at = at
                if current.pk is not None:
                    ended.append(current)
            current = PresenceSpan(driver_id=driver, state=state, started_at=at)
            begun.append(current)
    PresenceSpan.objects.bulk_update(ended, ["ended_at"], batch_size=500)
    PresenceSpan.objects.bulk_create(begun, batch_size=1000)
    trips = [span.pk for span in begun if span.state == PresenceState.BUSY]
    if trips:
        with connection.cursor() as cursor:
            cursor.execute(_BOOKINGS, [trips])
    return len(begun)


def _close_all(now: datetime) -> int:
    PresenceSpan.objects.filter(ended_at__isnull=True, started_at__lt=now).update(ended_at=now)
    return 0


def _state(online: bool, busy: bool) -> PresenceState:
    if busy:
        return PresenceState.BUSY
    return PresenceState.FREE if online else PresenceState.OFFLINE
