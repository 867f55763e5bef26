from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.notifications.models import Delivery, InboxMessage, PushDevice


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """What happened is not changed by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(InboxMessage)
class InboxMessageAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "user", "occasion", "title", "read_at")
    list_filter = ("occasion", "screen")
    list_select_related = ("user",)
    search_fields = ("title", "user__email", "key")
    ordering = ("-id",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = (
        "created_at",
        "user",
        "channel",
        "template",
        "to",
        "status",
        "attempts",
        "error",
    )
    list_filter = ("status", "channel", "provider", "template")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__mobile", "provider_id", "job_id")
    date_hierarchy = "created_at"
    ordering = ("-id",)


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnlyAdmin):
    """Never the address and its keys: who has them can have messages sent there."""

    list_display = ("created_at", "user", "kind", "platform", "last_used_at", "retired_at")
    list_filter = ("kind", "platform")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__mobile")
    exclude = ("address", "p256dh", "auth", "session")
    ordering = ("-id",)
