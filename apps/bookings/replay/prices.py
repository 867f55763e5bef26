"""The price of a past trip under its own or another tariff, from what its booking stores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from apps.bookings.cancellation.by_tariff import Circumstances
from apps.bookings.cancellation.fees import fee_under
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import hired_as_driven, with_waits
from apps.bookings.pricing.fare import price
from apps.bookings.pricing.surge import agreed_factor
from apps.bookings.trip.stops import points_of_stops, waits_at_stops
from apps.core.money import ZERO
from apps.fares.engine import Fare
from apps.fares.promos.discounts import PromoTerms, discount
from apps.fares.tariff_engine.facts import Wait
from apps.fares.tariff_engine.zones import Point
from apps.fares.tariffs.in_force import LoadedTariff, agreed_tariff
from apps.fares.tariffs.pricing import fare_by_tariff
from apps.fares.tariffs.trips import Source, TariffTrip, points_of, trip_along


class NotRepriced(Exception):
    """The booking cannot be priced again; the argument is the reason's code."""

    @property
    def reason(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Amounts:
    trip_cost: Decimal
    convenience_fees: Decimal
    discount: Decimal

    def __str__(self) -> str:
        """Return what the fingerprint contains, which is the same as in earlier versions."""
        return (
            f"Amounts(trip_cost={self.trip_cost!r}, convenience_fees={self.convenience_fees!r},"
            f" discount={self.discount!r})"
        )

    @property
    def driver_share(self) -> Decimal:
        return self.trip_cost - self.convenience_fees


@dataclass(frozen=True, slots=True, kw_only=True)
class TripFacts:
    """What the price of a past trip depends on."""

    starts_at: datetime
    distance_km: Decimal
    duration_seconds: int
    source: Source
    booked_for_later: bool
    charges: Mapping[str, Decimal]
    route: Sequence[Point]
    """Empty if it is not stored any more."""


@dataclass(frozen=True, slots=True)
class Repriced:
    own: Amounts
    new: Amounts
    pickup_zones: frozenset[str]


@dataclass(frozen=True, slots=True)
class RepricedFee:
    """The fee of a trip that did not take place."""

    own: Decimal
    new: Decimal
    pickup_zones: frozenset[str]


def reprice(booking: Booking, tariff: LoadedTariff | None, *, track: Sequence[Point] = ()) -> Repriced:
    """Return the price under the trip's own tariff, and under `tariff`; without one, its own twice.

    Raises NotRepriced if the booking's facts do not give its own price, so that no difference is a guess.
    """
    if booking.adjustment_reason:
        raise NotRepriced("fare_adjusted")
    facts = facts_of(booking, track)
    own = _amounts(booking, _own_fare(booking, facts))
    if own != Amounts(booking.trip_cost, booking.convenience_fees, booking.discount):
        raise NotRepriced("own_price_differs")
    if tariff is None:
        return Repriced(own, own, frozenset())
    fare = _by_tariff(booking, facts, tariff)
    if fare is None:
        raise NotRepriced("no_rate")
    return Repriced(own, _amounts(booking, fare), _pickup_zones(booking, tariff))


def reprice_fee(booking: Booking, tariff: LoadedTariff | None) -> RepricedFee:
    """Return the fee of a cancelled trip under its own tariff, and under `tariff`; without one, the same.

    Raises NotRepriced own_price_differs if what is stored does not give the fee that was charged.
    """
    assert booking.cancellation_details is not None, "not one with a fee"
    found = Circumstances.from_json(booking.cancellation_details)
    own = fee_under(booking, found, _own_tariff(booking)).amount
    if own != booking.cancellation_fee_charged:
        raise NotRepriced("own_price_differs")
    if tariff is None:
        return RepricedFee(own, own, frozenset())
    return RepricedFee(own, fee_under(booking, found, tariff).amount, _pickup_zones(booking, tariff))


def _pickup_zones(booking: Booking, tariff: LoadedTariff) -> frozenset[str]:
    if tariff.zone_map is None:
        return frozenset()
    return tariff.zone_map.at(booking.pickup_lat, booking.pickup_lng)


def facts_of(booking: Booking, track: Sequence[Point]) -> TripFacts:
    """Return the facts: of a delivery as quoted, of a ride as driven. Raises NotRepriced not_measured."""
    pickup, drop = (booking.pickup_lat, booking.pickup_lng), (booking.drop_lat, booking.drop_lng)
    terms = booking.rates.get("tariff") or {}
    source: Source = terms.get("source") or booking.source
    later = bool(terms.get("booked_for_later", booking.book_later))
    if booking.fare_is_fixed:
        return TripFacts(
            starts_at=booking.trip_date,
            distance_km=booking.estimate_distance_km,
            duration_seconds=booking.estimate_duration_seconds,
            source=source,
            booked_for_later=later,
            charges=_parcel_charges(booking),
            route=points_of(booking.route_polyline),
        )
    if booking.distance_km is None or booking.total_trip_time is None:
        raise NotRepriced("not_measured")
    return TripFacts(
        starts_at=booking.trip_start_time or booking.trip_date,
        distance_km=booking.distance_km,
        duration_seconds=booking.total_trip_time,
        source=source,
        booked_for_later=later,
        charges={},
        route=(pickup, *track, drop) if track else (),
    )


def has_zones(booking: Booking) -> bool:
    """Return whether the booking's own tariff needs the track."""
    own = _own_tariff(booking)
    return own is not None and own.zone_map is not None and not booking.is_hire


def _parcel_charges(booking: Booking) -> dict[str, Decimal]:
    chosen = {"parcel": booking.parcel_type_selected, "option": booking.option_selected}
    return {key: Decimal(extra["amount"]) for key, extra in chosen.items() if extra}


def _own_tariff(booking: Booking) -> LoadedTariff | None:
    terms = booking.rates.get("tariff")
    if terms is None:
        return None
    return agreed_tariff(terms["id"], [date.fromisoformat(day) for day in terms["holidays"]])


def _own_fare(booking: Booking, facts: TripFacts) -> Fare:
    tariff = _own_tariff(booking)
    by_tariff = None if tariff is None else _by_tariff(booking, facts, tariff)
    return by_tariff or price(
        booking.rates,
        distance_km=facts.distance_km,
        duration_seconds=facts.duration_seconds,
        parcel_amount=facts.charges.get("parcel", ZERO),
        option_amount=facts.charges.get("option", ZERO),
        with_lines=False,
    )


def _by_tariff(booking: Booking, facts: TripFacts, tariff: LoadedTariff) -> Fare | None:
    if booking.is_hire:
        km, seconds = facts.distance_km, facts.duration_seconds
        return _priced(
            booking, facts, tariff, hired_as_driven(booking, tariff, distance_km=km, duration_seconds=seconds)
        )
    if tariff.zone_map is not None and not facts.route:
        raise NotRepriced("no_track")

    def driven(seconds: int) -> TariffTrip:
        return trip_along(
            tariff,
            facts.route,
            starts_at=facts.starts_at,
            distance_km=facts.distance_km,
            duration_seconds=seconds,
            source=facts.source,
            booked_for_later=facts.booked_for_later,
            stops=points_of_stops(booking),
            party=booking.party,
        )

    trip, waits = with_waits(
        booking, tariff, driven, facts.duration_seconds, at_stops=waits_at_stops(booking)
    )
    return _priced(booking, facts, tariff, trip, waits)


def _priced(
    booking: Booking, facts: TripFacts, tariff: LoadedTariff, trip: TariffTrip, waits: Sequence[Wait] = ()
) -> Fare | None:
    charges = {key: amount for key, amount in facts.charges.items() if amount}
    # The trip's own factor with both tariffs.
    priced = trip.facts(
        car_type=booking.car_type_name,
        charges=charges,
        surge=agreed_factor(booking.rates),
        waits=tuple(waits),
    )
    return fare_by_tariff(tariff, priced, decimals=booking.rates["decimals"], with_lines=False)


def _amounts(booking: Booking, fare: Fare) -> Amounts:
    off = ZERO
    if booking.promo_details is not None:
        terms = PromoTerms.from_json(booking.promo_details)
        off = discount(terms, fare.trip_cost, decimals=booking.rates["decimals"])
    return Amounts(fare.trip_cost, fare.convenience_fees, off)
