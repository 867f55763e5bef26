"""Django admin pages of platform settings, the outbox and the audit log."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet, URLField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.core import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.core.django_admin.base import AuditedModelAdmin, ReadOnlyAdmin, ViewAndDeleteAdmin
from apps.core.models import AuditEntry, IdempotencyKey, OutboxEntry, PlatformSettings, Topic
from apps.core.outbox.dead_letters import retry
from apps.core.platform import platform_settings, update_platform_settings


@admin.register(PlatformSettings)
class PlatformSettingsAdmin(AuditedModelAdmin):
    """The settings row, saved with the same service as everywhere."""

    audit_kind = "settings"
    list_display = ("app_name", "app_category", "auto_dispatch", "dispatch_policy")
    search_fields = ("app_name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return not PlatformSettings.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: PlatformSettings | None = None) -> bool:
        return False

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if isinstance(db_field, URLField):
            kwargs["assume_scheme"] = "https"
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: PlatformSettings, form: Any, change: bool) -> None:
        """Save through the service, which notifies clients and clears caches."""
        obj.pk = 1
        changed = {name: form.cleaned_data[name] for name in form.changed_data}
        if "quick_amounts" in changed:
            # The form field returns None for an empty list.
            changed["quick_amounts"] = changed["quick_amounts"] or []
        if "logo" in changed:
            # The form field returns False for a ticked "Clear".
            changed["logo"] = changed["logo"] or ""
        before = platform_settings()
        changed = {name: value for name, value in changed.items() if value != getattr(before, name)}
        if changed:
            update_platform_settings(**changed)


@admin.register(OutboxEntry)
class OutboxEntryAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "name", "topic", "created_at", "due_at", "attempts", "done_at")
    list_filter = ("kind", ("done_at", admin.EmptyFieldListFilter))
    search_fields = ("key__exact",)
    sortable_by = ()
    ordering = ("-id",)
    actions = ("send_again",)

    @admin.action(description=_("Send again"), permissions=["send"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[OutboxEntry]) -> None:
        self.carry_out(request, chosen, lambda entry: retry(entry_id=entry.pk), action="sent_again")

    def has_send_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("core.change_outboxentry")


@admin.register(Topic)
class TopicAdmin(ReadOnlyAdmin):
    list_display = ("name", "last_seq")
    search_fields = ("name__exact",)
    sortable_by = ()


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ViewAndDeleteAdmin):
    """Hides the stored replies, which contain users' data."""

    list_display = ("created_at", "user", "key", "status")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    exclude = ("body", "request_hash")
    ordering = ("-id",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "actor_name", "source", "action", "kind", "label")
    list_filter = ("source",)
    search_fields = ("kind__exact", "target_id__exact")
    sortable_by = ()
    ordering = ("-id",)
