"""Reads the event log on the event loop, without a thread; pub/sub only signals new events."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import psycopg
from allauth.mfa.models import Authenticator
from psycopg.rows import TupleRow

from apps.accounts.login.two_factor_policy import STAFF
from apps.accounts.models import DeviceSession, Passkey, StaffRole, User
from apps.core import postgres
from apps.core.models import NumberedEvent, OutboxEntry, PlatformSettings, Topic
from apps.core.postgres import Connection
from apps.realtime.frames import moment

HEADS: Final = f"SELECT name, last_seq FROM {Topic._meta.db_table} WHERE name = ANY(%s)"  # noqa: S608
# An entry with a single event stores the number of the event itself.
AFTER: Final = f"""
(
    SELECT seq, name, created_at, payload FROM {OutboxEntry._meta.db_table}
    WHERE topic = %(topic)s AND seq > %(seq)s ORDER BY seq LIMIT %(limit)s
) UNION ALL (
    SELECT logged.seq, payload -> place::int ->> 'name', created_at, payload -> place::int -> 'data'
    FROM {NumberedEvent._meta.db_table} logged JOIN {OutboxEntry._meta.db_table} entry ON entry.id = entry_id
    WHERE logged.topic = %(topic)s AND logged.seq > %(seq)s ORDER BY logged.seq LIMIT %(limit)s
) ORDER BY seq LIMIT %(limit)s
"""  # noqa: S608
# Runs every second for all open sockets, so it returns only the sessions that must end.
ENDED: Final = f"""
SELECT known.family FROM unnest(%s::text[], %s::text[]) AS known (family, role)
LEFT JOIN {DeviceSession._meta.db_table} device ON device.family = known.family AND device.ended_at IS NULL
LEFT JOIN {User._meta.db_table} person ON person.id = device.user_id
WHERE person.id IS NULL OR NOT person.is_active OR NOT person.approved OR person.user_type <> known.role
"""  # noqa: S608
# Admins whose staff role is not the one of the socket's login any more, or has changed since.
ROLE_CHANGED: Final = f"""
SELECT known.family FROM unnest(%s::text[], %s::text[]) AS known (family, role)
JOIN {DeviceSession._meta.db_table} device ON device.family = known.family
JOIN {User._meta.db_table} person ON person.id = device.user_id
LEFT JOIN {StaffRole._meta.db_table} role ON role.id = person.staff_role_id
WHERE COALESCE(role.id || ':' || role.version, '') <> known.role
"""  # noqa: S608
# Staff who must set up two-factor login before anything else, if the settings or their role require it.
SETUP_DUE: Final = f"""
SELECT device.family FROM {DeviceSession._meta.db_table} device
JOIN {User._meta.db_table} person ON person.id = device.user_id
LEFT JOIN {StaffRole._meta.db_table} role ON role.id = person.staff_role_id
JOIN {PlatformSettings._meta.db_table} setting ON setting.staff_two_factor OR role.two_factor
WHERE device.family = ANY(%s) AND person.user_type = ANY(%s) AND setting.allow_critical_edits_admin
AND NOT EXISTS (
    SELECT FROM {Authenticator._meta.db_table} factor WHERE factor.user_id = person.id AND factor.type = %s
)
AND NOT EXISTS (SELECT FROM {Passkey._meta.db_table} passkey WHERE passkey.user_id = person.id)
"""  # noqa: S608


Values = list[Any] | dict[str, Any]


class LoggedEvent(NamedTuple):
    seq: int
    name: str
    at: str
    data: dict[str, Any]
    trace: str | None = None
    """The span of its delivery, if it was received and not read from the log."""


class LogReader:
    """One connection, opened on first use and reopened after errors; raises psycopg.Error."""

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._lock = asyncio.Lock()

    async def heads(self, topics: Sequence[str]) -> dict[str, int]:
        """Return the last number of each topic; 0 for a topic without events."""
        last_seqs: dict[str, int] = dict(await self._rows(HEADS, [list(topics)]))
        return {topic: last_seqs.get(topic, 0) for topic in topics}

    async def after(self, topic: str, seq: int, *, limit: int) -> list[LoggedEvent]:
        """Return the events of a topic after a number, oldest first, without those already deleted."""
        rows = await self._rows(AFTER, {"topic": topic, "seq": seq, "limit": limit})
        return [LoggedEvent(seq, name, moment(at), data) for seq, name, at, data in rows]

    async def ended_sessions(self, sessions: Sequence[tuple[str, str]]) -> set[str]:
        """Return the device sessions that have ended, or whose user was disabled, disapproved, deleted or
        given another role.
        """
        families, roles = [family for family, _ in sessions], [role for _, role in sessions]
        return {row[0] for row in await self._rows(ENDED, [families, roles])}

    async def role_changed(self, sessions: Sequence[tuple[str, str]]) -> set[str]:
        """Return the device sessions of admins whose role differs from the given one (`role_state`)."""
        families, roles = [family for family, _ in sessions], [role for _, role in sessions]
        return {row[0] for row in await self._rows(ROLE_CHANGED, [families, roles])}

    async def setup_due(self, families: Sequence[str]) -> set[str]:
        """Return the device sessions whose users must set up two-factor login first."""
        values = [list(families), sorted(STAFF), Authenticator.Type.TOTP.value]
        return {row[0] for row in await self._rows(SETUP_DUE, values)}

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _rows(self, query: str, values: Values) -> list[TupleRow]:
        async with self._lock:
            try:
                return await self._query(query, values)
            except psycopg.OperationalError:
                # The server has restarted since the last query.
                await self.close()
                return await self._query(query, values)

    async def _query(self, query: str, values: Values) -> list[TupleRow]:
        if self._connection is None or self._connection.closed:
            self._connection = await postgres.connect("hansom-sockets")
        return await (await self._connection.execute(query, values)).fetchall()
