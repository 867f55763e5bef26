from django.contrib import admin

from apps.fares.models import CarType


@admin.register(CarType)
class CarTypeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("name", "base_fare", "min_fare", "rate_per_unit_distance", "rate_per_hour", "position")
