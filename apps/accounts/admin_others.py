"""What Django and django-allauth keep about people, in the Django admin; their own pages show too much."""

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.services.email_addresses import mark_verified
from apps.accounts.services.second_factor import reset_second_factor
from apps.core.django_admin.base import AuditedModelAdmin, ReadOnlyAdmin

for _model in (EmailAddress, EmailConfirmation, SocialAccount, SocialApp, SocialToken, Authenticator, Group):
    # Their apps come first in the settings, and register pages of their own.
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email__startswith",)
    sortable_by = ()
    actions = ("verify",)

    @admin.action(description=_("Mark as verified"), permissions=["verify"])
    def verify(self, request: HttpRequest, chosen: QuerySet[EmailAddress]) -> None:
        self.carry_out(request, chosen, _verify, action="verified")

    def has_verify_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("account.change_emailaddress"))


def _verify(address: EmailAddress) -> None:
    if address.primary:
        mark_verified(address.user)
    else:
        address.set_verified()


@admin.register(EmailConfirmation)
class EmailConfirmationAdmin(ReadOnlyAdmin):
    list_display = ("email_address", "created", "sent")
    search_fields = ("email_address__email__startswith",)
    exclude = ("key",)


@admin.register(SocialAccount)
class SocialAccountAdmin(ReadOnlyAdmin):
    list_display = ("user", "provider", "uid", "last_login", "date_joined")
    list_filter = ("provider",)
    list_select_related = ("user",)
    search_people = ("user",)
    search_fields = ("uid__exact",)
    sortable_by = ()


@admin.register(SocialApp)
class SocialAppAdmin(ReadOnlyAdmin):
    """Empty: keys come from the environment alone."""

    list_display = ("name", "provider")
    search_fields = ("name",)
    exclude = ("secret", "key", "settings")


@admin.register(SocialToken)
class SocialTokenAdmin(ReadOnlyAdmin):
    list_display = ("account", "expires_at")
    search_people = ("account__user",)
    exclude = ("token", "token_secret")


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Who has a second factor; the secrets are for no one's eyes."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_people = ("user",)
    exclude = ("data",)
    actions = ("reset",)

    @admin.action(description=_("Reset two-factor login"), permissions=["reset"])
    def reset(self, request: HttpRequest, chosen: QuerySet[Authenticator]) -> None:
        by: Any = request.user
        people = {factor.user_id: factor.user for factor in chosen.select_related("user")}
        self.carry_out(request, people.values(), lambda user: reset_second_factor(user=user, by=by))

    def has_reset_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("mfa.change_authenticator"))


@admin.register(Group)
class GroupAdmin(AuditedModelAdmin, DjangoGroupAdmin):
    list_display = ("name",)


@admin.register(Permission)
class PermissionAdmin(ReadOnlyAdmin):
    list_display = ("name", "content_type", "codename")
    list_select_related = ("content_type",)
    search_fields = ("codename", "name")


@admin.register(ContentType)
class ContentTypeAdmin(ReadOnlyAdmin):
    list_display = ("app_label", "model")
    search_fields = ("app_label", "model")


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    """Never a key: who has it is in."""

    list_display = ("expire_date",)
    list_display_links = None
    search_fields = ("=session_key",)
    fields = ("expire_date",)
    ordering = ("-expire_date",)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """Django's own notes; the audit entries say more."""

    list_display = ("action_time", "user", "content_type", "object_repr", "action_flag")
    list_select_related = ("user", "content_type")
    list_filter = ("action_flag",)
    search_people = ("user",)
    sortable_by = ()
