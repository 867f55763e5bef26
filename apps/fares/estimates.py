"""What a trip would cost in each kind of car, and how soon one could come."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.platform import Platform, platform_settings
from apps.fares.engine import Fare, fare
from apps.fares.models import CarType
from apps.fares.nearby import nearby_by_car_type
from apps.fares.parcels import Parcel, chosen
from apps.fares.quotes import Quote, Spot, expires_from_now, make_quote
from apps.fares.selectors import car_types, rates_of
from apps.geo import directions
from apps.geo.port import Route

SAME_PLACE_DECIMALS = 5
"""A metre: nobody drives less."""


@dataclass(frozen=True, slots=True)
class Option:
    """One car type's price; the quote id books it."""

    quote_id: str
    car_type: CarType
    parcel: Parcel
    fare: Fare
    pickup_eta_seconds: int | None
    drivers_nearby: int


@dataclass(frozen=True, slots=True)
class Estimate:
    route: Route
    expires_at: datetime
    options: list[Option]


def estimate(
    *,
    pickup: Spot,
    drop: Spot,
    car_type_id: int | None = None,
    parcel_type_id: int | None = None,
    option_id: int | None = None,
    user_id: int | None = None,
) -> Estimate:
    """Price the trip for one car type or for all; `user_id` alone may book the quotes, if it is given.

    A parcel type and an option are for deliveries; car types that do not offer them are priced without.

    Raises BadInput select_proper; what the map service refuses: no_route_found, place_to_coords_error,
    maps_unavailable. Without the service's word on the drivers' ways the price stands by itself.
    """
    _require_two_places(pickup, drop)
    settings = platform_settings()
    kinds = _kinds(car_type_id)
    wanted = chosen(
        parcel_type_id=parcel_type_id,
        option_id=option_id,
        car_type_ids=[kind.pk for kind in kinds],
        settings=settings,
    )
    route = directions.route_between(pickup.at, drop.at)
    nearby = nearby_by_car_type(at=pickup.at, car_type_ids=[kind.pk for kind in kinds], settings=settings)
    expires_at = expires_from_now()
    options = []
    for kind in kinds:
        parcel = wanted.of(kind.pk)
        priced = _price(kind, parcel, route, settings)
        quote = Quote(
            pickup=pickup,
            drop=drop,
            car_type_id=kind.pk,
            parcel_type_id=parcel.parcel_type_id,
            option_id=parcel.option_id,
            distance_km=route.distance_km,
            duration_seconds=route.duration_seconds,
            convert_to_mile=settings.convert_to_mile,
            decimals=settings.decimal,
            trip_cost=priced.trip_cost,
            issued_for=user_id,
            expires_at=expires_at,
        )
        near = nearby[kind.pk]
        options.append(Option(make_quote(quote), kind, parcel, priced, near.eta_seconds, near.drivers))
    return Estimate(route=route, expires_at=expires_at, options=options)


def _price(kind: CarType, parcel: Parcel, route: Route, settings: Platform) -> Fare:
    return fare(
        rates_of(kind),
        distance_km=route.distance_km,
        duration_seconds=route.duration_seconds,
        convert_to_mile=settings.convert_to_mile,
        decimals=settings.decimal,
        parcel_amount=parcel.parcel_amount,
        option_amount=parcel.option_amount,
    )


def _require_two_places(pickup: Spot, drop: Spot) -> None:
    ends = {
        (round(spot.lat, SAME_PLACE_DECIMALS), round(spot.lng, SAME_PLACE_DECIMALS))
        for spot in (pickup, drop)
    }
    if len(ends) == 1:
        raise BadInput(
            "select_proper",
            _("Choose two different places."),
            fields={"drop": _("This is the pickup.")},
        )


def _kinds(car_type_id: int | None) -> list[CarType]:
    kinds = list(car_types() if car_type_id is None else car_types().filter(pk=car_type_id))
    if car_type_id is not None and not kinds:
        raise BadInput(
            "select_proper",
            _("Choose pickup, drop and car type."),
            fields={"car_type_id": _("There is no such car type.")},
        )
    return kinds
