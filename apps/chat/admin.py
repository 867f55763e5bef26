from django.contrib import admin

from apps.bookings.admin import ReadOnly
from apps.chat.models import ChatMessage


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("booking", "source", "created_at", "delivered_at", "read_at")
    search_fields = ("booking__reference__startswith",)
    show_full_result_count = False
    list_select_related = ("booking",)
