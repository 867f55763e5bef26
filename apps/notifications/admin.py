from django.contrib import admin
from django.http import HttpRequest

from apps.notifications.models import InboxMessage


@admin.register(InboxMessage)
class InboxMessageAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("created_at", "user", "occasion", "title", "read_at")
    list_filter = ("occasion", "screen")
    list_select_related = ("user",)
    search_fields = ("title", "user__email", "key")
    ordering = ("-id",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: InboxMessage | None = None) -> bool:
        return False
