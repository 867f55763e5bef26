"""Device sessions, phone codes and licence uploads in the Django admin: read, end and delete."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.devices import device_name
from apps.accounts.models import DeviceSession, LicenseUpload, PhoneCode
from apps.accounts.services.sessions import end_sessions
from apps.core.django_admin.base import ViewAndDeleteAdmin


@admin.register(DeviceSession)
class DeviceSessionAdmin(ViewAndDeleteAdmin):
    list_display = ("user", "device", "ip", "created_at", "last_seen_at", "ended_at", "ending")
    list_filter = ("ending",)
    list_select_related = ("user",)
    search_people = ("user",)
    search_fields = ("ip__exact",)
    sortable_by = ()
    exclude = ("token_id", "replaced_token_id", "unconfirmed_token_id")
    ordering = ("-last_seen_at",)
    actions = ("sign_out",)

    @admin.display(description=_("Device"))
    def device(self, session: DeviceSession) -> str:
        return device_name(session.user_agent).text

    @admin.action(description=_("Log out these devices"), permissions=["sign_out"])
    def sign_out(self, request: HttpRequest, chosen: QuerySet[DeviceSession]) -> None:
        self.carry_out(
            request, chosen, lambda session: end_sessions(families=[session.family]), action="signed_out"
        )

    def has_sign_out_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_devicesession")


@admin.register(PhoneCode)
class PhoneCodeAdmin(ViewAndDeleteAdmin):
    list_display = ("mobile", "purpose", "user", "tries", "created_at", "expires_at", "used_at")
    list_filter = ("purpose",)
    list_select_related = ("user",)
    search_people = ("user",)
    search_fields = ("mobile__startswith",)
    sortable_by = ()
    ordering = ("-created_at",)


@admin.register(LicenseUpload)
class LicenseUploadAdmin(ViewAndDeleteAdmin):
    list_display = ("id", "created_at")
    fields = ("created_at",)
    search_fields = ("=id",)
    ordering = ("-created_at",)
