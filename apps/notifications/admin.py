"""What was sent, and to whom: what happened is not changed by hand."""

from django.contrib import admin

from apps.core.django_admin.base import ReadOnlyAdmin, ViewAndDeleteAdmin
from apps.notifications.models import (
    Announcement,
    AnnouncementDelivery,
    Delivery,
    InboxMessage,
    KeptMessage,
    PushDevice,
)


@admin.register(InboxMessage)
class InboxMessageAdmin(ViewAndDeleteAdmin):
    list_display = ("created_at", "user", "occasion", "title", "read_at")
    list_filter = ("occasion", "screen")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Delivery)
class DeliveryAdmin(ViewAndDeleteAdmin):
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
    list_filter = ("status", "channel")
    list_select_related = ("user",)
    search_people = ("user",)
    search_fields = ("=job_id",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(PushDevice)
class PushDeviceAdmin(ViewAndDeleteAdmin):
    """Never the address and its keys: who has them can have messages sent there."""

    list_display = ("created_at", "user", "kind", "platform", "last_used_at", "retired_at")
    list_filter = ("kind", "platform")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    exclude = ("address", "p256dh", "auth", "session")
    ordering = ("-id",)


@admin.register(KeptMessage)
class KeptMessageAdmin(ViewAndDeleteAdmin):
    """Never what it says: codes and links let people in."""

    list_display = ("created_at", "channel", "to", "subject")
    list_filter = ("channel",)
    search_fields = ("to__exact",)
    fields = ("created_at", "channel", "to", "subject")
    readonly_fields = ("created_at",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    """Written, sent and counted by services alone."""

    list_display = ("created_at", "title", "user_type", "device_type", "state", "total", "sent", "failed")
    list_filter = ("state", "user_type", "device_type")
    search_fields = ("title__istartswith",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(AnnouncementDelivery)
class AnnouncementDeliveryAdmin(ReadOnlyAdmin):
    list_display = ("announcement", "round", "device_id", "step", "attempts", "error")
    list_filter = ("step",)
    list_select_related = ("announcement",)
    search_fields = ("=announcement__id",)
    # A device may be gone, and its row is then not there to be named.
    exclude = ("device",)
    sortable_by = ()
    ordering = ("-id",)
