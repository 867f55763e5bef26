"""Parts of a trip in which the same rates apply: segments, split where the hours of a rule begin or end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from apps.fares.tariff_engine.compiled import CompiledRule, CompiledTariff
from apps.fares.tariff_engine.facts import Segment

_MICRO: Final = Decimal(1_000_000)
_SECOND: Final = timedelta(seconds=1)
_ONE_MICRO: Final = timedelta(microseconds=1)


class NoRate(LookupError):
    """No rule of the tariff gives a rate for a part of the trip."""

    def __init__(self, at: datetime, zones: Iterable[str]) -> None:
        super().__init__(f"no rate at {at.isoformat()} in {sorted(zones) or 'no zone'}")
        self.at = at


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the trip and the rule that sets its rates."""

    rule: CompiledRule
    seconds: Decimal
    distance_m: Decimal


def pieces_of(
    tariff: CompiledTariff, segments: Iterable[Segment], meters: list[CompiledRule]
) -> Iterator[Piece]:
    """Yield the parts in order. Raises NoRate."""
    changes = frozenset[int]().union(*(rule.hours.changes for rule in meters if rule.hours is not None))
    for segment in segments:
        candidates = [rule for rule in meters if not rule.zones or not rule.zones.isdisjoint(segment.zones)]
        for start, length in _split(segment, changes, tariff.tz):
            middle = _after(start, length / 2).astimezone(tariff.tz)
            rule = next((rule for rule in candidates if tariff.is_open(rule, middle)), None)
            if rule is None:
                raise NoRate(middle, segment.zones)
            whole = length == segment.seconds
            distance = segment.distance_m if whole else segment.distance_m * length / segment.seconds
            yield Piece(rule, length, distance)


def _split(segment: Segment, changes: frozenset[int], tz: ZoneInfo) -> list[tuple[datetime, Decimal]]:
    start = segment.start.astimezone(UTC)
    if not changes or not segment.seconds:
        return [(start, segment.seconds)]
    end = _after(start, segment.seconds)
    inside = sorted(at for at in _instants(start, end, changes, tz) if start < at < end)
    if not inside:
        return [(start, segment.seconds)]
    edges = [start, *inside]
    lengths = [_between(a, b) for a, b in zip(edges, inside, strict=False)]
    lengths.append(segment.seconds - sum(lengths, Decimal(0)))
    return [(edge, length) for edge, length in zip(edges, lengths, strict=True) if length > 0]


def _instants(start: datetime, end: datetime, changes: frozenset[int], tz: ZoneInfo) -> set[datetime]:
    """Return the times at which the clock on the wall shows a change, and that of a change of the clock."""
    day, last = start.astimezone(tz).date(), end.astimezone(tz).date()
    found: set[datetime] = set()
    while day <= last:
        found |= _changes_on(day, changes, tz)
        day += timedelta(days=1)
    if start.astimezone(tz).utcoffset() != end.astimezone(tz).utcoffset():
        found.add(_clock_change(start, end, tz))
    return found


@lru_cache(maxsize=512)
def _changes_on(day: date, changes: frozenset[int], tz: ZoneInfo) -> frozenset[datetime]:
    midnight = datetime.combine(day, time())
    walls = [midnight + timedelta(minutes=minute) for minute in changes]
    # A time that the clock shows twice is two instants, and a skipped one divides without effect.
    return frozenset(wall.replace(tzinfo=tz, fold=fold).astimezone(UTC) for wall in walls for fold in (0, 1))


def _clock_change(start: datetime, end: datetime, tz: ZoneInfo) -> datetime:
    low, high = start.replace(microsecond=0), end.replace(microsecond=0) + _SECOND
    before = low.astimezone(tz).utcoffset()
    while high - low > _SECOND:
        middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
        if middle.astimezone(tz).utcoffset() == before:
            low = middle
        else:
            high = middle
    return high


def _after(start: datetime, seconds: Decimal) -> datetime:
    return start + timedelta(microseconds=int(seconds * _MICRO))


def _between(start: datetime, end: datetime) -> Decimal:
    return Decimal((end - start) // _ONE_MICRO) / _MICRO
