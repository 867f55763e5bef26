"""What the back office keeps for itself, in the raw admin."""

from django.contrib import admin

from apps.backoffice.models import Language, SavedView
from apps.core.raw_admin.base import LookOnlyAdmin, ReadOnlyAdmin


@admin.register(Language)
class LanguageAdmin(ReadOnlyAdmin):
    """Browsers keep a version's words for good, so that changes go through the back office."""

    list_display = ("name", "code", "date_locale", "default", "removed", "version")
    list_filter = ("removed",)
    search_fields = ("name", "code")


@admin.register(SavedView)
class SavedViewAdmin(LookOnlyAdmin):
    list_display = ("user", "list", "name", "query")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    ordering = ("-id",)
