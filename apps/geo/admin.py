"""Read-only: imports and phones write these rows."""

from django.contrib import admin

from apps.core.django_admin.base import ReadOnlyAdmin
from apps.geo import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.geo.models import DriverPosition, MapRegion, Place, StreetPoint


@admin.register(MapRegion)
class MapRegionAdmin(ReadOnlyAdmin):
    list_display = ("name", "current", "place_count", "country", "imported_at", "version")
    search_fields = ("name",)


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    list_display = ("main_text", "secondary_text", "kind", "importance")
    list_filter = ("kind",)
    search_fields = ("=id", "folded__startswith")
    sortable_by = ()
    ordering = ("id",)


@admin.register(DriverPosition)
class DriverPositionAdmin(ReadOnlyAdmin):
    list_display = ("driver", "online", "free", "car_type_id", "lat", "lng", "at")
    list_filter = ("online", "free")
    list_select_related = ("driver",)
    search_people = ("driver",)
    sortable_by = ()


@admin.register(StreetPoint)
class StreetPointAdmin(ReadOnlyAdmin):
    list_display = ("id", "street", "lat", "lng")
    list_select_related = ("street",)
    search_fields = ("street__id__exact",)
    sortable_by = ()
    ordering = ("-id",)
