"""The payload of push messages, within the limits of all push services."""

import json
from dataclasses import replace
from typing import Any, Final

from apps.notifications.port import Push

MAX_BYTES: Final = 3000
"""Push services accept at least 4096 bytes after encryption, and count differently."""


def payload_of(push: Push) -> dict[str, Any]:
    """Return the payload for the service worker and native apps."""
    return {
        "title": push.title,
        "msg": push.msg,
        "screen": push.screen,
        "data": push.data,
        "tag": push.topic,
    }


def encoded(push: Push) -> bytes:
    """Return the payload as JSON bytes."""
    return json.dumps(payload_of(push), ensure_ascii=False, separators=(",", ":")).encode()


def fitted(push: Push) -> Push:
    """Return the message within MAX_BYTES: shortens the text, drops data that is too large."""
    if len(encoded(push)) <= MAX_BYTES:
        return push
    if len(encoded(replace(push, title="", msg=""))) > MAX_BYTES // 2:
        push = replace(push, data={})
    for length in (600, 400, 250, 120):
        shorter = replace(push, title=_cut(push.title, 120), msg=_cut(push.msg, length))
        if len(encoded(shorter)) <= MAX_BYTES:
            break
    return shorter


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
