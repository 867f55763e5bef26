"""Whom an admin may choose for a booking: the drivers of its car type, the soonest there first."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState
from apps.bookings.dispatch.eligibility import able_drivers
from apps.bookings.dispatch.search import NO_WAY, WayByRoad, pickup_of, ways_to
from apps.bookings.models import Booking, Offer
from apps.core.platform import platform_settings
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.geo.positions.store import position_of

MOST: Final = 90
"""As many as one matrix call of an OSRM server times."""

FREE, BUSY, OFFLINE = "free", "busy", "offline"


@dataclass(frozen=True, slots=True)
class Assignable:
    driver: DriverProfile
    state: str
    """free, busy or offline."""
    asked: bool
    """An offer of this booking is open."""
    declined: bool
    may_be_asked: bool
    distance_km: float | None
    """As the crow flies; unknown while the driver's place is."""
    eta_seconds: int | None
    """By road; unknown too when the routing service does not answer."""


def assignable_drivers(booking: Booking, *, search: str = "") -> list[Assignable]:
    """Free ones first, then busy and offline ones, each by their time to the pickup by road."""
    profiles = DriverProfile.objects.filter(car_type_id=booking.car_type_id, user__is_active=True)
    for word in search.split():
        profiles = profiles.filter(
            Q(user__first_name__icontains=word)
            | Q(user__last_name__icontains=word)
            | Q(vehicle_number__icontains=word)
        )
    drivers = {profile.pk: profile for profile in profiles.select_related("user")}
    places = {
        position.driver_id: LatLng(position.lat, position.lng)
        for position in DriverPosition.objects.filter(driver_id__in=drivers, lat__isnull=False)
        if position.lat is not None and position.lng is not None
    }
    pickup = pickup_of(booking)
    km = {driver_id: great_circle_km(at, pickup) for driver_id, at in places.items()}
    # Who could come before who could not; then the nearest.
    listed = sorted(drivers.values(), key=lambda one: (_rank(one), km.get(one.pk, float("inf")), one.pk))
    listed = listed[:MOST]
    placed = [driver.pk for driver in listed if driver.pk in places]
    ways = dict(zip(placed, _ways([places[pk] for pk in placed], pickup), strict=True))
    asked, declined = (_answers(booking, state) for state in (OfferState.OFFERED, OfferState.DECLINED))
    able = set(able_drivers(booking, platform_settings()).values_list("pk", flat=True))
    found = [
        Assignable(
            driver=driver,
            state=_state(driver),
            asked=driver.pk in asked,
            declined=driver.pk in declined,
            may_be_asked=driver.pk in able and driver.pk not in asked,
            distance_km=km.get(driver.pk),
            eta_seconds=ways.get(driver.pk, NO_WAY).seconds,
        )
        for driver in listed
    ]
    unknown = float("inf")
    return sorted(
        found,
        key=lambda one: (
            _rank(one.driver),
            unknown if one.eta_seconds is None else one.eta_seconds,
            unknown if one.distance_km is None else one.distance_km,
        ),
    )


def how_far(*, booking_id: int, driver_id: int) -> tuple[float | None, WayByRoad]:
    """From a driver to the pickup: km as the crow flies, and the drive; None where unknown."""
    booking, position = Booking.objects.filter(pk=booking_id).first(), position_of(driver_id)
    if booking is None or position is None:
        return None, NO_WAY
    pickup = pickup_of(booking)
    (way,) = _ways([position.at], pickup)
    return great_circle_km(position.at, pickup), way


def _answers(booking: Booking, state: OfferState) -> set[int]:
    return set(Offer.objects.filter(booking=booking, state=state).values_list("driver_id", flat=True))


def _state(driver: DriverProfile) -> str:
    if not driver.active or not driver.user.approved:
        return OFFLINE
    return BUSY if driver.busy else FREE


def _rank(driver: DriverProfile) -> int:
    return (FREE, BUSY, OFFLINE).index(_state(driver))


def _ways(places: list[LatLng], pickup: LatLng) -> list[WayByRoad]:
    """One a place, also when the routing service does not answer."""
    return (ways_to(pickup, places) if places else []) or [NO_WAY] * len(places)
