from django.contrib import admin
from django.http import HttpRequest

from apps.payments.models import Attempt, Notification, Refund


class _ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Money moves by services alone; operators look."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Attempt)
class AttemptAdmin(_ReadOnly):
    list_display = ("ref", "provider", "live", "user", "amount", "currency", "state", "problem", "created_at")
    list_filter = ("state", "provider", "live")
    search_fields = ("ref", "session_id", "payment_id", "reference", "user__email")
    list_select_related = ("user",)


@admin.register(Notification)
class NotificationAdmin(_ReadOnly):
    list_display = ("id", "provider", "verdict", "reason", "attempt", "received_at")
    list_filter = ("verdict", "provider")
    search_fields = ("attempt__ref",)
    list_select_related = ("attempt",)


@admin.register(Refund)
class RefundAdmin(_ReadOnly):
    list_display = ("ref", "attempt", "amount", "state", "problem", "created_at")
    list_filter = ("state",)
    search_fields = ("ref", "attempt__ref", "refund_id")
    list_select_related = ("attempt",)
