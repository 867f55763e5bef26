from apps.fares.models.car_type import CarType
from apps.fares.models.parcel import CancelSlab, ParcelOption, ParcelType
from apps.fares.models.promo import Promo, PromoRedemption
from apps.fares.models.surge import SurgeFactor
from apps.fares.models.tariff import PublicHoliday, Tariff, TariffPeriod

__all__ = [
    "CancelSlab",
    "CarType",
    "ParcelOption",
    "ParcelType",
    "Promo",
    "PromoRedemption",
    "PublicHoliday",
    "SurgeFactor",
    "Tariff",
    "TariffPeriod",
]
