"""The rule of which drivers can get a booking: the same for estimates, offers and acceptance.

An eligible driver is approved, is fit to drive (documents, vehicle, shift), has the car type, is online with
a fresh position and on no trip, has a wallet that covers the fee of a cash trip, and a vehicle with room for
the party. `eligibility_of` returns which part of the rule a driver fails, apart from the vehicle's room.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_UP, Decimal
from typing import Any, Final

from django.db.models import BooleanField, Q
from django.db.models.expressions import RawSQL
from django.utils import timezone

from apps.accounts.models import DriverDocument, DriverProfile
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.choices import IneligibleReason
from apps.fares.engine import KM_PER_MILE, fare
from apps.fares.models import CarType
from apps.fares.party import ONE_PASSENGER, Party
from apps.fares.selectors import rates_of
from apps.fleet.choices import LimitReason
from apps.fleet.fitness.limits import Limit, limits_of
from apps.fleet.models import VehicleAssignment
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.geo.positions.nearest import (
    ANYONE,
    Eligibility,
    NearbyDriver,
    NearbyDrivers,
    Provided,
    Search,
    nearest_drivers,
    nearest_drivers_of_each,
)
from apps.wallet.selectors import balance_of

FRESH_SECONDS: Final = 60.0
"""A driver with an older position is neither counted nor offered a booking."""

# `free` of a position means: the driver is approved, active and on no trip. The search checks the car type,
# the age of the position and `fit_until`, the end of the driver's fitness. This adds the wallet:
_JOINS: Final = "LEFT JOIN wallet_account w ON w.user_id = p.driver_id"
_COVERS_THE_FEE: Final = "{any}::bool OR (w.balance > 0 AND w.balance >= {fee}::numeric)"

_NEARBY: Final = Eligibility(joins=_JOINS, where=_COVERS_THE_FEE.format(any="%(any_balance)s", fee="%(fee)s"))
# A vehicle without recorded seats or luggage has room. One passenger without luggage fits everywhere, so that
# most searches read no vehicles.
_HAS_ROOM: Final = """NOT EXISTS (
    SELECT FROM fleet_vehicleassignment a JOIN fleet_vehicle v ON v.id = a.vehicle_id
    WHERE a.driver_id = p.driver_id AND a.in_force
      AND (v.seats < {passengers}::int OR v.luggage < {luggage}::int)
)"""
_ROOM_NEARBY: Final = _HAS_ROOM.format(passengers="%(passengers)s", luggage="%(luggage)s")
_NEARBY_WITH_ROOM: Final = Eligibility(
    joins=_JOINS,
    where="(" + _COVERS_THE_FEE.format(any="%(any_balance)s", fee="%(fee)s") + ") AND " + _ROOM_NEARBY,
)
_ANYONE_WITH_ROOM: Final = Eligibility(where=_ROOM_NEARBY)
# At the time of the clock: accepting may have waited for a lock since now().
_ELIGIBLE: Final = f"""EXISTS (
    SELECT FROM geo_driverposition p {_JOINS}
    WHERE p.driver_id = accounts_driverprofile.user_id AND {{state}} AND p.car_type_id = %s::bigint
      AND (p.fit_until IS NULL OR p.fit_until > clock_timestamp() {{later}})
      AND ({_COVERS_THE_FEE.format(any="%s", fee="%s")})
      AND (%s::bool OR {_HAS_ROOM.format(passengers="%s", luggage="%s")})
)"""  # put together from constants
_ANYWHERE: Final = _ELIGIBLE.format(state="p.free", later="")
# A trip may change the wallet; the search after it reads the balance again.
_AFTER_TRIP: Final = _ELIGIBLE.format(state="p.online", later="+ %s * interval '1 second'")


def radius_km(settings: Platform) -> float:
    """Return the driver radius in km, whichever unit it was entered in."""
    return float(settings.radius * (KM_PER_MILE if settings.convert_to_mile else 1))


def eligible_drivers(
    *,
    at: LatLng,
    car_type_id: int | None,
    convenience_fees: Decimal,
    prepaid: bool,
    settings: Platform,
    party: Party = ONE_PASSENGER,
    exclude_ids: Iterable[int] = (),
    within: float = 1.0,
    limit: int | None = None,
) -> list[NearbyDriver]:
    """Return the drivers within the radius that can get such a booking, nearest first.

    `within` is the fraction of the radius that is searched.
    """
    if car_type_id is None:
        return []
    search = Search(
        at,
        radius_km(settings) * within,
        FRESH_SECONDS,
        _NEARBY if party.fits_everywhere else _NEARBY_WITH_ROOM,
        _wallet_params(convenience_fees, prepaid=prepaid, settings=settings) | _room_params(party),
    )
    return nearest_drivers(search, car_type_id=car_type_id, limit=limit, exclude_ids=exclude_ids)


def eligible_drivers_of_each(
    fees: Mapping[int, Decimal],
    *,
    at: LatLng,
    prepaid: bool,
    settings: Platform,
    limit: int,
    returned: int,
    party: Party = ONE_PASSENGER,
    provided: Provided | None = None,
) -> dict[int, NearbyDrivers]:
    """Count `eligible_drivers` of several car types by one query, and return the nearest `returned`.

    Counts up to `limit`. `fees` has the convenience fee of each car type. Raises NotProvided.
    """
    wallet = _wallet_params(ZERO, prepaid=prepaid, settings=settings)
    # Without the join, the search costs less.
    is_any = wallet["any_balance"]
    if party.fits_everywhere:
        eligibility = ANYONE if is_any else _NEARBY
    else:
        eligibility = _ANYONE_WITH_ROOM if is_any else _NEARBY_WITH_ROOM
    params = ({} if is_any else wallet) | _room_params(party)
    return nearest_drivers_of_each(
        Search(at, radius_km(settings), FRESH_SECONDS, eligibility, params),
        list(fees),
        limit=limit,
        returned=returned,
        params_of_each=None if is_any else {"fee": ("numeric", list(fees.values()))},
        provided=provided,
    )


def is_eligible(
    *,
    car_type_id: int | None,
    convenience_fees: Decimal,
    prepaid: bool,
    settings: Platform,
    party: Party = ONE_PASSENGER,
) -> RawSQL:
    """Return the same rule as a condition on driver profiles, at any distance."""
    rest = _rest_of_params(convenience_fees, prepaid=prepaid, settings=settings, party=party)
    return RawSQL(_ANYWHERE, [car_type_id, *rest], BooleanField())  # noqa: S611  # a constant, its values bound


def is_eligible_after_trip(
    *,
    within: timedelta,
    car_type_id: int | None,
    convenience_fees: Decimal,
    prepaid: bool,
    settings: Platform,
    party: Party = ONE_PASSENGER,
) -> RawSQL:
    """Return the same rule for drivers who are still on a trip, and fit to drive beyond its end."""
    rest = _rest_of_params(convenience_fees, prepaid=prepaid, settings=settings, party=party)
    params = [car_type_id, within.total_seconds(), *rest]
    return RawSQL(_AFTER_TRIP, params, BooleanField())  # noqa: S611  # a constant, its values bound


def _rest_of_params(fee: Decimal, *, prepaid: bool, settings: Platform, party: Party) -> list[Any]:
    wallet = _wallet_params(fee, prepaid=prepaid, settings=settings)
    return [wallet["any_balance"], wallet["fee"], party.fits_everywhere, party.passengers, party.luggage]


def _wallet_params(fee: Decimal, *, prepaid: bool, settings: Platform) -> dict[str, Any]:
    """Cash trips are settled from the driver's wallet; prepaid trips are not."""
    return {"any_balance": settings.negative_balance or prepaid, "fee": fee}


