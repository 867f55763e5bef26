"""The lowest price of a car type before a parcel is chosen."""

from decimal import Decimal

from apps.core.platform import Platform
from apps.fares.engine import Fare
from apps.fares.estimates.route_prices import RoutePrices
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.fares.parcels import PLAIN, Parcel, is_delivery


def cheapest_parcel(car_type: CarType, settings: Platform) -> Parcel:
    """Return the cheapest parcel type and option of the car type; none on a platform of rides.

    Expects the car type with its parcel types and options loaded.
    """
    if not is_delivery(settings):
        return PLAIN
    return Parcel(
        min(car_type.parceltypes.all(), key=_amount, default=None),
        min(car_type.parceloptions.all(), key=_amount, default=None),
    )


def from_trip_cost(car_type: CarType, chosen: Parcel, priced: Fare, prices: RoutePrices) -> Decimal:
    """Return the lowest trip cost with the chosen parcel and the cheapest choice for the rest.

    `priced` is the fare with the chosen parcel.
    """
    cheapest = cheapest_parcel(car_type, prices.settings)
    parcel = Parcel(chosen.parcel_type or cheapest.parcel_type, chosen.option or cheapest.option)
    if parcel == chosen:
        return priced.trip_cost
    return prices.of(car_type, parcel).trip_cost


def _amount(extra: ParcelType | ParcelOption) -> Decimal:
    return Decimal(extra.amount)
