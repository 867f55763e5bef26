from django.contrib import admin

from apps.core.django_admin.base import ReadOnlyAdmin
from apps.recording import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.recording.models import PresenceChange, PresenceSpan, QuoteRecord


@admin.register(QuoteRecord)
class QuoteRecordAdmin(ReadOnlyAdmin):
    list_display = ("at", "requester", "pickup_name", "drop_name", "distance_km", "booking")
    list_filter = ("requester",)
    list_select_related = ("booking",)
    exclude = ("rider_token",)
    search_fields = ("reference",)
    sortable_by = ()
    ordering = ("-at", "-id")


@admin.register(PresenceSpan)
class PresenceSpanAdmin(ReadOnlyAdmin):
    list_display = ("driver", "state", "started_at", "ended_at", "booking")
    list_filter = ("state",)
    list_select_related = ("driver", "booking")
    search_people = ("driver",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(PresenceChange)
class PresenceChangeAdmin(ReadOnlyAdmin):
    list_display = ("driver_id", "at", "active", "busy")
    search_fields = ("=driver_id",)
    sortable_by = ()
    ordering = ("-id",)
