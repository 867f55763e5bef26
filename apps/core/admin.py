"""The platform's settings in the raw admin: one row, changed the way the rest of the code changes it."""

from typing import Any

from django.contrib import admin
from django.db.models import URLField
from django.http import HttpRequest

from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings, update_platform_settings


@admin.register(PlatformSettings)
class PlatformSettingsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("app_name", "app_category", "auto_dispatch", "dispatch_policy")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return not PlatformSettings.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: PlatformSettings | None = None) -> bool:
        return False

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if isinstance(db_field, URLField):
            kwargs["assume_scheme"] = "https"
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: PlatformSettings, form: Any, change: bool) -> None:
        """Every client hears of it, and no process goes on by the old values."""
        obj.pk = 1
        changed = {name: form.cleaned_data[name] for name in form.changed_data}
        if "quick_amounts" in changed:
            # An empty list comes out of its field as nothing at all.
            changed["quick_amounts"] = changed["quick_amounts"] or []
        before = platform_settings()
        changed = {name: value for name, value in changed.items() if value != getattr(before, name)}
        if changed:
            update_platform_settings(**changed)
