"""The explanation of a line in words: an English sentence for each message id, with its parameters."""

from typing import Final

from apps.fares.tariff_engine.pricing import PriceLine

MESSAGES: Final = {
    "base_fare": "{rule}: start of the trip",
    "distance": "{rule}: {quantity} {unit} at {rate} per {unit}",
    "time": "{rule}: {quantity} h at {rate} per hour",
    "units": "{rule}: {quantity} units of {size} at {rate}",
    "fixed": "{rule}: fixed price",
    "hire": "{rule}: {quantity} h at {rate} per hour, {included} included",
    "hire_time": "{rule}: {quantity} extra half-hours at {rate}, {included} more included",
    "hire_distance": "{rule}: {quantity} {unit} above the included distance at {rate} per {unit}",
    "waiting_pickup": "{rule}: waiting at the pickup, {rate} per {every} after {free}",
    "waiting_stop": "{rule}: waiting at stops, {rate} per {every} after {free}",
    "multiplier": "{rule}: fare times {factor}",
    "surge": "fare times {rate}, because many people requested rides",
    "minimum": "{rule}: up to the minimum of {rate}",
    "extra_trip": "{rule}",
    "extra_passenger": "{rule}: {quantity} passengers at {rate}",
    "extra_luggage": "{rule}: {quantity} items of luggage at {rate}",
    "extra_stop": "{rule}: {quantity} stops at {rate}",
    "extra_pickup_distance": "{rule}: drive to the pickup, {quantity} at {rate}",
    "extras_cap": "{rule}: extras cost at most {cap}",
    "charge": "{rule}",
    "rounding": "{rule}: rounded to {to}",
    "convenience_fee": "{rule}: booking fee",
    "no_show": "{rule}: the rider did not come",
    "no_show_cap": "{rule}: at most {rate}",
    "cancellation": "{rule}: cancelled after more than {after}",
    "cancellation_way": "{rule}: cancelled after {way} % of the driver's way or more",
    "cancellation_before": "{rule}: cancelled less than {before_pickup} before the pickup",
}


def explanation(line: PriceLine) -> str:
    """Return the line in words, such as "Night, 22:00-06:00: 4.2 km at 2.80 per km"."""
    params = dict(line.params)
    hours = params.pop("hours", "")
    size = " or ".join(part for part in (params.get("distance", ""), params.get("time", "")) if part)
    return MESSAGES[line.message].format(
        **(params | {"size": size}),
        rule=f"{line.rule}, {hours}" if hours else line.rule,
        quantity=f"{line.quantity.normalize():f}",
        unit=line.unit,
        rate=f"{line.rate:f}",
    )
