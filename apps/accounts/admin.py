"""People in the raw Django admin, which signs in by e-mail and counts wrong passwords too."""

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts import admin_sessions  # noqa: F401  # importing it is what registers it
from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, DriverProfile, SavedAddress, User
from apps.accounts.services.availability import sync_driver_position
from apps.accounts.services.sessions import end_all_sessions
from apps.core.platform import platform_settings


class AdminSignInForm(AdminAuthenticationForm):
    """Django's own form, behind the same limits as the API's sign-in."""

    def clean(self) -> dict[str, Any]:
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password:
            try:
                self.user_cache = get_adapter(self.request).authenticate(
                    self.request, email=email, password=password
                )
            except ValidationError as error:
                raise ValidationError(_("Too many tries. Wait a few minutes.")) from error
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if platform_settings().is_demo_mode:
            raise ValidationError(_("This is not possible in demo mode."))
        if not user.approved:
            raise self.get_invalid_login_error()


def may_enter(request: HttpRequest) -> bool:
    """Staff, and nobody in demo mode: here one reads every number and changes every row."""
    user = request.user
    return bool(user.is_active and getattr(user, "is_staff", False)) and not platform_settings().is_demo_mode


admin.site.login_form = AdminSignInForm
admin.site.has_permission = may_enter  # type: ignore[method-assign]


class NewPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """Django's own form; whoever was signed in with the old password is not any more."""

    def save(self, commit: bool = True) -> Any:
        with transaction.atomic():
            user = super().save(commit)
            end_all_sessions(user_id=user.pk, ending=DeviceSession.Ending.PASSWORD_CHANGED)
        return user


class DriverProfileInline(admin.StackedInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = DriverProfile
    fk_name = "user"
    can_delete = False
    autocomplete_fields = ("fleet_admin",)
    # Written by trips, ratings and the driver's own switch alone.
    readonly_fields = ("active", "busy", "rating", "rating_sum", "rating_count")


class SavedAddressInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = SavedAddress
    extra = 0


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]  # as above
    change_password_form = NewPasswordForm
    ordering = ("-id",)
    list_display = ("email", "mobile", "full_name", "user_type", "approved", "is_active", "created_at")
    list_filter = ("user_type", "approved", "is_active", "is_staff")
    search_fields = ("email", "mobile", "first_name", "last_name")
    readonly_fields = ("created_at", "last_login")
    autocomplete_fields = ("signup_via_referral",)
    inlines: ClassVar = [DriverProfileInline, SavedAddressInline]
    fieldsets = (
        (None, {"fields": ("email", "password", "mobile", "login_type")}),
        (_("Person"), {"fields": ("first_name", "last_name", "profile_image", "language")}),
        (_("Role"), {"fields": ("user_type", "approved", "is_active", "created_by_admin")}),
        (_("Referral"), {"fields": ("referral_id", "signup_via_referral")}),
        (_("Bank"), {"fields": ("bank_name", "bank_code", "bank_account")}),
        (_("Django"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("created_at", "last_login")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("email", "first_name", "last_name", "user_type", "password1", "password2"),
            },
        ),
    )

    def get_inlines(self, request: HttpRequest, obj: User | None) -> list[Any]:
        if obj is None:
            return []
        drives = obj.user_type == UserType.DRIVER
        return [DriverProfileInline, SavedAddressInline] if drives else [SavedAddressInline]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Who may no longer sign in is signed out of every device, open sockets included."""
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if {"approved", "is_active"} & set(form.changed_data) and not (obj.approved and obj.is_active):
                end_all_sessions(user_id=obj.pk)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """An approval, a car type or an owner changed here reaches the map's copy with it."""
        with transaction.atomic():
            super().save_related(request, form, formsets, change)
            if DriverProfile.objects.filter(pk=form.instance.pk, user__user_type=UserType.DRIVER).exists():
                sync_driver_position(driver_id=form.instance.pk)
