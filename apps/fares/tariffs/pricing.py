"""Fares by a published tariff, with the lines that bookings store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from apps.fares.engine import Fare, Line
from apps.fares.parcels import Parcel
from apps.fares.surge.engine import NO_SURGE
from apps.fares.tariff_engine.facts import Facts, Wait
from apps.fares.tariff_engine.pricing import NoRate, PriceLine, price, price_not_driven
from apps.fares.tariffs.in_force import LoadedTariff
from apps.fares.tariffs.trips import TariffTrip


@dataclass(frozen=True, slots=True)
class TariffLine(Line):
    """A line with the rule that made it, and its explanation as message id and parameters."""

    rule: str = ""
    message: str = ""
    params: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        explained = {"rule": self.rule, "message": self.message, "params": dict(self.params)}
        return Line.as_json(self) | explained


def fare_by_tariff(
    tariff: LoadedTariff, facts: Facts, *, decimals: int, with_lines: bool = True
) -> Fare | None:
    """Return the fare, or None if the tariff has no rate for a part of the trip."""
    try:
        priced = price(tariff.compiled, facts, decimals=decimals, with_lines=with_lines)
    except NoRate:
        return None
    return Fare(
        total=priced.total,
        convenience_fees=priced.convenience_fees,
        breakdown=tuple(_line(line) for line in priced.lines),
    )


def fee_by_tariff(tariff: LoadedTariff, facts: Facts, *, decimals: int) -> Fare | None:
    """Return the fee of a no-show or a cancellation, or None if no rule of the tariff is for it."""
    priced = price_not_driven(tariff.compiled, facts, decimals=decimals)
    if priced is None:
        return None
    return Fare(priced.total, priced.convenience_fees, tuple(_line(line) for line in priced.lines))


def fare_of_trip(
    tariff: LoadedTariff,
    trip: TariffTrip,
    *,
    car_type: str,
    parcel: Parcel,
    decimals: int,
    starts_at: datetime | None = None,
    surge: Decimal = NO_SURGE,
    waits: Sequence[Wait] = (),
) -> Fare | None:
    """Return the fare of a trip for a car type with a parcel, and with waiting outside the drive."""
    charges = {"parcel": parcel.parcel_amount, "option": parcel.option_amount}
    facts = trip.facts(
        car_type=car_type,
        starts_at=starts_at,
        charges={key: amount for key, amount in charges.items() if amount},
        surge=surge,
        waits=tuple(waits),
    )
    return fare_by_tariff(tariff, facts, decimals=decimals)


def fee_rule_of(fare: Fare) -> tuple[str, str]:
    """Return the rate and the type of the fee that a fare contains."""
    for line in fare.breakdown:
        if line.key == "convenience_fee":
            return f"{Decimal(line.rate):f}", "percentage" if line.unit == "%" else "flat"
    return "0", "flat"


def stored_line(values: Mapping[str, Any]) -> Line:
    """Return a line that is stored with a booking."""
    line = (
        values["key"],
        Decimal(values["quantity"]),
        values["unit"],
        Decimal(values["rate"]),
        Decimal(values["amount"]),
    )
    if "message" not in values:
        return Line(*line)
    return TariffLine(*line, rule=values["rule"], message=values["message"], params=values["params"])


def _line(line: PriceLine) -> TariffLine:
    return TariffLine(
        line.key,
        line.quantity,
        line.unit,
        line.rate,
        line.amount,
        rule=line.rule,
        message=line.message,
        params=line.params,
    )
