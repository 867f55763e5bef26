"""The Django admin of messages: they can be deleted but not changed."""

from django.contrib import admin

from apps.core.django_admin.base import ReadOnlyAdmin, ViewAndDeleteAdmin
from apps.notifications import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.notifications.models import (
    Announcement,
    AnnouncementDelivery,
    Delivery,
    DeskMessage,
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


@admin.register(DeskMessage)
class DeskMessageAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "sent_by", "text")
    list_select_related = ("sent_by",)
    search_people = ("sent_by",)
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
    """Without the address and its keys, which allow sending messages to the device."""

    list_display = ("created_at", "user", "kind", "platform", "last_used_at", "retired_at")
    list_filter = ("kind", "platform")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    exclude = ("address", "p256dh", "auth", "session")
    ordering = ("-id",)


@admin.register(KeptMessage)
class KeptMessageAdmin(ViewAndDeleteAdmin):
    """Without the text, because codes and links allow a login."""

    list_display = ("created_at", "channel", "to", "subject")
    list_filter = ("channel",)
    search_fields = ("to__exact",)
    fields = ("created_at", "channel", "to", "subject")
    readonly_fields = ("created_at",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    """Changed only by services."""

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
    # The device may be deleted, so it cannot be shown.
    exclude = ("device",)
    sortable_by = ()
    ordering = ("-id",)