def _room_params(party: Party) -> dict[str, Any]:
    """Return the parameters of `_HAS_ROOM`; none for a party that fits everywhere."""
    if party.fits_everywhere:
        return {}
    return {"passengers": party.passengers, "luggage": party.luggage}


def too_small_vehicles(party: Party, *, driver_ids: Collection[int]) -> set[int]:
    """Return those of the drivers whose vehicle is recorded with too few seats or too little luggage."""
    if party.fits_everywhere:
        return set()
    vehicles = VehicleAssignment.objects.filter(driver_id__in=driver_ids, in_force=True)
    is_too_small = Q(vehicle__seats__lt=party.passengers) | Q(vehicle__luggage__lt=party.luggage)
    return set(vehicles.filter(is_too_small).values_list("driver_id", flat=True))


# -- for one driver ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverEligibility:
    """Why a driver gets no offers, or none of cash trips; `reasons` is empty for an eligible driver."""

    reasons: list[IneligibleReason]
    balance: Decimal
    cash_minimum: Decimal | None
    """The balance required for a cash trip; None if the platform allows a negative balance."""
    top_up: Decimal
    """The amount missing to reach it."""
    expired_documents: list[DriverDocument]
    missing_documents: list[Limit]
    warnings: list[Limit]
    """Requirements that only warn and are not met."""
    fit_until: datetime | None

    @property
    def may_be_offered(self) -> bool:
        """Return whether the driver can get offers, at least of prepaid trips."""
        return not set(self.reasons) - {IneligibleReason.LOW_BALANCE}


