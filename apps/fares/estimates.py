"""What a trip would cost in each kind of car, and how soon one could come."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.platform import Platform, platform_settings
from apps.fares.cheapest import from_trip_cost
from apps.fares.engine import Fare, fare
from apps.fares.models import CarType
from apps.fares.nearby import nearby_by_car_type
from apps.fares.parcels import Parcel, chosen, is_delivery
from apps.fares.prepayment import will_be_prepaid
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
    from_trip_cost: Decimal
    """The cheapest price at which this car type can be booked for the trip."""
    pickup_eta_seconds: int | None
    drivers_nearby: int


@dataclass(frozen=True, slots=True)
class Estimate:
    route: Route
    expires_at: datetime
    options: list[Option]
    prepaid: bool
    """It would be paid before drivers are asked."""
    fare_is_fixed: bool
    """The price stands; another one is measured at the end of the trip."""


def estimate(
    *,
    pickup: Spot,
    drop: Spot,
    car_type_id: int | None = None,
    parcel_type_id: int | None = None,
    option_id: int | None = None,
    user_id: int | None = None,
    by_staff: bool = False,
) -> Estimate:
    """Price the trip for one car type or for all; `user_id` alone may book the quotes, if it is given.

    Drivers are counted who could be offered the booking as it would be made now.

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
    if is_delivery(settings):
        prefetch_related_objects(kinds, "parceltypes", "parceloptions")
    parcels = {kind.pk: wanted.of(kind.pk) for kind in kinds}
    fares = {kind.pk: _price(kind, parcels[kind.pk], route, settings) for kind in kinds}
    nearby = nearby_by_car_type(
        at=pickup.at,
        fees={pk: priced.convenience_fees for pk, priced in fares.items()},
        prepaid=will_be_prepaid(settings, by_staff=by_staff),
        settings=settings,
    )
    expires_at = expires_from_now()
    options = []
    for kind in kinds:
        parcel, priced = parcels[kind.pk], fares[kind.pk]
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
        options.append(
            Option(
                make_quote(quote),
                kind,
                parcel,
                priced,
                from_trip_cost(kind, parcel, route, settings),
                near.eta_seconds,
                near.drivers,
            )
        )
    return Estimate(
        route=route,
        expires_at=expires_at,
        options=options,
        prepaid=will_be_prepaid(settings, by_staff=by_staff),
        fare_is_fixed=is_delivery(settings),
    )


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
            fields={"drop": _("This is also the pickup.")},
        )


def _kinds(car_type_id: int | None) -> list[CarType]:
    kinds = list(car_types() if car_type_id is None else car_types().filter(pk=car_type_id))
    if car_type_id is not None and not kinds:
        raise BadInput(
            "select_proper",
            _("Choose a pickup, drop-off and car type."),
            fields={"car_type_id": _("Car type not found.")},
        )
    return kinds
