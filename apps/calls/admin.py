from django.contrib import admin

from apps.calls import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.calls.models import Call
from apps.core.django_admin.base import ReadOnlyAdmin


@admin.register(Call)
class CallAdmin(ReadOnlyAdmin):
    list_display = ("rang_at", "phone", "line", "state", "answered_by", "answered_at", "ended_at")
    list_filter = ("state",)
    search_people = ("caller",)
    search_fields = ("phone",)
    sortable_by = ()
    ordering = ("-id",)
