"""Callers who were merged into accounts, in the Django admin."""

from django.contrib import admin

from apps.accounts.models import MergedCaller
from apps.core.django_admin.base import ReadOnlyAdmin


@admin.register(MergedCaller)
class MergedCallerAdmin(ReadOnlyAdmin):
    list_display = ("merged_at", "caller", "account", "mobile", "merged_by")
    list_select_related = ("caller", "account", "merged_by")
    search_people = ("account",)
    search_fields = ("mobile__exact",)
    sortable_by = ()
    ordering = ("-id",)
