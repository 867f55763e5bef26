"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.fares.models import (
    CancelSlab,
    CarType,
    ParcelOption,
    ParcelType,
    Promo,
    PromoRedemption,
    PublicHoliday,
    SurgeFactor,
    Tariff,
    TariffPeriod,
)

name_model(
    CarType,
    _("car type"),
    _("car types"),
    name=_("Name"),
    image=_("Image"),
    icon=_("Icon"),
    base_fare=_("Base fare"),
    rate_per_unit_distance=_("Rate per km or mile"),
    rate_per_hour=_("Rate per hour"),
    min_fare=_("Minimum fare"),
    convenience_fees=_("Convenience fee"),
    convenience_fee_type=_("Convenience fee type"),
    extra_info=_("Description"),
    app_category=_("Service type"),
    seats=_("Seats"),
    luggage=_("Pieces of luggage"),
    position=_("Position"),
    created_at=_("Created"),
)

name_model(
    ParcelType,
    _("parcel type"),
    _("parcel types"),
    car_type=_("Car type"),
    description=_("Description"),
    amount=_("Amount"),
    position=_("Position"),
)

name_model(
    ParcelOption,
    _("delivery option"),
    _("delivery options"),
    car_type=_("Car type"),
    description=_("Description"),
    amount=_("Amount"),
    position=_("Position"),
)

name_model(
    CancelSlab,
    _("cancellation fee"),
    _("cancellation fees"),
    car_type=_("Car type"),
    mins_delayed=_("After (minutes)"),
    amount=_("Amount"),
)

name_model(
    Promo,
    _("promo code"),
    _("promo codes"),
    promo_name=_("Promo code"),
    promo_description=_("Description"),
    promo_discount_type=_("Discount type"),
    promo_discount_value=_("Discount"),
    max_promo_discount_value=_("Maximum discount"),
    min_order=_("Minimum fare"),
    promo_validity=_("Valid until"),
    promo_usage_limit=_("Usage limit"),
    user_avail=_("Times used"),
    created_at=_("Created"),
)

name_model(
    PromoRedemption,
    _("promo code use"),
    _("promo code uses"),
    promo=_("Promo code"),
    user=_("User"),
    booking=_("Booking"),
    created_at=_("Created"),
)

name_model(
    Tariff,
    _("tariff"),
    _("tariffs"),
    name=_("Name"),
    version=_("Version"),
    document=_("Document"),
    revision=_("Revision"),
    created_by=_("Created by"),
    created_at=_("Created"),
    published_by=_("Published by"),
    published_at=_("Published"),
)

name_model(
    TariffPeriod,
    _("tariff period"),
    _("tariff periods"),
    tariff=_("Tariff"),
    valid_from=_("Valid from"),
    published_by=_("Published by"),
    published_at=_("Published"),
)

name_model(
    PublicHoliday,
    _("public holiday"),
    _("public holidays"),
    day=_("Date"),
    name=_("Name"),
)

name_model(
    SurgeFactor,
    _("surge factor"),
    _("surge factors"),
    zone=_("Zone"),
    car_type=_("Car type"),
    factor=_("Factor"),
    previous=_("Before"),
    waiting=_("Waiting requests"),
    free=_("Free cars"),
    computed_at=_("Time"),
    ended_at=_("Until"),
)
