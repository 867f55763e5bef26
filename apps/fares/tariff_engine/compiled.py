"""A tariff prepared for pricing: numbers instead of text, and its rules indexed by zone and car type."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from apps.fares.tariff_engine.facts import Facts
from apps.fares.tariff_engine.hours import Hours, parse_hours
from apps.fares.tariff_engine.rules import (
    METRES,
    Cancellation,
    Conditions,
    Rates,
    Rule,
    Tariff,
    UnitBand,
    Units,
    metres,
    metres_an_hour,
    seconds,
)

ZERO: Final = Decimal(0)
ONE: Final = Decimal(1)
MINUTE: Final = Decimal(60)
HALF_HOUR: Final = Decimal(1800)
HOUR: Final = Decimal(3600)
METERING: Final = ("rates", "units")
NOT_DRIVEN: Final = ("no_show", "cancellation")
KINDS_OF_TRIPS: Final = 1024
"""Combinations of conditions whose rules a tariff keeps ready."""


@dataclass(frozen=True, slots=True)
class CompiledBand:
    """A unit: the progress of a metre, and of a second as a fraction, so that thirds stay exact longer."""

    amount: Decimal
    unit_m: Decimal | None
    time_numerator: Decimal
    time_denominator: Decimal
    from_m: Decimal | None
    from_fare: Decimal | None
    source: UnitBand | None

    def progress(self, distance: Decimal, time: Decimal, meter: "CompiledUnits") -> Decimal:
        """Return the units of a piece at a steady speed."""
        by_time = time * self.time_numerator / self.time_denominator
        by_distance = ZERO if self.unit_m is None else distance / self.unit_m
        if meter.below is not None:
            return by_time if distance * HOUR < meter.below * time else by_distance
        return by_distance + by_time if meter.is_sum else max(by_distance, by_time)


@dataclass(frozen=True, slots=True)
class CompiledUnits:
    """A taximeter's units."""

    first_amount: Decimal
    first: CompiledBand | None
    """What the first amount covers; None if nothing."""
    first_units: Decimal
    bands: tuple[CompiledBand, ...]
    is_sum: bool
    below: Decimal | None

    def band_at(self, distance: Decimal, fare: Decimal) -> tuple[CompiledBand, CompiledBand | None]:
        """Return the band at a distance and a fare, and the next one."""
        index = 0
        for number, band in enumerate(self.bands[1:], start=1):
            by_fare = band.from_fare is not None
            reached, start = (fare, band.from_fare) if by_fare else (distance, band.from_m)
            if reached < (start or ZERO):
                break
            index = number
        return self.bands[index], self.bands[index + 1] if index + 1 < len(self.bands) else None


