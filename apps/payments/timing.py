"""How long a payment may take, and when we ask by ourselves."""

from datetime import datetime, timedelta
from typing import Final

LIFETIME: Final = timedelta(hours=1)
"""How long a payer has at the gateway."""
CHECKS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
DAILY: Final = timedelta(days=1)
GIVE_UP: Final = timedelta(days=7)
"""After this long an attempt that no one decided is expired; a notification may still revive it."""


def next_check(*, created_at: datetime, checks: int, now: datetime) -> datetime | None:
    """When to ask again after so many checks: 1, 5, 15, 60 minutes, then daily for a week."""
    if now - created_at >= GIVE_UP:
        return None
    return now + (CHECKS[checks] if checks < len(CHECKS) else DAILY)
