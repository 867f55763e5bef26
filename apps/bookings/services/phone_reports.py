"""Reports of a driver's phone about an action taken offline: its time, and the positions not yet uploaded."""

import time
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from apps.bookings.state_machine.transitions import PhoneReport
from apps.geo.positions.store import CLOCK_SKEW, position_of

POINTS_TIMEOUT: Final = timedelta(seconds=2)
"""How long an action waits for announced positions."""
_POLL_SECONDS: Final = 0.1


def wait_for_points(*, driver_id: int, phone: PhoneReport) -> bool:
    """Wait until the last announced position is stored, without a lock; return False after the timeout.

    A phone uploads positions in order, so the earlier ones are stored too.
    """
    if phone.points_waiting == 0 or phone.last_point_at is None:
        return True
    deadline = time.monotonic() + POINTS_TIMEOUT.total_seconds()
    while True:
        position = position_of(driver_id)
        if position is not None and position.seen_at >= phone.last_point_at:
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_SECONDS)


def time_of_action(phone: PhoneReport | None, *, driver_id: int, since: datetime | None) -> datetime | None:
    """Return the phone's time of the action, or None if the server's time applies.

    The phone's time is accepted only within the gap: not in the future, not before `since` (the previous
    step), and not before the newest stored position, because the phone was online then.
    """
    at = phone.at if phone is not None else None
    if at is None or at > timezone.now():
        return None
    position = position_of(driver_id)
    earliest = max(filter(None, [since, position.seen_at if position else None]), default=at)
    if at < earliest - CLOCK_SKEW:
        return None
    return max(at, earliest)
