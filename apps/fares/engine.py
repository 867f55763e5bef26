"""The fare formula of document 1, section 9.

    subtotal = base fare + rate per unit x distance + rate per hour x seconds / 3600 + parcel + option
    total = max(minimum fare, subtotal)
    fee = flat amount, or a percentage of the total
    trip cost = total + fee, of which the driver's share is the total

A surge factor adds `(factor - 1) x (base fare + distance + time)` to the subtotal. Minimum fare, parcel and
option are not multiplied, and the fee is that of the trip without surge.

Rounding, so that all published amounts add up:

- The total is calculated exactly and rounded half up once. The fee is calculated from the rounded total and
  rounded half up once. Trip cost and share are sums and need no rounding.
- Each line is rounded half up, unless the lines would not add up to the total. Then the lines closest to a
  tie are rounded the other way (largest remainders). No line differs from its exact amount by a whole
  smallest coin, and an exact line is not changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal, localcontext
from typing import Final, Literal

KM_PER_MILE: Final = Decimal("1.609344")
SECONDS_AN_HOUR: Final = 3600
QUANTITY_PLACES: Final = {"km": Decimal("0.001"), "mi": Decimal("0.001"), "h": Decimal("0.00001")}
"""The published precision of quantities; amounts are calculated from exact quantities."""

# Our own context, independent of the caller's precision and rounding; fits 18 digits times 18.
EXACT: Final = Context(prec=50)
# Compensates for divisions, such as a third plus two thirds, before rounding.
PRECISION: Final = Decimal("1e-25")
_ZERO: Final = Decimal(0)
_ONE: Final = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """The rates of a car type; none is negative."""

    base_fare: Decimal
    rate_per_unit_distance: Decimal
    rate_per_hour: Decimal
    min_fare: Decimal
    convenience_fees: Decimal
    convenience_fee_type: Literal["flat", "percentage"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a bill: base_fare, distance, time, surge, parcel, option, minimum or convenience_fee."""

    key: str
    quantity: Decimal
    unit: str
    """km, mi, h, % (of `quantity`, which is then the total without surge), factor or trip."""
    rate: Decimal
    amount: Decimal

    def as_json(self) -> dict[str, str]:
        """Return the line as stored with bookings and returned by the API."""
        return {
            "key": self.key,
            "quantity": f"{self.quantity:f}",
            "unit": self.unit,
            "rate": f"{self.rate:f}",
            "amount": f"{self.amount:f}",
        }


@dataclass(frozen=True, slots=True)
class Fare:
    """A price with its lines; the amounts of `breakdown` add up to `trip_cost`."""

    total: Decimal
    convenience_fees: Decimal
    breakdown: tuple[Line, ...]

    @property
    def trip_cost(self) -> Decimal:
        return self.total + self.convenience_fees

    @property
    def driver_share(self) -> Decimal:
        return self.total


@dataclass(frozen=True, slots=True)
class _Part:
    """A line before its amount is rounded."""

    key: str
    quantity: Decimal
    unit: str
    rate: Decimal
    exact: Decimal


def fare(
    rates: Rates,
    *,
    distance_km: Decimal,
    duration_seconds: int,
    convert_to_mile: bool,
    decimals: int,
    parcel_amount: Decimal = _ZERO,
    option_amount: Decimal = _ZERO,
    surge: Decimal = _ONE,
    with_lines: bool = True,
) -> Fare:
    """Return the fare of a trip with `decimals` decimals. Raises ValueError for a negative input.

    Without lines, the breakdown is empty and the amounts are the same.
    """
    _require_not_negative(rates, distance_km, duration_seconds, parcel_amount, option_amount, surge - _ONE)
    with localcontext(EXACT):
        driven = [
            *_base(rates),
            _distance(rates, distance_km, convert_to_mile=convert_to_mile),
            _time(rates, duration_seconds),
        ]
        parcel = [*_extra("parcel", parcel_amount), *_extra("option", option_amount)]
        parts = [*driven, *_surge(driven, surge), *parcel]
        subtotal = _sum(parts)
        if subtotal < rates.min_fare:
            parts.append(_Part("minimum", _ONE, "trip", rates.min_fare, rates.min_fare - subtotal))
        coin = _ONE.scaleb(-decimals)
        total = _total(rates, subtotal, coin)
        usual = total if surge == _ONE else _total(rates, _sum([*driven, *parcel]), coin)
        fee = _fee(rates, usual, coin)
        if not with_lines:
            return Fare(total=total, convenience_fees=fee.amount, breakdown=())
        lines = [*_lines(parts, total, coin), *([fee] if fee.amount else [])]
        return Fare(total=total, convenience_fees=fee.amount, breakdown=tuple(lines))