@dataclass(frozen=True, slots=True)
class CompiledRates:
    """Rates by distance, and per hour."""

    base: Decimal
    starts: tuple[Decimal, ...]
    rates: tuple[Decimal, ...]
    unit: str
    unit_m: Decimal
    per_hour: Decimal
    combine: str
    below: Decimal | None


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule with its conditions as sets."""

    order: int
    name: str
    kind: str
    action: Any
    meter: CompiledRates | CompiledUnits | None
    hours: Hours | None
    when: Conditions
    zones: frozenset[str]
    needs: frozenset[str]
    without_needs: frozenset[str]

    def applies(self, facts: Facts, passed: frozenset[str]) -> bool:
        """Return whether the conditions match, apart from hours and fare, and for meters from zones."""
        when = self.when
        if when.car_types and facts.car_type not in when.car_types:
            return False
        if when.pickup_zones and facts.pickup_zones.isdisjoint(when.pickup_zones):
            return False
        if when.drop_zones and facts.drop_zones.isdisjoint(when.drop_zones):
            return False
        if self.zones and self.zones.isdisjoint(passed):
            return False
        if when.zone_pairs and not self._is_between(facts):
            return False
        if when.sources and facts.source not in when.sources:
            return False
        if when.booked_for_later is not None and when.booked_for_later != facts.booked_for_later:
            return False
        if when.passengers_from is not None and facts.party < when.passengers_from:
            return False
        if when.passengers_to is not None and facts.party > when.passengers_to:
            return False
        return self.needs <= facts.needs and self.without_needs.isdisjoint(facts.needs)

    def _is_between(self, facts: Facts) -> bool:
        for pair in self.when.zone_pairs:
            if pair.pickup in facts.pickup_zones and pair.drop in facts.drop_zones:
                return True
            if pair.both_ways and pair.drop in facts.pickup_zones and pair.pickup in facts.drop_zones:
                return True
        return False


class CompiledTariff:
    """A tariff ready to price many trips; compile it once."""

    def __init__(self, tariff: Tariff, *, holidays: Collection[date] = ()) -> None:
        """Raises ValueError for an unknown time zone."""
        try:
            self.tz = ZoneInfo(tariff.time_zone)
        except (OSError, KeyError) as error:
            raise ValueError(f"unknown time zone {tariff.time_zone!r}") from error
        self.source = tariff
        self.holidays = frozenset(holidays)
        self.rules = tuple(_compiled(order, rule) for order, rule in enumerate(tariff.rules))
        self.prices_cancellations = any(rule.kind in NOT_DRIVEN for rule in self.rules)
        self._anywhere: defaultdict[str, list[CompiledRule]] = defaultdict(list)
        self._by_zone: defaultdict[tuple[str, str], list[CompiledRule]] = defaultdict(list)
        self._matching: dict[Any, list[CompiledRule]] = {}
        for rule in self.rules:
            self._index(rule)

    def rules_for(self, facts: Facts, passed: frozenset[str]) -> list[CompiledRule]:
        """Return the rules whose conditions match, in order; hours and fare are not looked at."""
        kind = (
            facts.car_type, facts.source, facts.booked_for_later, facts.party, facts.needs,
            facts.pickup_zones, facts.drop_zones, passed,
        )  # fmt: skip
        found = self._matching.get(kind)
        if found is None:
            if len(self._matching) >= KINDS_OF_TRIPS:
                self._matching.clear()
            found = self._matching[kind] = self._rules_for(facts, passed)
        return found

    def _rules_for(self, facts: Facts, passed: frozenset[str]) -> list[CompiledRule]:
        found = [*self._anywhere.get("", ()), *self._anywhere.get(facts.car_type, ())]
        by_zone = self._by_zone
        for side, zones in (("pickup", facts.pickup_zones), ("drop", facts.drop_zones), ("passed", passed)):
            for zone in zones:
                found += by_zone.get((side, zone), ())
        matching = {rule.order: rule for rule in found if rule.applies(facts, passed)}
        return [matching[order] for order in sorted(matching)]

    def is_open(self, rule: CompiledRule, local: datetime) -> bool:
        """Return whether the hours of a rule include a local time."""
        return rule.hours is None or rule.hours.is_open(local, self.holidays)

    def _index(self, rule: CompiledRule) -> None:
        when = rule.when
        keys: Iterable[tuple[str, str]]
        if when.zone_pairs:
            keys = [("pickup", pair.pickup) for pair in when.zone_pairs]
            keys += [("pickup", pair.drop) for pair in when.zone_pairs if pair.both_ways]
        elif when.pickup_zones:
            keys = [("pickup", zone) for zone in when.pickup_zones]
        elif when.drop_zones:
            keys = [("drop", zone) for zone in when.drop_zones]
        elif rule.zones:
            keys = [("passed", zone) for zone in rule.zones]
        else:
            for car_type in set(when.car_types) or {""}:
                self._anywhere[car_type].append(rule)
            return
        for key in set(keys):
            self._by_zone[key].append(rule)


def _compiled(order: int, rule: Rule) -> CompiledRule:
    action, when = rule.then, rule.when
    meter: CompiledRates | CompiledUnits | None = None
    if isinstance(action, Rates):
        meter = _rates(action)
    elif isinstance(action, Units):
        meter = _units(action)
    elif isinstance(action, Cancellation) and action.measure == "before_pickup":
        # Only the time of a booking for later is agreed.
        when = when.model_copy(update={"booked_for_later": True})
    return CompiledRule(
        order=order,
        name=rule.name,
        kind=action.kind,
        action=action,
        meter=meter,
        hours=parse_hours(when.hours) if when.hours else None,
        when=when,
        zones=frozenset(when.zones),
        needs=frozenset(when.needs),
        without_needs=frozenset(when.without_needs),
    )


def _rates(action: Rates) -> CompiledRates:
    return CompiledRates(
        base=Decimal(action.base),
        starts=tuple(metres(band.starts_at) for band in action.distance),
        rates=tuple(Decimal(band.rate) for band in action.distance),
        unit=action.distance_unit,
        unit_m=METRES[action.distance_unit],
        per_hour=Decimal(action.per_hour),
        combine=action.combine,
        below=None if action.below is None else metres_an_hour(action.below),
    )


def _units(action: Units) -> CompiledUnits:
    bands = tuple(_band(band) for band in action.bands)
    first, covered = action.first, None
    if first.units:
        covered = bands[0]
    elif first.distance is not None or first.time is not None:
        covered = CompiledBand(
            amount=Decimal(first.amount),
            unit_m=None if first.distance is None else metres(first.distance),
            time_numerator=ZERO if first.time is None else ONE,
            time_denominator=ONE if first.time is None else seconds(first.time),
            from_m=None,
            from_fare=None,
            source=None,
        )
    return CompiledUnits(
        first_amount=Decimal(first.amount),
        first=covered,
        first_units=Decimal(first.units or 1),
        bands=bands,
        is_sum=action.combine == "sum",
        below=None if action.below is None else metres_an_hour(action.below),
    )


def _band(band: UnitBand) -> CompiledBand:
    numerator, denominator = ZERO, ONE
    if band.time is not None:
        numerator, denominator = ONE, seconds(band.time)
    elif band.per_hour is not None:
        numerator, denominator = Decimal(band.per_hour), HOUR * Decimal(band.amount)
    return CompiledBand(
        amount=Decimal(band.amount),
        unit_m=None if band.distance is None else metres(band.distance),
        time_numerator=numerator,
        time_denominator=denominator,
        from_m=None if band.from_distance is None else metres(band.from_distance),
        from_fare=None if band.from_fare is None else Decimal(band.from_fare),
        source=band,
    )
