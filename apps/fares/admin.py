from django.contrib import admin

from apps.core.django_admin.base import AuditedModelAdmin, ReadOnlyAdmin
from apps.fares import admin_labels  # noqa: F401  # importing it names the tables and columns
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


class ParcelTypeInline(admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = ParcelType
    extra = 0


class ParcelOptionInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = ParcelOption
    extra = 0


class CancelSlabInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = CancelSlab
    extra = 0


@admin.register(CarType)
class CarTypeAdmin(AuditedModelAdmin):
    announces = "car_types"
    list_display = ("name", "base_fare", "min_fare", "rate_per_unit_distance", "rate_per_hour", "position")
    list_filter = ("app_category",)
    search_fields = ("name",)
    inlines = (ParcelTypeInline, ParcelOptionInline, CancelSlabInline)


@admin.register(ParcelType)
class ParcelTypeAdmin(AuditedModelAdmin):
    announces = "car_types"
    list_display = ("car_type", "description", "amount", "position")
    list_filter = ("car_type",)
    list_select_related = ("car_type",)
    search_fields = ("description",)


@admin.register(ParcelOption)
class ParcelOptionAdmin(AuditedModelAdmin):
    announces = "car_types"
    list_display = ("car_type", "description", "amount", "position")
    list_filter = ("car_type",)
    list_select_related = ("car_type",)
    search_fields = ("description",)


@admin.register(CancelSlab)
class CancelSlabAdmin(AuditedModelAdmin):
    announces = "car_types"
    list_display = ("car_type", "mins_delayed", "amount")
    list_filter = ("car_type",)
    list_select_related = ("car_type",)
    search_fields = ("car_type__name",)


@admin.register(Promo)
class PromoAdmin(AuditedModelAdmin):
    """Shows how often each promo was used, which is counted by bookings."""

    announces = "promos"
    list_display = (
        "promo_name",
        "promo_discount_type",
        "promo_discount_value",
        "promo_validity",
        "promo_usage_limit",
        "user_avail",
    )
    list_filter = ("promo_discount_type",)
    search_fields = ("promo_name",)
    readonly_fields = ("user_avail", "created_at")
    ordering = ("-id",)


@admin.register(PromoRedemption)
class PromoRedemptionAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "promo", "user", "booking")
    list_select_related = ("promo", "user", "booking")
    search_people = ("user",)
    search_fields = ("promo__promo_name",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Tariff)
class TariffAdmin(ReadOnlyAdmin):
    list_display = ("name", "version", "revision", "created_at", "published_at")
    search_fields = ("name",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(TariffPeriod)
class TariffPeriodAdmin(ReadOnlyAdmin):
    list_display = ("valid_from", "tariff", "published_at")
    list_select_related = ("tariff",)
    search_fields = ("tariff__name",)
    sortable_by = ()
    ordering = ("-valid_from",)


@admin.register(PublicHoliday)
class PublicHolidayAdmin(ReadOnlyAdmin):
    list_display = ("day", "name")
    search_fields = ("name",)
    sortable_by = ()
    ordering = ("-day",)


@admin.register(SurgeFactor)
class SurgeFactorAdmin(ReadOnlyAdmin):
    list_display = ("computed_at", "zone", "car_type", "previous", "factor", "waiting", "free", "ended_at")
    list_select_related = ("car_type",)
    search_fields = ("zone", "car_type__name")
    sortable_by = ()
    ordering = ("-id",)
