from django.contrib import admin

from apps.core.django_admin.base import ReadOnlyAdmin
from apps.exports import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.exports.models import Export


@admin.register(Export)
class ExportAdmin(ReadOnlyAdmin):
    """Without the file, which belongs to its user."""

    list_display = ("created_at", "user", "kind", "format", "state", "rows_done", "rows_total", "error")
    list_filter = ("state", "format")
    list_select_related = ("user",)
    search_people = ("user",)
    exclude = ("file",)
    sortable_by = ()
    ordering = ("-id",)
