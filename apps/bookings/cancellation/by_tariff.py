"""Fees of cancellations and no-shows by the rules of the tariff agreed at booking (docs/decisions/0101)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final, Literal, Self

from apps.bookings.choices import OfferState
from apps.bookings.models import Booking, Offer
from apps.bookings.pricing.by_tariff import hired_as_driven
from apps.bookings.trip.stops import points_of_stops
from apps.fares.engine import Fare
from apps.fares.tariff_engine.facts import Facts, Wait
from apps.fares.tariffs.in_force import LoadedTariff, agreed_tariff
from apps.fares.tariffs.pricing import fee_by_tariff
from apps.fares.tariffs.trips import Source, points_of, trip_along
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from apps.geo.positions.store import position_of

Case = Literal["on_the_way", "at_pickup", "no_show"]
MINUTE: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What the fee of a cancellation depends on, besides the trip."""

    case: Case
    """A rider cancels while the driver is on the way or waits at the pickup, or does not come."""
    after_seconds: Decimal
    """Since a driver accepted."""
    seconds_to_pickup: int
    """Until the time of the booking; below 0 after it."""
    way: Decimal = Decimal(0)
    """The percentage of the driver's way to the pickup."""
    waited_minutes: int = 0
    """Whole minutes of the driver's wait at the pickup."""

    def as_json(self) -> dict[str, Any]:
        return {
            "case": self.case,
            "after_seconds": f"{self.after_seconds:f}",
            "seconds_to_pickup": self.seconds_to_pickup,
            "way": f"{self.way:f}",
            "waited_minutes": self.waited_minutes,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        return cls(
            case=values["case"],
            after_seconds=Decimal(values["after_seconds"]),
            seconds_to_pickup=values["seconds_to_pickup"],
            way=Decimal(values["way"]),
            waited_minutes=values["waited_minutes"],
        )


def circumstances_of(
    booking: Booking, *, case: Case, at: datetime, waits_since: datetime | None, measures_way: bool
) -> Circumstances:
    """Return what the fee of a cancellation at this time depends on; the way only if it is measured."""
    accepted = booking.accepted_at or at
    waited = (at - waits_since).total_seconds() if waits_since is not None else 0
    return Circumstances(
        case=case,
        after_seconds=Decimal(f"{(at - accepted).total_seconds():.6f}"),
        seconds_to_pickup=int((booking.trip_date - at).total_seconds()),
        way=_way(booking, case) if measures_way else Decimal(0),
        waited_minutes=max(0, int(waited // MINUTE)),
    )


def agreed_rules(booking: Booking) -> LoadedTariff | None:
    """Return the tariff agreed at booking if it has rules for cancellations or no-shows."""
    terms = booking.rates.get("tariff")
    if terms is None:
        return None
    tariff = agreed_tariff(terms["id"], [date.fromisoformat(day) for day in terms["holidays"]])
    return tariff if tariff.compiled.prices_cancellations else None


def fee_by_rules(
    booking: Booking, found: Circumstances, tariff: LoadedTariff, *, wherever: bool = False
) -> Fare | None:
    """Return the fee by the rules of a tariff, with its lines; None if no rule is for this cancellation.

    While the driver waits at the pickup, a cancellation costs what a rule for that place says, and otherwise
    what a no-show costs. `wherever` applies only rules that do not depend on where the driver is.
    """
    facts, decimals = _planned(booking, tariff), booking.rates["decimals"]
    facts = replace(
        facts,
        cancelled_after_seconds=max(Decimal(0), found.after_seconds),
        driver_way=found.way,
        seconds_to_pickup=Decimal(found.seconds_to_pickup),
        waits=(Wait(at="pickup", seconds=Decimal(found.waited_minutes * MINUTE)),),
    )
    if wherever or found.case == "on_the_way":
        place: Literal["on_the_way", ""] = "" if wherever else "on_the_way"
        facts = replace(facts, driver=place)
        return fee_by_tariff(tariff, replace(facts, outcome="cancelled"), decimals=decimals)
    fee = None
    if found.case == "at_pickup":
        at_pickup = replace(facts, outcome="cancelled", driver="arrived")
        fee = fee_by_tariff(tariff, at_pickup, decimals=decimals)
    return fee or fee_by_tariff(tariff, replace(facts, outcome="no_show"), decimals=decimals)


def _planned(booking: Booking, tariff: LoadedTariff) -> Facts:
    """Return the facts of the trip as it was booked."""
    if booking.is_hire:
        seconds = booking.estimate_duration_seconds
        hired = hired_as_driven(booking, tariff, distance_km=Decimal(0), duration_seconds=seconds)
        return hired.facts(car_type=booking.car_type_name, charges={})
    terms = booking.rates.get("tariff") or {}
    source: Source = terms.get("source") or booking.source
    route = points_of(booking.route_polyline) if tariff.zone_map is not None else ()
    if tariff.zone_map is not None and not route:
        stops = points_of_stops(booking)
        route = (
            (booking.pickup_lat, booking.pickup_lng), *stops, (booking.drop_lat, booking.drop_lng)
        )  # fmt: skip
    trip = trip_along(
        tariff,
        route,
        starts_at=booking.trip_date,
        distance_km=booking.estimate_distance_km,
        duration_seconds=booking.estimate_duration_seconds,
        source=source,
        booked_for_later=bool(terms.get("booked_for_later", booking.book_later)),
        party=booking.party,
    )
    return replace(trip.facts(car_type=booking.car_type_name, charges={}), stops=booking.stop_count)


def _way(booking: Booking, case: Case) -> Decimal:
    """Return the percentage of the way from the place of the offer that the driver has come, straight.

    0 if one of the places is not known.
    """
    if case != "on_the_way":
        return Decimal(100)
    position = position_of(booking.driver_id) if booking.driver_id is not None else None
    offers = Offer.objects.filter(booking=booking, state=OfferState.ACCEPTED, driver_id=booking.driver_id)
    began = offers.values_list("distance_km", flat=True).first()
    if position is None or not began:
        return Decimal(0)
    left = great_circle_km(position.at, LatLng(booking.pickup_lat, booking.pickup_lng))
    share = Decimal(min(max(1 - left / began, 0.0), 1.0)) * 100
    return share.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
