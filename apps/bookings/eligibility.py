"""Which drivers may have a booking: one rule for dispatch, for booking now and for accepting."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.bookings.models import Booking
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.fares.nearby import FRESH_SECONDS, radius_km
from apps.geo.nearest import Eligibility, NearbyDriver, nearest_drivers
from apps.geo.port import LatLng

# `free` of a position says: a driver, approved, active, and on no trip. What is added here:
_JOINS: Final = "LEFT JOIN wallet_account w ON w.user_id = p.driver_id"
_GOOD_FOR_THE_FEE: Final = "{any}::bool OR (w.balance > 0 AND w.balance >= {fee}::numeric)"

_NEARBY: Final = Eligibility(
    joins=_JOINS, where=_GOOD_FOR_THE_FEE.format(any="%(any_balance)s", fee="%(fee)s")
)
_WHEREVER: Final = f"""EXISTS (
    SELECT FROM geo_driverposition p {_JOINS}
    WHERE p.driver_id = accounts_driverprofile.user_id AND p.free AND p.car_type_id = %s::bigint
      AND ({_GOOD_FOR_THE_FEE.format(any="%s", fee="%s")})
)"""  # put together from constants


def eligible_drivers(
    *,
    at: LatLng,
    car_type_id: int | None,
    convenience_fees: Decimal,
    prepaid: bool,
    settings: Platform,
    exclude_ids: Iterable[int] = (),
    within: float = 1.0,
    limit: int | None = None,
) -> list[NearbyDriver]:
    """Free drivers of the car type, seen lately in the radius, good for the fee; nearest first.

    `within` is the part of the radius that is searched.
    """
    if car_type_id is None:
        return []
    return nearest_drivers(
        at=at,
        radius_km=radius_km(settings) * within,
        car_type_id=car_type_id,
        fresh_seconds=FRESH_SECONDS,
        limit=limit,
        exclude_ids=exclude_ids,
        eligibility=_NEARBY,
        params=_wallet_params(convenience_fees, prepaid=prepaid, settings=settings),
    )


def able_drivers(booking: Booking, settings: Platform) -> QuerySet[DriverProfile]:
    """The same rule for drivers who were asked already, wherever their cars are by now."""
    wallet = _wallet_params(booking.convenience_fees, prepaid=booking.prepaid, settings=settings)
    params = [booking.car_type_id, wallet["any_balance"], wallet["fee"]]
    able = RawSQL(_WHEREVER, params, BooleanField())  # noqa: S611  # a constant, its values bound
    return DriverProfile.objects.filter(able)


def locked_driver(driver_id: int, booking: Booking, settings: Platform) -> DriverProfile | None:
    """The driver with the person, locked, if the rule holds; None if not.

    Of two bookings that want the driver at once one gets the lock; the other then sees `busy` afresh.
    """
    able = able_drivers(booking, settings).filter(pk=driver_id, busy=False)
    return able.select_related("user").select_for_update(of=("self",), no_key=True).first()


def why_unable(driver_id: int, booking: Booking) -> DomainError:
    """Which part of the rule a driver failed, for the one who is refused."""
    profile = DriverProfile.objects.select_related("user").filter(pk=driver_id).first()
    if profile is not None and profile.busy:
        return Conflict("driver_busy", _("The driver is on another trip."))
    online = profile is not None and profile.active and profile.user.approved and profile.user.is_active
    if profile is None or not online or profile.car_type_id != booking.car_type_id:
        return Conflict("driver_not_available", _("The driver is not available for this booking."))
    return Conflict("low_balance", _("The driver's wallet does not cover the convenience fee."))


def _wallet_params(fee: Decimal, *, prepaid: bool, settings: Platform) -> dict[str, Any]:
    """Cash trips are settled from the driver's wallet; one paid beforehand leaves nothing to settle."""
    return {"any_balance": settings.negative_balance or prepaid, "fee": fee}
