"""The drivers of a booking's car type, by arrival time, with whether staff can assign or plan each."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState
from apps.bookings.dispatch.eligibility import eligible_drivers_for
from apps.bookings.dispatch.ports import NO_ROUTE, Drive
from apps.bookings.dispatch.search import drives_to, pickup_of
from apps.bookings.models import Booking, Offer
from apps.bookings.trip.overlaps import overlapping_trips
from apps.core.platform import platform_settings
from apps.fares.eligibility.rules import too_small_vehicles
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.geo.positions.store import position_of

MAX_DRIVERS: Final = 90
"""Maximum drivers listed: their positions fit into one matrix request to OSRM."""

FREE, BUSY, OFFLINE = "free", "busy", "offline"


@dataclass(frozen=True, slots=True)
class AssignableDriver:
    driver: DriverProfile
    state: str
    """One of free, busy and offline."""
    offered: bool
    """The driver has an open offer for this booking."""
    declined: bool
    assignable: bool
    plannable: bool
    """The driver can be planned for the trip, if it is scheduled."""
    distance_km: float | None
    """Great-circle distance; None if the driver's position is unknown."""
    eta_seconds: int | None
    """Driving time; None if the position is unknown or the routing service fails."""


def assignable_drivers(booking: Booking, *, search: str = "") -> list[AssignableDriver]:
    """Return free drivers first, then busy and offline ones, each by driving time to the pickup."""
    profiles = DriverProfile.objects.filter(car_type_id=booking.car_type_id, user__is_active=True)
    for word in search.split():
        profiles = profiles.filter(
            Q(user__first_name__icontains=word)
            | Q(user__last_name__icontains=word)
            | Q(vehicle_number__icontains=word)
        )
    drivers = {profile.pk: profile for profile in profiles.select_related("user")}
    positions = {
        position.driver_id: LatLng(position.lat, position.lng)
        for position in DriverPosition.objects.filter(driver_id__in=drivers, lat__isnull=False)
        if position.lat is not None and position.lng is not None
    }
    pickup = pickup_of(booking)
    km = {driver_id: great_circle_km(at, pickup) for driver_id, at in positions.items()}
    # Free drivers come before busy and offline ones, then the nearest first.
    unknown = float("inf")
    listed = sorted(
        drivers.values(), key=lambda driver: (_rank(driver), km.get(driver.pk, unknown), driver.pk)
    )
    listed = listed[:MAX_DRIVERS]
    located = [driver.pk for driver in listed if driver.pk in positions]
    drives = dict(zip(located, _drives([positions[pk] for pk in located], pickup), strict=True))
    offered, declined = (
        _drivers_with_offer(booking, state) for state in (OfferState.OFFERED, OfferState.DECLINED)
    )
    eligible = set(eligible_drivers_for(booking, platform_settings()).values_list("pk", flat=True))
    planned_elsewhere = overlapping_trips(booking, driver_ids=drivers) if booking.book_later else {}
    too_small = too_small_vehicles(booking.party, driver_ids=drivers) if booking.book_later else set()
    taken = {booking.driver_id, booking.planned_driver_id, booking.backup_driver_id}
    rows = [
        AssignableDriver(
            driver=driver,
            state=_state(driver),
            offered=driver.pk in offered,
            declined=driver.pk in declined,
            assignable=driver.pk in eligible and driver.pk not in offered,
            plannable=driver.user.approved
            and driver.pk not in taken
            and driver.pk not in planned_elsewhere
            and driver.pk not in too_small,
            distance_km=km.get(driver.pk),
            eta_seconds=drives.get(driver.pk, NO_ROUTE).seconds,
        )
        for driver in listed
    ]
    return sorted(
        rows,
        key=lambda row: (
            _rank(row.driver),
            unknown if row.eta_seconds is None else row.eta_seconds,
            unknown if row.distance_km is None else row.distance_km,
        ),
    )


def distance_to_pickup(*, booking_id: int, driver_id: int) -> tuple[float | None, Drive]:
    """Return the great-circle distance in km and the drive to the pickup; None where unknown."""
    booking, position = Booking.objects.filter(pk=booking_id).first(), position_of(driver_id)
    if booking is None or position is None:
        return None, NO_ROUTE
    pickup = pickup_of(booking)
    (drive,) = _drives([position.at], pickup)
    return great_circle_km(position.at, pickup), drive


def _drivers_with_offer(booking: Booking, state: OfferState) -> set[int]:
    return set(Offer.objects.filter(booking=booking, state=state).values_list("driver_id", flat=True))


def _state(driver: DriverProfile) -> str:
    if not driver.active or not driver.user.approved:
        return OFFLINE
    return BUSY if driver.busy else FREE


def _rank(driver: DriverProfile) -> int:
    return (FREE, BUSY, OFFLINE).index(_state(driver))


def _drives(positions: list[LatLng], pickup: LatLng) -> list[Drive]:
    """Return the drive from each position; all are NO_ROUTE if the routing service fails."""
    return (drives_to(pickup, positions) if positions else []) or [NO_ROUTE] * len(positions)
