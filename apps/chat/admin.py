from django.contrib import admin

from apps.chat import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.chat.models import ChatMessage
from apps.core.django_admin.base import ReadOnlyAdmin


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnlyAdmin):
    list_display = ("booking", "source", "created_at", "delivered_at", "read_at")
    list_filter = ("source",)
    search_people = ("driver",)
    search_fields = ("booking__reference__exact",)
    list_select_related = ("booking",)
    sortable_by = ()
    ordering = ("-id",)
