"""The lifetime of a payment and the schedule of polling."""

from datetime import datetime, timedelta
from typing import Final

LIFETIME: Final = timedelta(hours=1)
"""The time a payer has on the gateway's page."""
CHECKS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
DAILY: Final = timedelta(days=1)
GIVE_UP: Final = timedelta(days=7)
"""The age at which an undecided attempt expires; a later webhook can still complete it."""


def next_check(*, created_at: datetime, checks: int, now: datetime) -> datetime | None:
    """Return the time of the next query: after 1, 5, 15 and 60 minutes, then daily for a week."""
    if now - created_at >= GIVE_UP:
        return None
    return now + (CHECKS[checks] if checks < len(CHECKS) else DAILY)
