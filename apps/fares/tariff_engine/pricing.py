"""The price of a trip under a tariff.

1. Fare: the first fixed price that matches, otherwise the meter; of a booking by the hour, its hire rule.
2. Waiting at the pickup and at stops.
3. Multipliers of fare and waiting; a surge factor multiplies what they give, beside their cap.
4. Charges that count toward the minimum, then the minimum.
5. Extras up to their cap, then the other charges.
6. Rounding of the total; the fee is added to the rounded total. It is the fee of the trip without surge.

The order of rules decides only between rules of one of these kinds: which is the first that matches, and in
which order multipliers are capped. Lines are rounded so that they add up exactly, as in `apps.fares.engine`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext
from typing import Final, Literal

from apps.fares.engine import EXACT, PRECISION, published_quantity, round_lines
from apps.fares.tariff_engine.compiled import (
    HALF_HOUR,
    HOUR,
    METERING,
    MINUTE,
    ONE,
    ZERO,
    CompiledRates,
    CompiledRule,
    CompiledTariff,
)
from apps.fares.tariff_engine.facts import Facts
from apps.fares.tariff_engine.meter import Charged, Meter
from apps.fares.tariff_engine.pieces import NoRate, pieces_of
from apps.fares.tariff_engine.rules import METRES, Extra, Hire, Slab, metres, seconds

__all__ = ["NoHire", "NoRate", "Price", "PriceLine", "price", "price_not_driven", "prices_waiting"]

_PLACES: Final = {"on_the_way": ("on_the_way", None), "arrived": ("arrived",), "": (None,)}
"""The conditions that apply to a driver there: while one waits, a no-show goes before other rules."""
_ROUNDING: Final = {"nearest": ROUND_HALF_UP, "up": ROUND_UP, "down": ROUND_DOWN}


class NoHire(NoRate):
    """No rule of the tariff is for booking this trip by the hour."""


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One line of a bill, the rule that made it, and its explanation as message id and parameters."""

    key: str
    quantity: Decimal
    unit: str
    rate: Decimal
    amount: Decimal
    rule: str
    message: str
    params: dict[str, str]


@dataclass(frozen=True, slots=True)
class Price:
    """A price with its lines, whose amounts add up to `trip_cost`."""

    total: Decimal
    convenience_fees: Decimal
    lines: tuple[PriceLine, ...]

    @property
    def trip_cost(self) -> Decimal:
        return self.total + self.convenience_fees


@dataclass(frozen=True, slots=True)
class _Part:
    """A line before its amount is rounded."""

    key: str
    rule: CompiledRule | None
    """None for surge, which is no rule of the tariff."""
    quantity: Decimal
    unit: str
    rate: Decimal
    exact: Decimal
    message: str
    params: dict[str, str]


def price(tariff: CompiledTariff, facts: Facts, *, decimals: int, with_lines: bool = True) -> Price:
    """Return the price with `decimals` decimals. Raises NoRate if a part of the trip has no rate.

    Without lines, the amounts are the same; rounding the lines is a fifth of the work.
    """
    with localcontext(EXACT):
        by_kind = _rules_by_kind(tariff, facts)
        coin = ONE.scaleb(-decimals)
        if facts.outcome != "trip":
            return _not_driven(tariff, by_kind, facts, coin) or Price(ZERO.quantize(coin), ZERO, ())
        usual = _Bill(tariff, facts, by_kind).price(coin, with_lines=with_lines)
        if facts.surge == ONE:
            return usual
        surged = _Bill(tariff, facts, by_kind, surge=facts.surge)
        return surged.price(coin, fee_of=usual.total, with_lines=with_lines)


def price_not_driven(tariff: CompiledTariff, facts: Facts, *, decimals: int) -> Price | None:
    """Return the price of a no-show or a cancellation, or None if no rule of the tariff is for it."""
    with localcontext(EXACT):
        return _not_driven(tariff, _rules_by_kind(tariff, facts), facts, ONE.scaleb(-decimals))


def prices_waiting(tariff: CompiledTariff, facts: Facts, *, at: Literal["pickup", "stop"]) -> bool:
    """Return whether the tariff has a rule for waiting there on this trip."""
    with localcontext(EXACT):
        bill = _Bill(tariff, facts, _rules_by_kind(tariff, facts))
        try:
            list(bill._fare())
        except NoRate:
            return False
        return any(rule.action.at == at for rule in bill._rules("waiting"))


