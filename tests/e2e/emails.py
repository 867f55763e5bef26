"""Sent messages, read from the outbox page."""

import json
import time
import urllib.parse
import urllib.request
from typing import Any

from tests.platform import Platform

SECONDS = 30


def messages_to(platform: Platform, to: str, *, after: int = 0) -> list[dict[str, Any]]:
    """Return messages to an address or a number, newest first."""
    query = urllib.parse.urlencode({"to": to, "after": after})
    with urllib.request.urlopen(f"{platform.url}/dev/outbox/messages.json?{query}", timeout=10) as answer:
        return list(json.load(answer)["results"])


def newest(platform: Platform, to: str) -> int:
    """Return the id of the newest message, to wait for a later one."""
    return max((message["id"] for message in messages_to(platform, to)), default=0)


def message_to(platform: Platform, to: str, *, after: int = 0) -> dict[str, Any]:
    """Return the next message; a worker sends it within seconds."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        found = messages_to(platform, to, after=after)
        if found:
            return found[-1]
        time.sleep(0.3)
    raise AssertionError(f"nothing came to {to} within {SECONDS} s\n{platform.last_output()}")
