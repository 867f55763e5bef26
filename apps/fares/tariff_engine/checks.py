"""Warnings about a tariff that can be read, but is probably a mistake."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final, Literal
from zoneinfo import ZoneInfo

from apps.fares.tariff_engine.compiled import METERING, CompiledRule, CompiledTariff
from apps.fares.tariff_engine.hours import DAY_MINUTES, Hours
from apps.fares.tariff_engine.rules import Conditions, Tariff

FIRST_MATCH: Final = frozenset(
    {"rates", "units", "fixed", "hire", "minimum", "extras_cap", "rounding", "fee", "no_show", "cancellation"}
)
"""Actions of which only the first rule applies."""
_LISTS: Final = ("car_types", "pickup_zones", "drop_zones", "zones", "sources")
DAYS_AHEAD: Final = 366


@dataclass(frozen=True, slots=True)
class TariffWarning:
    """A code, the number of the rule from 0 if it is about one, and details."""

    code: Literal[
        "gap", "no_rate", "overlap", "contradiction", "never_applies", "cap_below_one", "clock_change"
    ]
    rule: int | None
    detail: str


def warnings_of(
    tariff: Tariff, *, holidays: Collection[date] = (), from_day: date, car_types: Collection[str] = ()
) -> list[TariffWarning]:
    """Return the warnings, for a year from a day on.

    car_types: every one of them needs a rate; without any, the rules without car types need one.
    """
    compiled = CompiledTariff(tariff, holidays=holidays)
    year = _Year(compiled, from_day)
    return [
        *_gaps(compiled, year, car_types),
        *_by_rule(compiled, year),
        *_caps(compiled),
        *_clock_changes(compiled, year),
    ]


class _Year:
    """The times of a year at which hours of the tariff can change, as sets of numbers."""

    def __init__(self, tariff: CompiledTariff, from_day: date) -> None:
        self.tz = tariff.tz
        self.first = from_day
        self._holidays = tariff.holidays
        changes = frozenset({0}).union(
            *(rule.hours.changes for rule in tariff.rules if rule.hours is not None)
        )
        self.walls = [
            datetime.combine(from_day + timedelta(days=day), datetime.min.time()) + timedelta(minutes=minute)
            for day in range(DAYS_AHEAD)
            for minute in sorted(changes)
        ]
        self.always = frozenset(range(len(self.walls)))
        self._by_text: dict[str, frozenset[int]] = {"": self.always}

    def open_at(self, rule: CompiledRule) -> frozenset[int]:
        """Return the numbers of the times at which the rule's hours are open."""
        text = rule.when.hours
        if text not in self._by_text and rule.hours is not None:
            hours: Hours = rule.hours
            self._by_text[text] = frozenset(
                number for number, wall in enumerate(self.walls) if hours.is_open(wall, self._holidays)
            )
        return self._by_text[text]

    def sample(self, numbers: frozenset[int]) -> str:
        return f"{self.walls[min(numbers)]:%a %Y-%m-%d %H:%M}"


def _gaps(tariff: CompiledTariff, year: _Year, car_types: Collection[str]) -> Iterator[TariffWarning]:
    """Yield the times at which a trip that matches no other condition has no rate."""
    without: dict[frozenset[int], list[str]] = {}
    for car_type in car_types or ("",):
        covered: frozenset[int] = frozenset()
        for rule in tariff.rules:
            if rule.kind in METERING and _is_for_all(rule.when, car_type):
                covered |= year.open_at(rule)
        without.setdefault(year.always - covered, []).append(car_type)
    for missing, names in without.items():
        # Without names if it is the same for all.
        named = ", ".join(names) if len(without) > 1 else ""
        if missing == year.always:
            yield TariffWarning("no_rate", None, named or tariff.source.name)
        elif missing:
            time = year.sample(missing)
            yield TariffWarning("gap", None, f"{named}, {time}" if named else time)


def _by_rule(tariff: CompiledTariff, year: _Year) -> Iterator[TariffWarning]:
    """Yield rules that never apply, and pairs that apply to the same trips at the same times."""
    seen: dict[str, list[CompiledRule]] = {}
    for rule in tariff.rules:
        key = _slot(rule)
        open_at = year.open_at(rule)
        if not open_at or _contradicts(rule.when):
            yield TariffWarning("contradiction", rule.order, rule.name)
            continue
        earlier = seen.setdefault(key, []) if key else []
        left = open_at
        for other in earlier:
            if _includes(other.when, rule.when):
                left -= year.open_at(other)
        if not left:
            yield TariffWarning("never_applies", rule.order, _names(earlier, rule))
        else:
            for other in earlier:
                both = open_at & year.open_at(other)
                # A rule without hours after or before others is the usual "else".
                limited = year.always not in (open_at, year.open_at(other))
                if both and limited and _same_conditions(other.when, rule.when):
                    yield TariffWarning("overlap", rule.order, f"{other.name}: {year.sample(both)}")
        if key:
            earlier.append(rule)


