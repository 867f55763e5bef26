"""The ledger in the raw admin: to be looked at, never written."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.wallet.models import Account, JournalEntry, Posting


class ReadOnly:
    """Nobody adds, changes or deletes here, superusers included."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False


@admin.register(Account)
class AccountAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("id", "kind", "user", "name", "balance")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__mobile", "name")


class PostingInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = Posting
    fields = ("account", "amount", "balance_after")
    extra = 0


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    list_display = ("id", "key", "kind", "reference", "created_at", "created_by")
    list_filter = ("kind",)
    list_select_related = ("created_by",)
    search_fields = ("=key", "=reference")
    show_full_result_count = False
    inlines = (PostingInline,)
