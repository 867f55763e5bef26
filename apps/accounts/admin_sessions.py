"""Device sessions, telephone codes and licence uploads in the raw Django admin: to look at, and to end."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.devices import name_of_device
from apps.accounts.models import DeviceSession, LicenseUpload, PhoneCode
from apps.accounts.services.sessions import end_sessions


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Rows that the platform writes for itself; they may be deleted, with their person above all."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(DeviceSession)
class DeviceSessionAdmin(LookOnly):
    list_display = ("user", "device", "ip", "created_at", "last_seen_at", "ended_at", "ending")
    list_filter = ("ending", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__mobile", "ip")
    exclude = ("token_id", "replaced_token_id")
    ordering = ("-last_seen_at",)
    actions = ("sign_out",)

    @admin.display(description=_("Device"))
    def device(self, session: DeviceSession) -> str:
        return name_of_device(session.user_agent).text

    @admin.action(description=_("Sign these devices out"), permissions=["sign_out"])
    def sign_out(self, request: HttpRequest, chosen: QuerySet[DeviceSession]) -> None:
        end_sessions(families=list(chosen.values_list("family", flat=True)))

    def has_sign_out_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_devicesession")


@admin.register(PhoneCode)
class PhoneCodeAdmin(LookOnly):
    list_display = ("mobile", "purpose", "user", "tries", "created_at", "expires_at", "used_at")
    list_filter = ("purpose", "created_at")
    list_select_related = ("user",)
    search_fields = ("mobile", "user__email")
    ordering = ("-created_at",)


@admin.register(LicenseUpload)
class LicenseUploadAdmin(LookOnly):
    list_display = ("id", "created_at")
    fields = ("created_at",)
    ordering = ("-created_at",)
