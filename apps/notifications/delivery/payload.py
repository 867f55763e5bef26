"""What a push message carries, small enough for every push service."""

import json
from dataclasses import replace
from typing import Any, Final

from apps.notifications.port import Push

MAX_BYTES: Final = 3000
"""Push services promise 4096 bytes for the encrypted whole; some count more into it than others."""


def payload_of(push: Push) -> dict[str, Any]:
    """What the service worker and native apps read."""
    return {
        "title": push.title,
        "msg": push.msg,
        "screen": push.screen,
        "data": push.data,
        "tag": push.topic,
    }


def encoded(push: Push) -> bytes:
    """The payload as it is sent."""
    return json.dumps(payload_of(push), ensure_ascii=False, separators=(",", ":")).encode()


def fitted(push: Push) -> Push:
    """The same message, with its sentence cut where it would be too big; data that is too big is left out."""
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
