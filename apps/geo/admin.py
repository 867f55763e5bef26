from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.geo.models import DriverPosition, MapRegion, Place


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """To look at: imports and telephones write these rows."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(MapRegion)
class MapRegionAdmin(ReadOnlyAdmin):
    list_display = ("name", "current", "place_count", "country", "imported_at", "version")


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    list_display = ("main_text", "secondary_text", "kind", "importance")
    list_filter = ("kind",)
    search_fields = ("folded",)
    show_full_result_count = False


@admin.register(DriverPosition)
class DriverPositionAdmin(ReadOnlyAdmin):
    list_display = ("driver", "online", "free", "car_type_id", "lat", "lng", "at")
    list_filter = ("online", "free")
    list_select_related = ("driver",)
    show_full_result_count = False
