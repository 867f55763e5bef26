"""Vehicles, their assignments, required documents, shifts and taxi ranks in the Django admin, for reading.

Changes have consequences for drivers, so they are made in the back office.
"""

from django.contrib import admin

from apps.core.django_admin.base import ReadOnlyAdmin
from apps.fleet import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.fleet.models import (
    PastDemand,
    Rank,
    RankQueueEntry,
    Requirement,
    Shift,
    ShiftBreak,
    Vehicle,
    VehicleAssignment,
)


@admin.register(Vehicle)
class VehicleAdmin(ReadOnlyAdmin):
    list_display = ("plate", "make", "model", "car_type", "fleet_admin", "active")
    list_filter = ("active", "car_type")
    list_select_related = ("car_type", "fleet_admin")
    search_fields = ("plate",)
    sortable_by = ()
    ordering = ("-pk",)


@admin.register(VehicleAssignment)
class VehicleAssignmentAdmin(ReadOnlyAdmin):
    list_display = ("vehicle", "driver", "starts_at", "ends_at", "in_force")
    list_filter = ("in_force",)
    search_people = ("driver",)
    list_select_related = ("vehicle", "driver")
    sortable_by = ()
    ordering = ("-pk",)


@admin.register(Requirement)
class RequirementAdmin(ReadOnlyAdmin):
    list_display = ("subject", "kind", "effect", "grace_days", "car_type", "fleet_admin")
    list_filter = ("subject", "effect")
    search_people = ("fleet_admin",)
    list_select_related = ("car_type", "fleet_admin")
    sortable_by = ()
    ordering = ("pk",)


@admin.register(Shift)
class ShiftAdmin(ReadOnlyAdmin):
    list_display = ("driver", "started_at", "ended_at")
    search_people = ("driver",)
    list_select_related = ("driver",)
    sortable_by = ()
    ordering = ("-pk",)


@admin.register(ShiftBreak)
class ShiftBreakAdmin(ReadOnlyAdmin):
    list_display = ("shift", "started_at", "ended_at")
    search_people = ("shift__driver",)
    list_select_related = ("shift__driver",)
    sortable_by = ()
    ordering = ("-pk",)


@admin.register(Rank)
class RankAdmin(ReadOnlyAdmin):
    list_display = ("name", "radius_m", "max_drivers", "active")
    list_filter = ("active",)
    search_fields = ("name",)
    sortable_by = ()
    ordering = ("pk",)


@admin.register(RankQueueEntry)
class RankQueueEntryAdmin(ReadOnlyAdmin):
    list_display = ("rank", "driver", "entered_at", "ended_at", "end_reason")
    list_filter = ("end_reason", "rank")
    search_people = ("driver",)
    list_select_related = ("rank", "driver")
    sortable_by = ()
    ordering = ("-pk",)


@admin.register(PastDemand)
class PastDemandAdmin(ReadOnlyAdmin):
    list_display = ("kind", "name", "weekday", "hour", "requests", "hours", "weeks", "computed_at")
    search_fields = ("name",)
    sortable_by = ()
    ordering = ("kind", "name", "weekday", "hour")
