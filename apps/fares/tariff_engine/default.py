"""The default tariff: the six numbers of a car type, as rules."""

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
                    base=f"{rates.base_fare:f}",
                    distance=[DistanceBand(rate=f"{rates.rate_per_unit_distance:f}")],
                    distance_unit="mi" if convert_to_mile else "km",
                    per_hour=f"{rates.rate_per_hour:f}",
                ),
            ),
            Rule(name="Parcel", then=Charge(kind="charge", charge="parcel", in_minimum=True)),
            Rule(name="Option", then=Charge(kind="charge", charge="option", in_minimum=True)),
            Rule(name="Minimum", then=Minimum(kind="minimum", amount=f"{rates.min_fare:f}")),
            Rule(
                name="Fee",
                then=Fee(
                    kind="fee",
                    amount=f"{rates.convenience_fees:f}",
                    percentage=rates.convenience_fee_type == "percentage",
                ),
            ),
        ],
    )
