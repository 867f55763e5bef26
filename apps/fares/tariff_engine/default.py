"""The default tariff: the six numbers of a car type, as rules."""

from decimal import Decimal

from apps.fares.engine import Rates as CarTypeRates
from apps.fares.tariff_engine.rules import (
    Charge,
    DistanceBand,
    Fee,
    Minimum,
    Rates,
    Rule,
    Tariff,
)


def _text(amount: Decimal) -> str:
    """Return the amount without trailing zeros, as a person writes it."""
    return f"{amount.normalize():f}"


def default_tariff(rates: CarTypeRates, *, convert_to_mile: bool, time_zone: str = "UTC") -> Tariff:
    """Return the tariff that gives the same lines as `apps.fares.engine.fare`."""
    return Tariff(
        name="Default",
        time_zone=time_zone,
        rules=[
            Rule(
                name="Rates",
                then=Rates(
                    kind="rates",
                    base=_text(rates.base_fare),
                    distance=[DistanceBand(rate=_text(rates.rate_per_unit_distance))],
                    distance_unit="mi" if convert_to_mile else "km",
                    per_hour=_text(rates.rate_per_hour),
                ),
            ),
            Rule(name="Parcel", then=Charge(kind="charge", charge="parcel", in_minimum=True)),
            Rule(name="Option", then=Charge(kind="charge", charge="option", in_minimum=True)),
            Rule(name="Minimum", then=Minimum(kind="minimum", amount=_text(rates.min_fare))),
            Rule(
                name="Fee",
                then=Fee(
                    kind="fee",
                    amount=_text(rates.convenience_fees),
                    percentage=rates.convenience_fee_type == "percentage",
                ),
            ),
        ],
    )