def _rules_by_kind(tariff: CompiledTariff, facts: Facts) -> dict[str, list[CompiledRule]]:
    passed = facts.pickup_zones.union(facts.drop_zones, *(part.zones for part in facts.segments))
    by_kind: dict[str, list[CompiledRule]] = {}
    start = facts.start.astimezone(tariff.tz)
    for rule in tariff.rules_for(facts, passed):
        if rule.kind in METERING or tariff.is_open(rule, start):
            by_kind.setdefault(rule.kind, []).append(rule)
    return by_kind


class _Bill:
    def __init__(
        self,
        tariff: CompiledTariff,
        facts: Facts,
        by_kind: dict[str, list[CompiledRule]],
        *,
        surge: Decimal = ONE,
    ) -> None:
        self.tariff = tariff
        self.facts = facts
        self.by_kind = by_kind
        self.surge = surge
        self.fare_kind = ""

    def price(self, coin: Decimal, *, fee_of: Decimal | None = None, with_lines: bool) -> Price:
        """Return the price; the fee is that of the total `fee_of`, if it is given."""
        parts = list(self._fare())
        parts += self._waiting()
        parts += self._multipliers(_sum(parts))
        parts += self._surge(_sum(parts))
        parts += self._charges(in_minimum=True)
        parts += self._minimum(_sum(parts))
        parts += self._extras()
        parts += self._charges(in_minimum=False)
        exact = _sum(parts)
        total = exact.quantize(coin, rounding=ROUND_HALF_UP)
        rounding = self._first("rounding")
        if rounding is not None:
            multiple = Decimal(rounding.action.to)
            steps = (exact / multiple).to_integral_value(rounding=_ROUNDING[rounding.action.how])
            total = (steps * multiple).quantize(coin, rounding=ROUND_HALF_UP)
            if total != exact:
                parts.append(
                    _part("rounding", rounding, ONE, "trip", multiple, total - exact, to=rounding.action.to)
                )
        fee = self._fee(total if fee_of is None else fee_of, coin)
        charged = fee.amount if fee else ZERO
        if not with_lines:
            return Price(total, charged, ())
        lines = _lines(parts, total, coin)
        return Price(total, charged, (*lines, *([fee] if fee else [])))

    def _fare(self) -> Iterator[_Part]:
        if self.facts.hire_minutes:
            yield from self._hire()
            return
        segments = self.facts.segments
        fixed = next((rule for rule in self._rules("fixed") if self._fits(rule)), None)
        self.fare_kind = "metered" if fixed is None else "fixed"
        if fixed is not None:
            amount = Decimal(fixed.action.amount)
            yield _part("fixed", fixed, ONE, "trip", amount, amount)
            if fixed.action.stops != "metered_after_first":
                return
            segments = tuple(segment for segment in segments if segment.after_stop)
            if not segments:
                return
        meters = [rule for kind in METERING for rule in self.by_kind.get(kind, ())]
        meters.sort(key=lambda rule: rule.order)
        meter = Meter()
        meter.run(pieces_of(self.tariff, segments, meters))
        if meter.base is not None and meter.base[1] > 0:
            rule, amount = meter.base
            yield _part("base_fare", rule, ONE, "trip", amount, amount)
        for charged in meter.charged.values():
            yield from _metered(charged)

    def _hire(self) -> Iterator[_Part]:
        self.fare_kind = "hire"
        facts, rule = self.facts, self._first("hire")
        if rule is None:
            raise NoHire(facts.start, facts.pickup_zones)
        hire: Hire = rule.action
        booked = facts.hire_minutes * MINUTE
        extra = max(ZERO, facts.duration_seconds - booked) / HALF_HOUR
        half_hours = extra.to_integral_value(rounding=ROUND_CEILING)
        unit_m = METRES[hire.distance_unit]
        included = metres(hire.included_per_hour) / unit_m
        booked_hours, extra_hours = booked / HOUR, half_hours / 2
        yield _part(
            "hire", rule, booked_hours, "h", Decimal(hire.per_hour), Decimal(hire.per_hour) * booked_hours,
            included=_measure(included * booked_hours, hire.distance_unit),
        )  # fmt: skip
        if half_hours:
            amount = Decimal(hire.extra_half_hour)
            yield _part(
                "hire_time", rule, half_hours, "half_hour", amount, amount * half_hours,
                included=_measure(included * extra_hours, hire.distance_unit),
            )  # fmt: skip
        further = max(ZERO, facts.distance_m / unit_m - included * (booked_hours + extra_hours))
        if further and Decimal(hire.extra_distance):
            rate = Decimal(hire.extra_distance)
            yield _part("hire_distance", rule, further, hire.distance_unit, rate, rate * further)

    def _fits(self, rule: CompiledRule) -> bool:
        action, facts = rule.action, self.facts
        if action.up_to is not None and facts.distance_m > metres(action.up_to):
            return False
        return action.stops != "not_included" or facts.stops == 0

    def _waiting(self) -> Iterator[_Part]:
        for place in ("pickup", "stop"):
            rule = next((rule for rule in self._rules("waiting") if rule.action.at == place), None)
            if rule is None:
                continue
            free, every = seconds(rule.action.free), seconds(rule.action.every)
            number = ZERO
            for wait in self.facts.waits:
                if wait.at == place:
                    units = max(ZERO, wait.seconds - free) / every
                    number += units.to_integral_value(rounding=ROUND_CEILING) if rule.action.begun else units
            if number:
                amount = Decimal(rule.action.amount)
                yield _part(
                    "waiting", rule, number * every / HOUR, "h", amount, amount * number,
                    message=f"waiting_{place}", every=rule.action.every, free=rule.action.free,
                )  # fmt: skip

    def _multipliers(self, fare: Decimal) -> Iterator[_Part]:
        product = ONE
        for rule in self._rules("multiplier"):
            factor = product * Decimal(rule.action.factor)
            if rule.action.cap is not None:
                factor = min(factor, Decimal(rule.action.cap))
            if factor != product:
                share = factor - product
                yield _part(
                    "multiplier", rule, fare, "factor", Decimal(rule.action.factor), fare * share,
                    factor=rule.action.factor,
                )  # fmt: skip
            product = factor

    def _surge(self, fare: Decimal) -> Iterator[_Part]:
        if self.surge != ONE:
            yield _part("surge", None, ONE, "factor", self.surge, fare * (self.surge - ONE))

    def _minimum(self, subtotal: Decimal) -> Iterator[_Part]:
        rule = self._first("minimum")
        if rule is not None and subtotal < Decimal(rule.action.amount):
            amount = Decimal(rule.action.amount)
            yield _part("minimum", rule, ONE, "trip", amount, amount - subtotal)

    def _extras(self) -> Iterator[_Part]:
        groups: set[str] = set()
        capped = ZERO
        for rule in self._rules("extra"):
            extra: Extra = rule.action
            if extra.group is not None:
                if extra.group in groups:
                    continue
                groups.add(extra.group)
            number = Decimal(self._number(extra))
            amount = Decimal(extra.amount)
            if number and amount:
                capped += number * amount if extra.capped else ZERO
                yield _part(
                    "extra", rule, number, extra.per, amount, number * amount, message=f"extra_{extra.per}"
                )
        cap = self._first("extras_cap")
        if cap is not None and capped > Decimal(cap.action.amount):
            limit = Decimal(cap.action.amount)
            yield _part("extras_cap", cap, ONE, "trip", limit, limit - capped, cap=cap.action.amount)

    def _number(self, extra: Extra) -> int:
        facts = self.facts
        if extra.per == "passenger":
            counted = facts.passengers + -(-facts.children // extra.children_per_passenger)
            return max(0, counted - extra.free)
        if extra.per == "luggage":
            return max(0, facts.luggage - extra.free)
        if extra.per == "stop":
            return max(0, facts.stops - extra.free)
        if extra.per == "pickup_distance":
            completed = facts.pickup_distance_m / metres(extra.every or "1 km")
            return int(completed.to_integral_value(rounding=ROUND_FLOOR))
        return 1

    def _charges(self, *, in_minimum: bool) -> Iterator[_Part]:
        seen: set[str] = set()
        for rule in self._rules("charge"):
            key = rule.action.charge
            if key in seen:
                continue
            seen.add(key)
            amount = self.facts.charges.get(key, ZERO)
            if rule.action.at_most is not None:
                amount = min(amount, Decimal(rule.action.at_most))
            if amount > 0 and rule.action.in_minimum == in_minimum:
                yield _part(key, rule, ONE, "trip", amount, amount, message="charge")

    def _fee(self, total: Decimal, coin: Decimal) -> PriceLine | None:
        rule = self._first("fee")
        if rule is None:
            return None
        rate = Decimal(rule.action.amount)
        if rule.action.percentage:
            amount = (total * rate / 100).quantize(coin, rounding=ROUND_HALF_UP)
            quantity, unit = total, "%"
        else:
            amount, quantity, unit = rate.quantize(coin, rounding=ROUND_HALF_UP), ONE, "trip"
        if not amount:
            return None
        return PriceLine("convenience_fee", quantity, unit, rate, amount, rule.name, "convenience_fee", {})

    def _first(self, kind: str) -> CompiledRule | None:
        return next(iter(self._rules(kind)), None)

    def _rules(self, kind: str) -> Iterable[CompiledRule]:
        return (
            rule
            for rule in self.by_kind.get(kind, ())
            if rule.when.fare is None or rule.when.fare == self.fare_kind
        )


def _metered(charged: Charged) -> Iterator[_Part]:
    rule, meter = charged.rule, charged.rule.meter
    hours = rule.when.hours
    if isinstance(meter, CompiledRates):
        for band, distance in charged.distance.items():
            yield _part(
                "distance", rule, distance / meter.unit_m, meter.unit, meter.rates[band],
                meter.rates[band] * distance / meter.unit_m, hours=hours,
            )  # fmt: skip
        if charged.time or meter.combine == "sum":
            yield _part(
                "time", rule, charged.time / HOUR, "h", meter.per_hour, meter.per_hour * charged.time / HOUR,
                hours=hours,
            )  # fmt: skip
    for unit, number in charged.units.values():
        source = unit.source
        yield _part(
            "units", rule, Decimal(number), "unit", unit.amount, unit.amount * number, hours=hours,
            distance=(source and source.distance) or "",
            time=(source and (source.time or (source.per_hour and f"{source.per_hour}/h"))) or "",
        )  # fmt: skip


def _not_driven(
    tariff: CompiledTariff, by_kind: dict[str, list[CompiledRule]], facts: Facts, coin: Decimal
) -> Price | None:
    """Return the price of a trip that did not take place, or None without a rule for it."""
    if facts.outcome == "no_show":
        rule = next(iter(by_kind.get("no_show", ())), None)
        parts = [] if rule is None else list(_no_show(tariff, by_kind, facts, rule))
    else:
        places = _PLACES[facts.driver]
        rule = next((one for one in by_kind.get("cancellation", ()) if one.when.driver in places), None)
        parts = [] if rule is None else list(_cancelled(facts, rule))
    if rule is None:
        return None
    total = _sum(parts).quantize(coin, rounding=ROUND_HALF_UP)
    return Price(total, ZERO, _lines(parts, total, coin))


def _no_show(
    tariff: CompiledTariff, by_kind: dict[str, list[CompiledRule]], facts: Facts, rule: CompiledRule
) -> Iterator[_Part]:
    amount = Decimal(rule.action.amount)
    parts = [_part("no_show", rule, ONE, "trip", amount, amount)] if amount else []
    if rule.action.waiting:
        parts += _Bill(tariff, facts, by_kind)._waiting()
    yield from parts
    limit = rule.action.at_most
    if limit is not None and _sum(parts) > Decimal(limit):
        most = Decimal(limit)
        yield _part("no_show_cap", rule, ONE, "trip", most, most - _sum(parts))


def _cancelled(facts: Facts, rule: CompiledRule) -> Iterator[_Part]:
    reached = [slab for slab in rule.action.slabs if _is_reached(slab, facts)]
    if reached and Decimal(reached[-1].amount):
        slab, amount = reached[-1], Decimal(reached[-1].amount)
        message, value = {
            "after": ("cancellation", slab.after),
            "way": ("cancellation_way", f"{slab.way}"),
            "before_pickup": ("cancellation_before", slab.before_pickup),
        }[slab.measure]
        yield _part(
            "cancellation", rule, ONE, "trip", amount, amount, message=message, **{slab.measure: value}
        )


def _is_reached(slab: Slab, facts: Facts) -> bool:
    if slab.after is not None:
        return facts.cancelled_after_seconds > seconds(slab.after)
    if slab.way is not None:
        return facts.driver_way >= slab.way
    return facts.seconds_to_pickup < seconds(slab.before_pickup or "0 s")


def _part(
    key: str,
    rule: CompiledRule | None,
    quantity: Decimal,
    unit: str,
    rate: Decimal,
    exact: Decimal,
    *,
    message: str = "",
    **params: str,
) -> _Part:
    return _Part(key, rule, quantity, unit, rate, exact, message or key, params)


def _measure(number: Decimal, unit: str) -> str:
    return f"{number.normalize():f} {unit}"


def _sum(parts: Iterable[_Part]) -> Decimal:
    return sum((part.exact for part in parts), ZERO).quantize(PRECISION)


def _lines(parts: list[_Part], total: Decimal, coin: Decimal) -> tuple[PriceLine, ...]:
    amounts = round_lines([part.exact for part in parts], total, coin)
    return tuple(
        PriceLine(
            part.key,
            published_quantity(part.quantity, part.unit),
            part.unit,
            part.rate,
            amount,
            part.rule.name if part.rule else "",
            part.message,
            part.params,
        )
        for part, amount in zip(parts, amounts, strict=True)
    )
