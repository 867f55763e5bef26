"""Writes notifications with one statement: the inbox row, its event, and a push job for each device.

A notification that is stored already adds nothing, so a repeated one is neither shown nor pushed again.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db import connection
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.postgres import prepared_cursor
from apps.notifications.choices import Occasion
from apps.notifications.delivery.push_policy import DATA, POLICIES, topic_of
from apps.notifications.messages.notice import Notice
from apps.notifications.models import InboxMessage, PushDevice

SEND_PUSH: Final = "notifications.send_push"

INBOX, OUTBOX = InboxMessage._meta.db_table, OutboxEntry._meta.db_table
USER, SESSION, DEVICE = (model._meta.db_table for model in (User, DeviceSession, PushDevice))

GIVEN: Final = """
SELECT * FROM jsonb_to_recordset(%s::jsonb) AS given (
    user_id bigint, key text, occasion text, title text, msg text, screen text, data jsonb, push jsonb
)
"""
# A deleted user has no row.
STORED: Final = f"""
INSERT INTO {INBOX} (user_id, key, occasion, title, msg, screen, data, created_at)
SELECT given.user_id, key, occasion, title, msg, screen, data, %s
FROM given JOIN {USER} person ON person.id = given.user_id ORDER BY given.user_id
ON CONFLICT (user_id, key) DO NOTHING RETURNING id, user_id, key
"""  # noqa: S608
# The devices as in selectors.devices_of.
SENT: Final = f"""
INSERT INTO {OUTBOX} (kind, key, name, topic, payload, attempts, last_error)
SELECT kind, job_key, name, topic, payload, 0, '' FROM (
    SELECT 'event' AS kind, NULL AS job_key, 'inbox.new' AS name, 'user:' || user_id AS topic,
        jsonb_build_object('id', stored.id, 'title', title, 'msg', msg, 'screen', screen, 'data', data)
            AS payload,
        stored.id AS message_id, NULL::timestamptz AS last_used_at
    FROM stored JOIN given USING (user_id, key)
    UNION ALL
    SELECT 'job', 'push:' || device.id || ':' || stored.key, '{SEND_PUSH}', '',
        push || jsonb_build_object('user_id', stored.user_id, 'device_id', device.id),
        stored.id, device.last_used_at
    FROM stored JOIN given ON given.user_id = stored.user_id AND given.key = stored.key
    JOIN {DEVICE} device ON device.user_id = stored.user_id
    JOIN {SESSION} session ON session.family = device.session_id AND session.ended_at IS NULL
    JOIN {USER} person ON person.id = stored.user_id AND person.is_active AND person.approved
    WHERE device.retired_at IS NULL
) AS sent ORDER BY kind, message_id, last_used_at DESC
ON CONFLICT DO NOTHING
"""  # noqa: S608
LANGUAGES: Final = f"SELECT id, language FROM {USER} WHERE id = ANY(%s::bigint[])"  # noqa: S608


class Part(NamedTuple):
    """A part of the statement: the name under which later parts read it, the SQL and its parameters."""

    name: str
    statement: str
    params: list[Any]


def parts_of(notices: Sequence[Notice]) -> list[Part]:
    """Return the statement in parts, for a statement that also writes other rows."""
    given = json.dumps([_row(notice) for notice in notices])
    return [
        Part("given", GIVEN, [given]),
        Part("stored", STORED, [timezone.now()]),
        Part("sent", SENT, []),
    ]


def write(notices: Sequence[Notice]) -> None:
    """Write the notifications in the caller's transaction."""
    *first, last = parts_of(notices)
    named = ", ".join(f"{part.name} AS ({part.statement})" for part in first)
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {named} {last.statement}", [value for part in first for value in part.params])


def languages_of(user_ids: set[int]) -> dict[int, str]:
    """Return the languages of users, without those that are deleted."""
    with prepared_cursor() as cursor:
        cursor.execute(LANGUAGES, [list(user_ids)])
        return dict(cursor.fetchall())


def _row(notice: Notice) -> dict[str, Any]:
    policy = POLICIES[Occasion(notice.occasion)]
    data: dict[str, Any] = {name: notice.data[name] for name in DATA if name in notice.data}
    texts = {"title": notice.title, "msg": notice.msg, "screen": notice.screen}
    options = {
        "topic": topic_of(policy, data),
        "ttl_seconds": policy.ttl_seconds,
        "urgent": policy.urgent,
    }
    return {
        "user_id": notice.user_id,
        "key": notice.key,
        "occasion": notice.occasion,
        **texts,
        "data": notice.data,
        "push": {
            "template": notice.occasion,
            "message": {**texts, "data": data, **options},
            "queued_at": timezone.now().timestamp(),
        },
    }