def eligibility_of(
    driver: DriverProfile, settings: Platform, *, balance: Decimal | None = None
) -> DriverEligibility:
    """Return which parts of the rule a driver fails, the most permanent first.

    `balance` is the wallet's, if it is known.
    """
    position = DriverPosition.objects.filter(pk=driver.pk).defer("spot").first()
    now = timezone.now()
    over = [limit for limit in limits_of(driver) if limit.until <= now]
    blocking = {
        reason: [one for one in over if one.blocks and one.reason == reason] for reason in LimitReason
    }
    balance = balance_of(driver.pk) if balance is None else balance
    minimum = cash_minimum(driver.car_type, settings)
    shortfall = ZERO if minimum is None else max(ZERO, minimum - balance)
    failed = {
        IneligibleReason.NOT_APPROVED: not (driver.user.approved and driver.user.is_active),
        IneligibleReason.DOCUMENTS_MISSING: blocking[LimitReason.DOCUMENTS_MISSING],
        IneligibleReason.DOCUMENTS_EXPIRED: blocking[LimitReason.DOCUMENTS_EXPIRED],
        IneligibleReason.SHIFT_OVER: blocking[LimitReason.SHIFT_OVER],
        IneligibleReason.ON_BREAK: blocking[LimitReason.ON_BREAK],
        IneligibleReason.BREAK_DUE: blocking[LimitReason.BREAK_DUE],
        IneligibleReason.NO_CAR_TYPE: driver.car_type_id is None or blocking[LimitReason.VEHICLE_RETURNED],
        IneligibleReason.OFFLINE: not driver.active,
        **_position_reasons(driver, position, now),
        IneligibleReason.BUSY: driver.busy,
        IneligibleReason.LOW_BALANCE: shortfall > 0,
    }
    return DriverEligibility(
        reasons=[reason for reason, applies in failed.items() if applies],
        balance=balance,
        cash_minimum=minimum,
        top_up=shortfall.quantize(_coin(settings), rounding=ROUND_UP),
        expired_documents=[
            limit.document for limit in blocking[LimitReason.DOCUMENTS_EXPIRED] if limit.document
        ],
        missing_documents=blocking[LimitReason.DOCUMENTS_MISSING],
        warnings=[limit for limit in over if not limit.blocks],
        fit_until=None if position is None else position.fit_until,
    )


def cash_minimum(car_type: CarType | None, settings: Platform) -> Decimal | None:
    """Return the balance required for the shortest cash trip: above zero, and at least its fee.

    A longer trip can need more if the fee is a percentage.
    """
    if settings.negative_balance:
        return None
    if car_type is None:
        return _coin(settings)
    shortest = fare(
        rates_of(car_type),
        distance_km=ZERO,
        duration_seconds=0,
        convert_to_mile=settings.convert_to_mile,
        decimals=settings.decimal,
    )
    return max(shortest.convenience_fees, _coin(settings))


def _position_reasons(
    driver: DriverProfile, position: DriverPosition | None, now: datetime
) -> dict[IneligibleReason, bool]:
    """Return the position reasons; an offline driver has none, because the phone need not report."""
    at = None if position is None else position.at
    stale = at is not None and at <= now - timedelta(seconds=FRESH_SECONDS)
    return {
        IneligibleReason.NO_POSITION: driver.active and at is None,
        IneligibleReason.STALE_POSITION: driver.active and stale,
    }


def _coin(settings: Platform) -> Decimal:
    return Decimal(1).scaleb(-settings.decimal)
