"""Passkeys in the Django admin."""

from django.contrib import admin

from apps.accounts.models import Passkey
from apps.core.django_admin.base import ReadOnlyAdmin


@admin.register(Passkey)
class PasskeyAdmin(ReadOnlyAdmin):
    list_display = ("name", "user", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_people = ("user",)
    fields = ("user", "name", "transports", "sign_count", "created_at", "last_used_at")
    sortable_by = ()
    ordering = ("-id",)
