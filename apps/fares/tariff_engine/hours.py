"""Times at which a rule applies: a subset of OpenStreetMap's opening_hours syntax.

    Mo-Fr 06:00-18:00; PH off          days, then times; a later part replaces the days that it names
    Mo-Sa 18:00-06:00                  past midnight; a time belongs to the day on which it starts
    Su,PH 00:00-30:00                  until 06:00 of the day after
    PH -1 day 18:00-24:00              the eve of a public holiday
    Dec 24 18:00-24:00; Dec 25-26      dates; Dec 31-Jan 02, Apr-Sep
    24/7

Times are those of a clock on the wall: in the night in which clocks are set back, 02:30 occurs twice, and
both are the same time to a rule; in the night in which they are set forward, it does not occur.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

DAY_MINUTES: Final = 24 * 60
MAX_LENGTH: Final = 500
_WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH: Final = "|".join(_MONTHS)
_DATES: Final = re.compile(
    rf"(?P<month>{_MONTH})(?: (?P<day>\d{{1,2}})(?![\d:]))?"
    rf"(?:-(?:(?P<to_month>{_MONTH})(?: (?P<to_day>\d{{1,2}})(?![\d:]))?|(?P<last>\d{{1,2}})(?![\d:])))?"
)
_HOLIDAY: Final = re.compile(r"PH(?: (?P<offset>[+-]\d{1,2}) days?)?")
_DAYS: Final = re.compile(r"(?P<first>Mo|Tu|We|Th|Fr|Sa|Su)(?:-(?P<last>Mo|Tu|We|Th|Fr|Sa|Su))?")
_TIMES: Final = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d{2})-(?P<to_hour>\d{1,2}):(?P<to_minute>\d{2})")

Span = tuple[int, int]
"""Minutes from the start of the day, the second exclusive and up to 48 hours."""
MonthDay = tuple[int, int]


class HoursError(ValueError):
    """A text that is not in the syntax."""


@dataclass(frozen=True, slots=True)
class _Part:
    dates: tuple[tuple[MonthDay, MonthDay], ...]
    weekdays: frozenset[int]
    holiday_offsets: tuple[int, ...]
    spans: tuple[Span, ...]

    def names(self, day: date, holidays: Collection[date]) -> bool:
        """Return whether the part is about this day."""
        if self.dates and not any(_within(day, first, last) for first, last in self.dates):
            return False
        if not self.weekdays and not self.holiday_offsets:
            return True
        if day.weekday() in self.weekdays:
            return True
        return any(day - timedelta(days=offset) in holidays for offset in self.holiday_offsets)


@dataclass(frozen=True, slots=True)
class Hours:
    """Parsed times of a rule."""

    parts: tuple[_Part, ...]

    def spans_on(self, day: date, holidays: Collection[date]) -> tuple[Span, ...]:
        """Return the times that start on a day."""
        spans: tuple[Span, ...] = ()
        for part in self.parts:
            if part.names(day, holidays):
                spans = part.spans
        return spans

    def is_open(self, local: datetime, holidays: Collection[date]) -> bool:
        """Return whether the rule applies at a local time."""
        day = local.date()
        minutes = local.hour * 60 + local.minute
        if any(start <= minutes < end for start, end in self.spans_on(day, holidays)):
            return True
        later = minutes + DAY_MINUTES
        return any(later < end for _, end in self.spans_on(day - timedelta(days=1), holidays))

    @property
    def changes(self) -> frozenset[int]:
        """Return the minutes of a day at which the reply can change."""
        return frozenset(
            minute % DAY_MINUTES for part in self.parts for span in part.spans for minute in span
        ) | {0}


def parse_hours(text: str) -> Hours:
    """Return the times of a text. Raises HoursError with the part that is wrong."""
    if len(text) > MAX_LENGTH:
        raise HoursError(f"longer than {MAX_LENGTH} characters")
    if text.strip() == "24/7":
        return Hours((_Part((), frozenset(), (), ((0, DAY_MINUTES),)),))
    return Hours(tuple(_part(part.strip()) for part in text.split(";")))


def _part(text: str) -> _Part:
    dates: list[tuple[MonthDay, MonthDay]] = []
    weekdays: set[int] = set()
    offsets: list[int] = []
    spans: list[Span] = []
    off = False
    rest = text
    readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], None]], ...] = (
        (_DATES, lambda match: dates.append(_dates(match))),
        (_HOLIDAY, lambda match: offsets.append(int(match["offset"] or 0))),
        (_DAYS, lambda match: weekdays.update(_weekdays(match))),
        (_HOLIDAY, lambda match: offsets.append(int(match["offset"] or 0))),
        (_TIMES, lambda match: spans.append(_span(match))),
    )
    for pattern, collect in readers:
        while match := pattern.match(rest):
            collect(match)
            rest = rest[match.end() :].lstrip()
            if not rest.startswith(","):
                break
            rest = rest[1:].lstrip()
    if rest == "off":
        off, rest = True, ""
    if rest or not text or (off and spans):
        raise HoursError(f"cannot read {rest or text!r}")
    if not spans and not off:
        if not (dates or weekdays or offsets):
            raise HoursError(f"cannot read {text!r}")
        spans = [(0, DAY_MINUTES)]
    return _Part(tuple(dates), frozenset(weekdays), tuple(offsets), tuple(spans))


def _dates(match: re.Match[str]) -> tuple[MonthDay, MonthDay]:
    month = _MONTHS.index(match["month"]) + 1
    first_day = int(match["day"]) if match["day"] else 1
    if match["last"]:
        last = (month, int(match["last"]))
    elif match["to_month"]:
        last = (_MONTHS.index(match["to_month"]) + 1, int(match["to_day"] or 31))
    else:
        last = (month, int(match["day"] or 31))
    if not (1 <= first_day <= 31 and 1 <= last[1] <= 31):
        raise HoursError(f"no such date: {match[0]!r}")
    return (month, first_day), last


def _weekdays(match: re.Match[str]) -> list[int]:
    first = _WEEKDAYS.index(match["first"])
    last = _WEEKDAYS.index(match["last"] or match["first"])
    return [day % 7 for day in range(first, last + 1 if last >= first else last + 8)]


def _span(match: re.Match[str]) -> Span:
    start = int(match["hour"]) * 60 + int(match["minute"])
    end = int(match["to_hour"]) * 60 + int(match["to_minute"])
    if int(match["minute"]) > 59 or int(match["to_minute"]) > 59 or start >= DAY_MINUTES:
        raise HoursError(f"no such time: {match[0]!r}")
    if end <= start:
        end += DAY_MINUTES
    if end > 2 * DAY_MINUTES:
        raise HoursError(f"longer than a day: {match[0]!r}")
    return start, end


def _within(day: date, first: MonthDay, last: MonthDay) -> bool:
    at = (day.month, day.day)
    return first <= at <= last if first <= last else at >= first or at <= last
