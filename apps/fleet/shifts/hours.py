"""How long a driver may work: pure functions of the hours worked and the platform's limits."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

Span = tuple[datetime, datetime]
DAY: Final = timedelta(hours=24)


def without(span: Span, breaks: Sequence[Span]) -> list[Span]:
    """Return the parts of a span outside its breaks, in order."""
    parts, start = [], span[0]
    for began, ended in sorted(breaks):
        if began > start:
            parts.append((start, min(began, span[1])))
        start = max(start, ended)
    if start < span[1]:
        parts.append((start, span[1]))
    return parts


def total(spans: Sequence[Span]) -> timedelta:
    return sum((end - start for start, end in spans), timedelta())


def end_of_hours(worked: Sequence[Span], *, now: datetime, limit: timedelta) -> datetime:
    """Return when work from now on without a pause reaches the limit within 24 hours.

    `worked` are the spans before now, in order. As old work leaves the window, new work may take its place.
    """
    recent = [(max(start, now - DAY), end) for start, end in worked if end > now - DAY]
    left = limit - total(recent)
    at = now
    if left <= timedelta():
        return now
    for start, end in recent:
        until_it_leaves = max(timedelta(), start + DAY - at)
        if left <= until_it_leaves:
            return at + left
        left -= until_it_leaves
        at = max(at, end + DAY)
    return at + left
