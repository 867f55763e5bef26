"""Quotes: signed prices that the client stores.

The server stores nothing. A quote id contains the request and the price, signed with our key; it contains
nothing that the client has not sent or received.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from hashlib import blake2b, sha256
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput, Conflict, DomainError
from apps.fares.party import ONE_PASSENGER, Party
from apps.geo import directions
from apps.geo.port import LatLng, Route

QUOTE_LIFETIME: Final = timedelta(minutes=10)
MAX_LENGTH: Final = 12_000
"""Longer ids are rejected without being parsed."""
_SALT: Final = "hansom.fares.quote.8"
"""Contains the version of the fields below; quotes of other versions are invalid."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with its address as given by the user."""

    lat: float
    lng: float
    add: str

    @property
    def at(self) -> LatLng:
        return LatLng(self.lat, self.lng)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """The request for a price, and the price."""

    pickup: Spot
    drop: Spot
    car_type_id: int
    parcel_type_id: int | None = None
    option_id: int | None = None
    """The parcel type and option, if chosen for a delivery."""
    distance_km: Decimal
    duration_seconds: int
    """Of the whole trip, with the wait of a round trip."""
    convert_to_mile: bool
    decimals: int
    """The unit and the currency's decimals at the time."""
    trip_cost: Decimal
    issued_for: int | None
    """The user whom it was shown to; None for a visitor."""
    expires_at: datetime
    tariff_trip: list[Any] | None = None
    """The trip under a published tariff, as `fares.tariffs.trips` reads it; None without one."""
    for_later: bool = False
    """The price is for a scheduled booking, which has no surge."""
    surge_factor: Decimal | None = None
    surge_record: int | None = None
    """The surge factor in the price and the id of its record; None at the usual price."""
    stops: tuple[Spot, ...] = ()
    """The places between pickup and drop-off, in order."""
    party: Party = ONE_PASSENGER
    return_wait_minutes: int | None = None
    """How long the driver waits at the last stop before the drive back to the pickup; None for one way."""
    hire_minutes: int | None = None
    """A booking by the hour: how long it is for. Its drop-off is the pickup without an address."""


def make_quote(quote: Quote) -> str:
    """Return the quote's id: URL-safe text of a few hundred characters."""
    fields = [
        *_spot_fields(quote.pickup),
        *_spot_fields(quote.drop),
        quote.car_type_id,
        quote.parcel_type_id,
        quote.option_id,
        f"{quote.distance_km:f}",
        quote.duration_seconds,
        int(quote.convert_to_mile),
        quote.decimals,
        f"{quote.trip_cost:f}",
        quote.issued_for,
        int(quote.expires_at.timestamp()),
        quote.tariff_trip,
        int(quote.for_later),
        None if quote.surge_factor is None else f"{quote.surge_factor:f}",
        quote.surge_record,
        [_spot_fields(stop) for stop in quote.stops],
        quote.party.passengers,
        quote.party.luggage,
        quote.party.children,
        quote.party.child_seats,
        quote.return_wait_minutes,
        quote.hire_minutes,
    ]
    return signing.Signer(salt=_SALT).sign_object(fields, compress=True)


def read_quote(quote_id: str, *, user_id: int | None = None) -> Quote:
    """Return the quote of an id; with `user_id`, only if it was issued for that user or a visitor.

    Raises BadInput quote_invalid, Conflict quote_expired.
    """
    if len(quote_id) > MAX_LENGTH:
        raise _invalid()
    try:
        fields = signing.Signer(salt=_SALT).unsign_object(quote_id)
    except signing.BadSignature as error:
        raise _invalid() from error
    quote = _quote(fields)
    if user_id is not None and quote.issued_for not in (None, user_id):
        raise _invalid()
    if timezone.now() >= quote.expires_at:
        raise Conflict("quote_expired", _("This price has expired. Get a new price."))
    return quote


def reference_of(quote: Quote) -> str:
    """Return what the quotes of one estimate share: 16 hexadecimal digits that name no place or person.

    Equal for two estimates of the same trip that one client, or two visitors, got in the same second.
    """
    places = [_spot_fields(spot)[:2] for spot in (quote.pickup, *quote.stops, quote.drop)]
    facts = [places, quote.issued_for, int(quote.expires_at.timestamp()), quote.for_later]
    key = sha256(settings.SECRET_KEY.encode()).digest()
    return blake2b(repr(facts).encode(), key=key, digest_size=8).hexdigest()


def expires_from_now() -> datetime:
    """Return the expiry of a quote made now, in whole seconds."""
    return timezone.now().replace(microsecond=0) + QUOTE_LIFETIME


def route_of(pickup: Spot, stops: Sequence[Spot], drop: Spot) -> Route:
    """Return the fastest route through the stops in order; raises as `directions.route_between`."""
    if not stops:
        return directions.route_between(pickup.at, drop.at)
    return directions.route_through([spot.at for spot in (pickup, *stops, drop)])


def route_line(quote: Quote) -> str:
    """Return the encoded line of the quoted route; empty by the hour, and if the map service fails."""
    if quote.hire_minutes is not None:
        return ""
    try:
        return route_of(quote.pickup, quote.stops, quote.drop).polyline
    except DomainError:
        return ""


def _spot_fields(spot: Spot) -> list[Any]:
    # Six decimals are about 10 cm.
    return [round(spot.lat, 6), round(spot.lng, 6), spot.add]


def _quote(fields: list[Any]) -> Quote:
    pickup, drop, rest = fields[:3], fields[3:6], fields[6:]
    (
        car_type_id, parcel_type_id, option_id, distance_km, duration_seconds, mile, decimals, trip_cost,
        issued_for, expires, tariff_trip, for_later, surge_factor, surge_record, stops,
        passengers, luggage, children, child_seats, return_wait_minutes, hire_minutes,
    ) = rest  # fmt: skip
    return Quote(
        pickup=Spot(*pickup),
        drop=Spot(*drop),
        car_type_id=car_type_id,
        parcel_type_id=parcel_type_id,
        option_id=option_id,
        distance_km=Decimal(distance_km),
        duration_seconds=duration_seconds,
        convert_to_mile=bool(mile),
        decimals=decimals,
        trip_cost=Decimal(trip_cost),
        issued_for=issued_for,
        expires_at=datetime.fromtimestamp(expires, UTC),
        tariff_trip=tariff_trip,
        for_later=bool(for_later),
        surge_factor=None if surge_factor is None else Decimal(surge_factor),
        surge_record=surge_record,
        stops=tuple(Spot(*stop) for stop in stops),
        party=Party(passengers, luggage, children, child_seats),
        return_wait_minutes=return_wait_minutes,
        hire_minutes=hire_minutes,
    )


def _invalid() -> BadInput:
    return BadInput("quote_invalid", _("This price isn't valid. Get a new price."))
