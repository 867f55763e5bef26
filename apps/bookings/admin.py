from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from apps.bookings.models import Booking, BookingEvent, CancelReason, Offer


class ReadOnly:
    """Looked at here, changed by the lifecycle alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EventInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = BookingEvent
    fields = ("version", "name", "from_status", "to_status", "role", "actor", "at", "data")


class OfferInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = Offer
    fields = ("round", "rank", "driver", "state", "distance_km", "eta_seconds", "offered_at", "answered_at")


@admin.register(Booking)
class BookingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    list_display = ("reference", "status", "created_at", "customer_name", "driver_name", "trip_cost")
    list_filter = ("status", "payment_mode", "car_type", "created_at")
    search_fields = ("reference__startswith", "customer_name", "driver_name", "pickup_add", "drop_add")
    show_full_result_count = False
    inlines: ClassVar = [EventInline, OfferInline]


@admin.register(CancelReason)
class CancelReasonAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    list_display = ("value", "label")
