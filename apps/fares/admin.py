from django.contrib import admin

from apps.fares.models import CancelSlab, CarType, ParcelOption, ParcelType


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
class CarTypeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    list_display = ("name", "base_fare", "min_fare", "rate_per_unit_distance", "rate_per_hour", "position")
    list_filter = ("app_category",)
    inlines = (ParcelTypeInline, ParcelOptionInline, CancelSlabInline)
