"""What a trip costs: the formula of document 1 section 9, and nothing else.

    subtotal = base fare + rate a unit x distance + rate an hour x seconds / 3600 + parcel + option
    total = max(minimum fare, subtotal)
    fee = flat amount, or a percentage of the total
    trip cost = total + fee, of which the driver's share is the total

How it is rounded, so that everything published adds up to the last digit:

- the total is worked out exactly and rounded half up once; the fee is taken on the published total and
  rounded half up once; trip cost and share are sums of the two and need no rounding;
- each line is rounded half up too, unless the lines would then miss the total: in that case those whose
  exact amounts lie nearest to a tie are rounded the other way (largest remainders). No line is ever a
  whole smallest coin off its exact amount, and a line that is exact stays so.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal, localcontext
from typing import Final, Literal

KM_A_MILE: Final = Decimal("1.609344")
SECONDS_AN_HOUR: Final = 3600
QUANTITY_PLACES: Final = {"km": Decimal("0.001"), "mi": Decimal("0.001"), "h": Decimal("0.00001")}
"""As far as a quantity is published; amounts come from the exact one."""

# Of our own, so that no caller's precision or rounding reaches a price: 18 digits times 18 fit in.
_EXACT: Final = Context(prec=50)
# A third and two thirds of a coin make one: what division cut off far behind is mended before rounding.
_MENDED: Final = Decimal("1e-25")
_ZERO: Final = Decimal(0)
_ONE: Final = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What a car type asks; none is negative."""

    base_fare: Decimal
    rate_per_unit_distance: Decimal
    rate_per_hour: Decimal
    min_fare: Decimal
    convenience_fees: Decimal
    convenience_fee_type: Literal["flat", "percentage"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a bill: base_fare, distance, time, parcel, option, minimum or convenience_fee."""

    key: str
    quantity: Decimal
    unit: str
    """km, mi, h, % (of `quantity`, which is the total then) or trip."""
    rate: Decimal
    amount: Decimal

    def as_json(self) -> dict[str, str]:
        """The line as the API shows it and as a booking keeps it."""
        return {
            "key": self.key,
            "quantity": f"{self.quantity:f}",
            "unit": self.unit,
            "rate": f"{self.rate:f}",
            "amount": f"{self.amount:f}",
        }


@dataclass(frozen=True, slots=True)
class Fare:
    """A price with its bill; the amounts of `breakdown` add up to `trip_cost`."""

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
) -> Fare:
    """The fare of a trip, published with `decimals` decimals. Raises ValueError for a negative input."""
    _refuse_negative(rates, distance_km, duration_seconds, parcel_amount, option_amount)
    with localcontext(_EXACT):
        parts = [
            *_base(rates),
            _distance(rates, distance_km, convert_to_mile=convert_to_mile),
            _time(rates, duration_seconds),
            *_extra("parcel", parcel_amount),
            *_extra("option", option_amount),
        ]
        subtotal = sum((part.exact for part in parts), _ZERO).quantize(_MENDED)
        if subtotal < rates.min_fare:
            parts.append(_Part("minimum", _ONE, "trip", rates.min_fare, rates.min_fare - subtotal))
        coin = _ONE.scaleb(-decimals)
        total = max(subtotal, rates.min_fare).quantize(coin, rounding=ROUND_HALF_UP)
        fee = _fee(rates, total, coin)
        lines = [*_lines(parts, total, coin), *([fee] if fee.amount else [])]
        return Fare(total=total, convenience_fees=fee.amount, breakdown=tuple(lines))


def _base(rates: Rates) -> Iterable[_Part]:
    if rates.base_fare > 0:
        yield _Part("base_fare", _ONE, "trip", rates.base_fare, rates.base_fare)


def _distance(rates: Rates, distance_km: Decimal, *, convert_to_mile: bool) -> _Part:
    rate = rates.rate_per_unit_distance
    if convert_to_mile:
        # Multiplied first: an amount that comes out even is exact.
        return _Part("distance", distance_km / KM_A_MILE, "mi", rate, rate * distance_km / KM_A_MILE)
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
    """The parts with amounts in whole coins that add up to `total`, which is their exact sum rounded."""
    floors = [part.exact.quantize(coin, rounding=ROUND_FLOOR) for part in parts]
    missing = int((total - sum(floors, _ZERO)) / coin)
    # The sort is stable: of equal remainders the earlier line gets the coin.
    by_remainder = sorted(range(len(parts)), key=lambda i: floors[i] - parts[i].exact)
    rounded_up = set(by_remainder[:missing])
    return [
        Line(
            part.key,
            _published(part.quantity, part.unit),
            part.unit,
            part.rate,
            floor + coin if index in rounded_up else floor,
        )
        for index, (part, floor) in enumerate(zip(parts, floors, strict=True))
    ]


def _published(quantity: Decimal, unit: str) -> Decimal:
    places = QUANTITY_PLACES.get(unit)
    return quantity if places is None else quantity.quantize(places, rounding=ROUND_HALF_UP)


def _refuse_negative(rates: Rates, *amounts: Decimal | int) -> None:
    asked = (
        rates.base_fare,
        rates.rate_per_unit_distance,
        rates.rate_per_hour,
        rates.min_fare,
        rates.convenience_fees,
        *amounts,
    )
    if any(not amount >= 0 for amount in asked):
        raise ValueError("rates, distance, time and amounts are never negative")
