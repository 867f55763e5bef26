"""The reply to an estimate, equal to what EstimateSerializer makes of it.

Written out, because the serializer's fields cost more than the prices themselves.
"""

from decimal import Decimal
from typing import Any, Final

from rest_framework.fields import DateTimeField

from apps.fares.engine import Line
from apps.fares.estimates.prices import Estimate, Option
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.fares.tariffs.explanation import explanation_of

_TIME = DateTimeField()
_SHOWN: Final = "shown_in_estimates"


def estimate_reply(estimate: Estimate) -> dict[str, Any]:
    """Return the JSON of an estimate."""
    route = estimate.route
    return {
        "route": {
            "distance_km": float(route.distance_km),
            "duration_seconds": int(route.duration_seconds),
            "polyline_points": route.polyline,
        },
        "expires_at": _TIME.to_representation(estimate.expires_at),
        "options": [_option(option) for option in estimate.options],
        "prepaid": estimate.prepaid,
        "fare_is_fixed": estimate.fare_is_fixed,
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "quote_id": option.quote_id,
        "car_type": _shown(option.car_type),
        "trip_cost": _amount(option.fare.trip_cost),
        "from_trip_cost": _amount(option.from_trip_cost),
        "convenience_fees": _amount(option.fare.convenience_fees),
        "breakdown": [_line(line) for line in option.fare.breakdown],
        "parcel_type_selected": _extra(option.parcel.parcel_type),
        "option_selected": _extra(option.parcel.option),
        "pickup_eta_seconds": option.pickup_eta_seconds,
        "drivers_nearby": option.drivers_nearby,
        "surge_factor": None if option.surge_factor is None else f"{option.surge_factor:.2f}",
        "unavailable": option.unavailable,
    }


def _shown(car_type: CarType) -> dict[str, Any]:
    """Return what `_car_type` does, once for each row: estimates share cached rows, which do not change."""
    known: dict[str, Any] | None = vars(car_type).get(_SHOWN)
    if known is None:
        known = vars(car_type)[_SHOWN] = _car_type(car_type)
    return known


def _car_type(car_type: CarType) -> dict[str, Any]:
    return {
        "id": car_type.pk,
        "name": car_type.name,
        "image": car_type.image.url if car_type.image else None,
        "icon": car_type.icon,
        "extra_info": car_type.extra_info,
        "base_fare": _amount(car_type.base_fare),
        "rate_per_unit_distance": _amount(car_type.rate_per_unit_distance),
        "rate_per_hour": _amount(car_type.rate_per_hour),
        "min_fare": _amount(car_type.min_fare),
        "convenience_fees": _amount(car_type.convenience_fees),
        "convenience_fee_type": car_type.convenience_fee_type,
        "seats": car_type.seats,
        "luggage": car_type.luggage,
    }


def _line(line: Line) -> dict[str, str]:
    return {
        "key": line.key,
        "quantity": f"{line.quantity:f}",
        "unit": line.unit,
        "rate": f"{line.rate:f}",
        "amount": _amount(line.amount),
        "explanation": explanation_of(line),
    }


def _extra(extra: ParcelType | ParcelOption | None) -> dict[str, Any] | None:
    if extra is None:
        return None
    return {"id": extra.pk, "description": extra.description, "amount": _amount(extra.amount)}


def _amount(value: Decimal) -> str:
    return f"{Decimal(value):.4f}"