def _sum(parts: Iterable[_Part]) -> Decimal:
    return sum((part.exact for part in parts), _ZERO).quantize(PRECISION)


def _total(rates: Rates, subtotal: Decimal, coin: Decimal) -> Decimal:
    return max(subtotal, rates.min_fare).quantize(coin, rounding=ROUND_HALF_UP)


def _surge(driven: list[_Part], factor: Decimal) -> Iterable[_Part]:
    if factor != _ONE:
        yield _Part("surge", _ONE, "factor", factor, _sum(driven) * (factor - _ONE))


def _base(rates: Rates) -> Iterable[_Part]:
    if rates.base_fare > 0:
        yield _Part("base_fare", _ONE, "trip", rates.base_fare, rates.base_fare)


def _distance(rates: Rates, distance_km: Decimal, *, convert_to_mile: bool) -> _Part:
    rate = rates.rate_per_unit_distance
    if convert_to_mile:
        # Multiplied first, so that an even amount is exact.
        return _Part("distance", distance_km / KM_PER_MILE, "mi", rate, rate * distance_km / KM_PER_MILE)
    return _Part("distance", distance_km, "km", rate, rate * distance_km)


def _time(rates: Rates, seconds: int) -> _Part:
    rate = rates.rate_per_hour
    return _Part("time", Decimal(seconds) / SECONDS_AN_HOUR, "h", rate, rate * seconds / SECONDS_AN_HOUR)


def _extra(key: str, amount: Decimal) -> Iterable[_Part]:
    if amount > 0:
        yield _Part(key, _ONE, "trip", amount, amount)


def _fee(rates: Rates, total: Decimal, coin: Decimal) -> Line:
    rate = rates.convenience_fees
    if rates.convenience_fee_type == "flat":
        return Line("convenience_fee", _ONE, "trip", rate, rate.quantize(coin, rounding=ROUND_HALF_UP))
    amount = (total * rate / 100).quantize(coin, rounding=ROUND_HALF_UP)
    return Line("convenience_fee", total, "%", rate, amount)


def _lines(parts: list[_Part], total: Decimal, coin: Decimal) -> list[Line]:
    """Return the parts with rounded amounts that add up to `total`, their rounded exact sum."""
    amounts = round_lines([part.exact for part in parts], total, coin)
    return [
        Line(part.key, published_quantity(part.quantity, part.unit), part.unit, part.rate, amount)
        for part, amount in zip(parts, amounts, strict=True)
    ]


def round_lines(exact: list[Decimal], total: Decimal, coin: Decimal) -> list[Decimal]:
    """Return the amounts rounded so that they add up to `total`, their rounded sum."""
    floors = [amount.quantize(coin, rounding=ROUND_FLOOR) for amount in exact]
    missing = int((total - sum(floors, _ZERO)) / coin)
    # The sort is stable: of equal remainders the earlier line gets the coin.
    by_remainder = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])
    rounded_up = set(by_remainder[:missing])
    return [floor + coin if index in rounded_up else floor for index, floor in enumerate(floors)]


def published_quantity(quantity: Decimal, unit: str) -> Decimal:
    """Return the quantity with the decimals that bills show."""
    places = QUANTITY_PLACES.get(unit)
    return quantity if places is None else quantity.quantize(places, rounding=ROUND_HALF_UP)


def _require_not_negative(rates: Rates, *amounts: Decimal | int) -> None:
    values = (
        rates.base_fare,
        rates.rate_per_unit_distance,
        rates.rate_per_hour,
        rates.min_fare,
        rates.convenience_fees,
        *amounts,
    )
    if any(not value >= 0 for value in values):
        raise ValueError("rates, distance, time and amounts are never negative")
