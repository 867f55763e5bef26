"""Staff roles in the Django admin, read-only; the page of staff roles edits them."""

from django.contrib import admin

from apps.accounts.models import StaffRole
from apps.core.django_admin.base import ReadOnlyAdmin


@admin.register(StaffRole)
class StaffRoleAdmin(ReadOnlyAdmin):
    list_display = ("name", "built_in", "two_factor", "created_at")
    search_fields = ("name__istartswith",)
    sortable_by = ()
    ordering = ("-id",)
