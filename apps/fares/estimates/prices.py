"""Estimates of a trip: the price by car type, and the arrival time of the nearest driver."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.platform import Platform, platform_settings
from apps.fares.car_types.offered import offered_car_types
from apps.fares.choices import Unavailable
from apps.fares.engine import Fare
from apps.fares.estimates.cheapest import from_trip_cost
from apps.fares.estimates.hires import hire_without_route, not_offered, require_hire
from apps.fares.estimates.nearby import nearby_by_car_type
from apps.fares.estimates.quotes import Quote, Spot, expires_from_now, make_quote, route_of
from apps.fares.estimates.route_prices import route_prices
from apps.fares.models import CarType
from apps.fares.parcels import Parcel, chosen, is_delivery
from apps.fares.party import ONE_PASSENGER, Party, require_possible_party, unavailable_for
from apps.fares.prepayment import will_be_prepaid
from apps.fares.selectors import car_types
from apps.fares.surge.current import AgreedSurge
from apps.fares.tariffs.trips import Source
from apps.geo.port import Route
from apps.geo.positions.nearest import Provided

SAME_PLACE_DECIMALS = 5
"""About one metre."""


@dataclass(frozen=True, slots=True)
class Option:
    """The price of one car type; its quote id is used for booking."""

    quote_id: str
    car_type: CarType
    parcel: Parcel
    fare: Fare
    from_trip_cost: Decimal
    """The lowest price of this car type for the trip."""
    pickup_eta_seconds: int | None
    drivers_nearby: int
    surge_factor: Decimal | None
    """How many times the usual fare the price contains; None at the usual price."""
    unavailable: Unavailable | None
    """Why the car type is too small for the party."""


@dataclass(frozen=True, slots=True)
class Estimate:
    route: Route
    expires_at: datetime
    options: list[Option]
    prepaid: bool
    """The booking would be paid before the driver search."""
    fare_is_fixed: bool
    """The price is final; otherwise it is measured at the end of the trip."""
    quotes: list[Quote]
    """What the quote ids of the options contain, in their order."""


def estimate(
    *,
    pickup: Spot,
    drop: Spot | None = None,
    stops: Sequence[Spot] = (),
    car_type_id: int | None = None,
    parcel_type_id: int | None = None,
    option_id: int | None = None,
    trip_date: datetime | None = None,
    user_id: int | None = None,
    by_staff: bool = False,
    source: Source | None = None,
    agreed: AgreedSurge | None = None,
    passengers: int = ONE_PASSENGER.passengers,
    luggage: int = ONE_PASSENGER.luggage,
    children: int = ONE_PASSENGER.children,
    child_seats: int = ONE_PASSENGER.child_seats,
    return_wait_minutes: int | None = None,
    hire_minutes: int | None = None,
    provided: Provided | None = None,
) -> Estimate:
    """Return the price of a trip for one car type or all; only `user_id`, if given, can book the quotes.

    The price is for now, or for a booking at `trip_date`. Without a `source` it follows from `by_staff`. The
    surge factor is the current one, or what an edited booking `agreed` on. The route goes
    through the `stops` in order. With `return_wait_minutes` it is a round trip: the driver waits at `drop`,
    which becomes the last stop, and drives back to the pickup. With `hire_minutes` it is booked by the
    hour: it has no `drop`, and only car types with a rule for it in the tariff are offered.

    Car types without room for the passengers and their luggage are marked; a delivery has neither.

    Counts the drivers that could be offered the booking now. A parcel type and an option are for deliveries;
    car types without them are priced without.

    Raises BadInput select_proper, too_many_stops, stops_not_allowed, hire_not_offered, not_for_hire, and the
    errors of the map service: no_route_found, place_to_coords_error, maps_unavailable. If only the drivers'
    routes fail, the price is returned without arrival times. Raises NotProvided if `provided` is false,
    which the query for the drivers finds out.
    """
    settings = platform_settings()
    party = ONE_PASSENGER
    if not is_delivery(settings):
        party = Party(passengers, luggage, children, child_seats)
        require_possible_party(party)
    wait_seconds = 0
    if hire_minutes is not None:
        is_return = return_wait_minutes is not None
        require_hire(hire_minutes, settings, drop=drop, stops=stops, is_round_trip=is_return)
        drop = Spot(pickup.lat, pickup.lng, "")
    elif drop is None:
        sentence = _("Choose a pickup, drop-off and car type.")
        raise BadInput("select_proper", sentence, fields={"drop": sentence})
    if return_wait_minutes is not None:
        require_round_trip(return_wait_minutes, settings)
        stops, drop, wait_seconds = (*stops, drop), pickup, return_wait_minutes * 60
    if stops:
        is_return = return_wait_minutes is not None
        require_allowed_stops(stops, settings, delivery=is_delivery(settings), round_trip=is_return)
    if hire_minutes is None:
        require_different_places((pickup, *stops, drop))
    car_type_rows = _car_types(car_type_id, settings)
    selection = chosen(
        parcel_type_id=parcel_type_id,
        option_id=option_id,
        car_type_ids=[car_type.pk for car_type in car_type_rows],
        settings=settings,
    )
    route = route_of(pickup, stops, drop) if hire_minutes is None else hire_without_route(hire_minutes)
    if is_delivery(settings):
        prefetch_related_objects(car_type_rows, "parceltypes", "parceloptions")
    parcels = {car_type.pk: selection.of(car_type.pk) for car_type in car_type_rows}
    prices = route_prices(
        route,
        settings,
        trip_date=trip_date,
        source=source or ("phone" if by_staff else "app"),
        agreed=agreed,
        stops=[stop.at for stop in stops],
        party=party,
        wait_seconds=wait_seconds,
        hire=None if hire_minutes is None else (pickup.at, hire_minutes),
    )
    if hire_minutes is not None:
        car_type_rows = [car_type for car_type in car_type_rows if prices.is_hired(car_type)]
        if not car_type_rows:
            raise not_offered()
    fares = {car_type.pk: prices.of(car_type, parcels[car_type.pk]) for car_type in car_type_rows}
    quoted_trips = prices.quoted_trips(car_type_rows)
    nearby = nearby_by_car_type(
        at=pickup.at,
        fees={pk: priced.convenience_fees for pk, priced in fares.items()},
        prepaid=will_be_prepaid(settings, by_staff=by_staff),
        settings=settings,
        party=party,
        provided=provided,
    )
    expires_at = expires_from_now()
    options, quotes = [], []
    for car_type in car_type_rows:
        parcel, priced = parcels[car_type.pk], fares[car_type.pk]
        surge = prices.surge_of(car_type)
        surge_factor, surge_record = (None, None) if surge is None else (surge.factor, surge.record_id)
        quote = Quote(
            pickup=pickup,
            drop=drop,
            car_type_id=car_type.pk,
            parcel_type_id=parcel.parcel_type_id,
            option_id=parcel.option_id,
            distance_km=route.distance_km,
            duration_seconds=prices.duration_seconds,
            convert_to_mile=settings.convert_to_mile,
            decimals=settings.decimal,
            trip_cost=priced.trip_cost,
            issued_for=user_id,
            expires_at=expires_at,
            tariff_trip=quoted_trips[car_type.pk],
            for_later=trip_date is not None,
            surge_factor=surge_factor,
            surge_record=surge_record,
            stops=tuple(stops),
            party=party,
            return_wait_minutes=return_wait_minutes,
            hire_minutes=hire_minutes,
        )
        quotes.append(quote)
        near = nearby[car_type.pk]
        options.append(
            Option(
                make_quote(quote),
                car_type,
                parcel,
                priced,
                from_trip_cost(car_type, parcel, priced, prices),
                near.eta_seconds,
                near.drivers,
                surge_factor,
                unavailable_for(car_type, party),
            )
        )
    return Estimate(
        route=route,
        expires_at=expires_at,
        options=options,
        prepaid=will_be_prepaid(settings, by_staff=by_staff),
        fare_is_fixed=is_delivery(settings),
        quotes=quotes,
    )


def require_round_trip(return_wait_minutes: int, settings: Platform) -> None:
    """Require that drivers wait so long before the drive back. Raises BadInput select_proper."""
    most = 0 if is_delivery(settings) else settings.max_return_wait_minutes
    if most and return_wait_minutes <= most:
        return
    sentence = (
        _("A driver waits at most %(most)s minutes before the drive back.") % {"most": most}
        if most
        else _("Round trips aren't offered here. Book the trip back as well.")
    )
    raise BadInput("select_proper", sentence, fields={"return_wait_minutes": sentence})


def require_allowed_stops(
    stops: Sequence[Spot], settings: Platform, *, delivery: bool, round_trip: bool = False
) -> None:
    """Require no more stops than the setting allows, and none of a delivery.

    The place where a round trip turns is one of its stops, and is allowed without others.

    Raises BadInput too_many_stops, stops_not_allowed.
    """
    if delivery:
        sentence = _("A delivery goes straight to its drop-off. Remove the stops.")
        raise BadInput("stops_not_allowed", sentence, fields={"stops": sentence})
    most = max(settings.max_stops, int(round_trip))
    if len(stops) > most:
        too_many = (
            _("A trip has at most %(most)s stops. Remove some.") % {"most": most}
            if most
            else _("Trips have no stops here. Remove them.")
        )
        raise BadInput("too_many_stops", too_many, fields={"stops": too_many})


def require_different_places(places: Sequence[Spot]) -> None:
    """Require that each place differs from the one before it. Raises BadInput select_proper."""
    at = [(round(place.lat, SAME_PLACE_DECIMALS), round(place.lng, SAME_PLACE_DECIMALS)) for place in places]
    if not any(one == other for one, other in pairwise(at)):
        return
    if len(places) == 2:
        fields = {"drop": _("This is also the pickup.")}
    else:
        fields = {"stops": _("A stop is the same as the place before or after it.")}
    raise BadInput("select_proper", _("Choose two different places."), fields=fields)


def _car_types(car_type_id: int | None, settings: Platform) -> list[CarType]:
    # A delivery loads the parcels into the rows, which must not happen to cached ones.
    rows = list(car_types() if is_delivery(settings) else offered_car_types())
    if car_type_id is not None:
        rows = [row for row in rows if row.pk == car_type_id]
        if not rows:
            raise BadInput(
                "select_proper",
                _("Choose a pickup, drop-off and car type."),
                fields={"car_type_id": _("Car type not found.")},
            )
    return rows