def _caps(tariff: CompiledTariff) -> Iterator[TariffWarning]:
    for rule in tariff.rules:
        if rule.kind == "multiplier" and rule.action.cap is not None and Decimal(rule.action.cap) < 1:
            yield TariffWarning("cap_below_one", rule.order, rule.action.cap)


def _clock_changes(tariff: CompiledTariff, year: _Year) -> Iterator[TariffWarning]:
    """Yield rules whose hours begin or end within an hour that a change of the clocks skips or repeats."""
    nights = list(_changes(year.tz, year.first))
    for rule in tariff.rules:
        if rule.hours is None:
            continue
        for night, first_minute, last_minute in nights:
            spans = rule.hours.spans_on(night, tariff.holidays)
            spans += tuple(
                (start - DAY_MINUTES, end - DAY_MINUTES)
                for start, end in rule.hours.spans_on(night - timedelta(days=1), tariff.holidays)
            )
            if any(first_minute < minute < last_minute for span in spans for minute in span):
                yield TariffWarning("clock_change", rule.order, f"{night:%Y-%m-%d}")


def _changes(tz: ZoneInfo, first: date) -> Iterator[tuple[date, int, int]]:
    """Yield the day and the skipped or repeated minutes of each change of the clocks in a year."""
    at = datetime.combine(first, datetime.min.time(), tzinfo=UTC)
    for _ in range(DAYS_AHEAD * 24):
        later = at + timedelta(hours=1)
        before, after = at.astimezone(tz).utcoffset(), later.astimezone(tz).utcoffset()
        if before is not None and after is not None and before != after:
            shown = later.astimezone(tz)
            minutes = shown.hour * 60 + shown.minute
            shift = int((after - before).total_seconds()) // 60
            yield shown.date(), min(minutes, minutes - shift), max(minutes, minutes - shift)
        at = later


def _slot(rule: CompiledRule) -> str:
    """Return what only the first of several rules decides; empty if all apply."""
    if rule.kind in METERING:
        return "meter"
    if rule.kind in FIRST_MATCH:
        return rule.kind
    if rule.kind == "waiting":
        return f"waiting {rule.action.at}"
    if rule.kind == "charge":
        return f"charge {rule.action.charge}"
    if rule.kind == "extra" and rule.action.group is not None:
        return f"extra {rule.action.group}"
    return ""


def _is_for_all(when: Conditions, car_type: str) -> bool:
    """Return whether the rule applies to all trips of a car type at its hours."""
    others = when.model_copy(update={"hours": "", "car_types": []})
    return others == Conditions() and (not when.car_types or car_type in when.car_types)


def _same_conditions(first: Conditions, second: Conditions) -> bool:
    return first.model_copy(update={"hours": ""}) == second.model_copy(update={"hours": ""})


def _contradicts(when: Conditions) -> bool:
    low, high = when.passengers_from, when.passengers_to
    return (low is not None and high is not None and low > high) or bool(
        set(when.needs) & set(when.without_needs)
    )


def _includes(wide: Conditions, narrow: Conditions) -> bool:
    """Return whether every trip of `narrow` is one of `wide`, hours apart; False if unsure."""
    for name in _LISTS:
        of_wide, of_narrow = set(getattr(wide, name)), set(getattr(narrow, name))
        if of_wide and not (of_narrow and of_narrow <= of_wide):
            return False
    if wide.zone_pairs and wide.zone_pairs != narrow.zone_pairs:
        return False
    single = ("booked_for_later", "fare", "driver")
    if any(getattr(wide, name) not in (None, getattr(narrow, name)) for name in single):
        return False
    if (wide.passengers_from or 0) > (narrow.passengers_from or 0):
        return False
    if wide.passengers_to is not None and (
        narrow.passengers_to is None or narrow.passengers_to > wide.passengers_to
    ):
        return False
    return set(wide.needs) <= set(narrow.needs) and set(wide.without_needs) <= set(narrow.without_needs)


def _names(earlier: list[CompiledRule], rule: CompiledRule) -> str:
    return ", ".join(other.name for other in earlier if _includes(other.when, rule.when))
