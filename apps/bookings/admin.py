"""The Django admin of bookings: read-only, with actions that run transitions."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from apps.bookings import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.bookings.models import (
    Booking,
    BookingEvent,
    BookingStop,
    CancelReason,
    DailyEarnings,
    DayTotals,
    GuestLink,
    InspectorAccess,
    Offer,
    RegisterEntry,
    ReplayRun,
    SosAlert,
    TrackingPoint,
    TripShare,
)
from apps.bookings.services.cancelling import cancel_booking
from apps.bookings.services.offers import search_again
from apps.bookings.services.sos import handle_sos_alert
from apps.bookings.services.trip import force_end
from apps.core.django_admin.base import AuditedModelAdmin, ReadOnly, ReadOnlyAdmin, ReasonForm, reason_given

TRACK_SHOWN = 20


class EventInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = BookingEvent
    fields = ("version", "name", "from_status", "to_status", "role", "actor", "at", "data")


class StopInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = BookingStop
    fields = ("position", "add", "lat", "lng", "reached_at", "left_at")


class OfferInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = Offer
    fields = ("round", "rank", "driver", "state", "distance_km", "eta_seconds", "offered_at", "answered_at")


@admin.register(Booking)
class BookingAdmin(ReadOnlyAdmin):
    list_display = ("reference", "status", "created_at", "customer_name", "driver_name", "trip_cost")
    list_filter = ("status", "payment_mode", "car_type")
    search_people = ("customer", "driver")
    search_fields = ("reference__startswith",)
    sortable_by = ()
    ordering = ("-id",)
    readonly_fields = ("track",)
    inlines: ClassVar = [StopInline, EventInline, OfferInline]
    action_form = ReasonForm
    actions = ("cancel", "force_end", "search_again")

    @admin.display(description=_("Last tracking points"))
    def track(self, booking: Booking) -> str:
        points = TrackingPoint.objects.filter(booking=booking).order_by("-at")[:TRACK_SHOWN]
        rows = ((point.at.isoformat(" ", "seconds"), point.lat, point.lng) for point in points)
        return format_html_join("", "{}: {}, {}<br>", rows)

    @admin.action(description=_("Cancel (reason required)"), permissions=["act"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[Booking]) -> None:
        by, reason = _staff_user(request), reason_given(request)
        self.carry_out(
            request,
            chosen if reason else (),
            lambda booking: cancel_booking(booking_id=booking.pk, reason_value=None, reason=reason, by=by),
        )

    @admin.action(description=_("End the trip (reason required)"), permissions=["act"])
    def force_end(self, request: HttpRequest, chosen: QuerySet[Booking]) -> None:
        by, reason = _staff_user(request), reason_given(request)
        self.carry_out(
            request,
            chosen if reason else (),
            lambda booking: force_end(booking_id=booking.pk, reason=reason, by=by),
        )

    @admin.action(description=_("Restart driver search"), permissions=["act"])
    def search_again(self, request: HttpRequest, chosen: QuerySet[Booking]) -> None:
        by = _staff_user(request)
        self.carry_out(
            request, chosen, lambda booking: search_again(booking_id=booking.pk, widen=False, by=by)
        )

    def has_act_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("bookings.change_booking")


@admin.register(BookingStop)
class BookingStopAdmin(ReadOnlyAdmin):
    list_display = ("booking", "position", "add", "reached_at", "left_at")
    list_select_related = ("booking",)
    search_fields = ("booking__reference__exact",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(BookingEvent)
class BookingEventAdmin(ReadOnlyAdmin):
    list_display = ("at", "booking", "version", "name", "from_status", "to_status", "role")
    list_select_related = ("booking",)
    search_fields = ("booking__reference__exact",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Offer)
class OfferAdmin(ReadOnlyAdmin):
    list_display = ("booking", "driver", "state", "round", "rank", "offered_at", "answered_at")
    list_filter = ("state",)
    list_select_related = ("booking", "driver")
    search_people = ("driver",)
    search_fields = ("booking__reference__exact",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(CancelReason)
class CancelReasonAdmin(AuditedModelAdmin):
    """Labels can be corrected here. The values have no gaps, so only the back office adds and deletes
    reasons.
    """

    announces = "cancel_reasons"
    list_display = ("value", "label")
    search_fields = ("label",)
    readonly_fields = ("value",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(DailyEarnings)
class DailyEarningsAdmin(ReadOnlyAdmin):
    """Derived from the bookings; `manage.py rebuild_earnings` rebuilds it."""

    list_display = ("day", "driver", "vehicle_number", "rides")
    list_select_related = ("driver",)
    search_people = ("driver",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(DayTotals)
class DayTotalsAdmin(ReadOnlyAdmin):
    """Written by database triggers."""

    list_display = ("day", "fleet", "rides", "trip_cost", "convenience_fees", "cancelled")
    search_fields = ("=fleet",)
    sortable_by = ()
    ordering = ("-day",)


@admin.register(SosAlert)
class SosAlertAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "booking", "by", "handled_at", "handled_by")
    list_filter = (("handled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("booking", "by", "handled_by")
    search_people = ("by",)
    search_fields = ("booking__reference__exact",)
    ordering = ("-id",)
    actions = ("handle",)

    @admin.action(description=_("Mark as handled"), permissions=["handle"])
    def handle(self, request: HttpRequest, chosen: QuerySet[SosAlert]) -> None:
        by = _staff_user(request)
        self.carry_out(request, chosen, lambda alert: handle_sos_alert(alert_id=alert.pk, by=by))

    def has_handle_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("bookings.change_sosalert")


@admin.register(GuestLink)
class GuestLinkAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "booking", "created_by", "revoked_at")
    list_select_related = ("booking", "created_by")
    search_people = ("created_by",)
    search_fields = ("booking__reference__exact",)
    exclude = ("token_hash",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(RegisterEntry)
class RegisterEntryAdmin(ReadOnlyAdmin):
    list_display = ("accepted_at", "booking", "driver_name", "driver_licence", "vehicle_number", "fare")
    list_select_related = ("booking",)
    search_people = ("driver",)
    search_fields = ("booking__reference__exact",)
    sortable_by = ()
    ordering = ("-accepted_at", "-id")


@admin.register(InspectorAccess)
class InspectorAccessAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "name", "authority", "first_day", "last_day", "ends_at", "revoked_at")
    list_select_related = ("created_by",)
    search_people = ("created_by",)
    exclude = ("token_hash",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(ReplayRun)
class ReplayRunAdmin(ReadOnlyAdmin):
    list_display = (
        "created_at",
        "requested_by",
        "tariff_name",
        "first_day",
        "last_day",
        "state",
        "trips_total",
    )
    list_filter = ("state",)
    list_select_related = ("requested_by",)
    search_people = ("requested_by",)
    exclude = ("document", "results", "accounts")
    sortable_by = ()
    ordering = ("-id",)


@admin.register(TripShare)
class TripShareAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "booking", "created_by", "expires_at", "revoked_at")
    list_select_related = ("booking", "created_by")
    search_people = ("created_by",)
    search_fields = ("booking__reference__exact",)
    exclude = ("token_hash",)
    sortable_by = ()
    ordering = ("-id",)


def _staff_user(request: HttpRequest) -> Any:
    """Return the request's user; the admin site has checked that it is staff."""
    return request.user
