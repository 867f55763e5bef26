"""Users in the Django admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from apps.accounts import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.accounts.choices import UserType
from apps.accounts.django_admin import (  # noqa: F401  # importing them is what registers
    allauth_models,
    merged_callers,
    passkeys,
    sessions,
    staff_roles,
    terms,
)
from apps.accounts.django_admin.forms import NewPasswordForm
from apps.accounts.models import DriverDocument, DriverProfile, SavedAddress, User
from apps.accounts.selectors import driver_profile_of
from apps.accounts.services.approval import send_approval
from apps.accounts.services.availability import sync_driver_position
from apps.accounts.services.fitness import REFRESH_ALL, refresh_fitness
from apps.accounts.services.second_factor import reset_second_factor
from apps.accounts.services.sessions import end_all_sessions
from apps.core import audit
from apps.core.django_admin.base import AuditedModelAdmin
from apps.core.outbox import events

READ_ONLY_DRIVER_FIELDS = ("active", "busy", "rating", "rating_sum", "rating_count")
"""Fields that only trips, ratings and the driver change."""


VEHICLE_COLUMNS = ("car_type", "vehicle_make", "vehicle_model", "vehicle_number")


class DriverProfileInline(admin.StackedInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = DriverProfile
    fk_name = "user"
    can_delete = False
    autocomplete_fields = ("fleet_admin",)
    readonly_fields = READ_ONLY_DRIVER_FIELDS

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        profile = None if obj is None else driver_profile_of(obj)
        assigned = VEHICLE_COLUMNS if profile is not None and profile.vehicle_assigned else ()
        return (*self.readonly_fields, *assigned)


class SavedAddressInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    model = SavedAddress
    extra = 0


@admin.register(User)
class UserAdmin(AuditedModelAdmin, DjangoUserAdmin):  # type: ignore[type-arg]  # as above
    change_password_form = NewPasswordForm
    ordering = ("-id",)
    list_display = ("email", "mobile", "full_name", "user_type", "approved", "is_active", "created_at")
    list_filter = ("user_type", "approved", "is_active", "is_staff")
    sortable_by = ()
    search_fields = ("email",)
    actions = ("approve", "disapprove", "sign_out", "reset_second_factor")
    readonly_fields = ("created_at", "last_login", "rider_rating_sum", "rider_rating_count")
    autocomplete_fields = ("signup_via_referral",)
    inlines: ClassVar = [DriverProfileInline, SavedAddressInline]
    fieldsets = (
        (None, {"fields": ("email", "password", "mobile", "login_type")}),
        (_("Person"), {"fields": ("first_name", "last_name", "profile_image", "language")}),
        (_("Role"), {"fields": ("user_type", "staff_role", "approved", "is_active", "created_by_admin")}),
        (_("Rating"), {"fields": ("rider_rating_sum", "rider_rating_count")}),
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

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Match each word with the start of a name, the email address or the mobile number; all are
        indexed.
        """
        found = queryset.alias(first=Lower("first_name"), last=Lower("last_name"))
        for word in search_term.lower().split():
            found = found.filter(
                Q(first__startswith=word)
                | Q(last__startswith=word)
                | Q(email__startswith=word)
                | Q(mobile__startswith=word)
                | Q(mobile__startswith=f"+{word}")
            )
        return found, False

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the user, and record that their data was read."""
        shown = super().change_view(request, object_id, *args, **kwargs)
        user = self.get_object(request, object_id) if request.method == "GET" else None
        if user is not None:
            audit.record_access(by=request.user, person=user, action="viewed_profile")
        return shown

    def get_inlines(self, request: HttpRequest, obj: User | None) -> list[Any]:
        if obj is None:
            return []
        drives = obj.user_type == UserType.DRIVER
        return [DriverProfileInline, SavedAddressInline] if drives else [SavedAddressInline]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the user and end all sessions of a user who may no longer log in."""
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if change and obj.approved and "approved" in form.changed_data:
                send_approval(obj)
            if {"approved", "is_active"} & set(form.changed_data) and not (obj.approved and obj.is_active):
                end_all_sessions(user_id=obj.pk)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Update the map's copy of the driver after a change of approval, car type or fleet admin."""
        with transaction.atomic():
            super().save_related(request, form, formsets, change)
            if DriverProfile.objects.filter(pk=form.instance.pk, user__user_type=UserType.DRIVER).exists():
                sync_driver_position(driver_id=form.instance.pk)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        with transaction.atomic():
            answer = super().user_change_password(request, id, form_url)
            if request.method == "POST" and answer.status_code == 302:
                audit.record(
                    by=request.user,
                    action="changed",
                    kind="user",
                    target_id=id,
                    label=str(User.objects.get(pk=id)),
                    after={"password": "new"},
                )
        return answer

    @admin.display(description=_("Name"))
    def full_name(self, user: User) -> str:
        return user.full_name

    @admin.action(description=_("Approve"), permissions=["change"])
    def approve(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        self.carry_out(request, chosen, lambda user: self._set_approved(user, True), action="approved")

    @admin.action(description=_("Revoke approval and log out everywhere"), permissions=["change"])
    def disapprove(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        self.carry_out(request, chosen, lambda user: self._set_approved(user, False), action="disapproved")

    @admin.action(description=_("Log out everywhere"), permissions=["change"])
    def sign_out(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        self.carry_out(request, chosen, lambda user: end_all_sessions(user_id=user.pk), action="signed_out")

    @admin.action(description=_("Reset two-factor login"), permissions=["change"])
    def reset_second_factor(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        by: Any = request.user
        self.carry_out(request, chosen, lambda user: reset_second_factor(user=user, by=by))

    def _set_approved(self, user: User, approved: bool) -> None:
        newly = approved and not user.approved
        user.approved = approved
        user.save(update_fields=["approved"])
        if newly:
            send_approval(user)
        if not approved:
            end_all_sessions(user_id=user.pk)
        if user.user_type == UserType.DRIVER:
            sync_driver_position(driver_id=user.pk)


@admin.register(DriverProfile)
class DriverProfileAdmin(AuditedModelAdmin):
    """Drivers' vehicles and availability; rows are added and removed with the user."""

    audit_kind = "user"
    list_display = ("user", "vehicle_number", "car_type", "fleet_admin", "active", "busy", "rating")
    list_filter = ("active", "busy", "car_type")
    list_select_related = ("user", "car_type", "fleet_admin")
    search_people = ("user", "fleet_admin")
    sortable_by = ()
    raw_id_fields = ("fleet_admin",)
    readonly_fields = ("user", *READ_ONLY_DRIVER_FIELDS)
    ordering = ("-pk",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The columns of an assigned vehicle are changed in its record."""
        assigned = VEHICLE_COLUMNS if obj is not None and obj.vehicle_assigned else ()
        return (*self.readonly_fields, *assigned)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        with transaction.atomic():
            super().save_related(request, form, formsets, change)
            sync_driver_position(driver_id=form.instance.pk)


@admin.register(SavedAddress)
class SavedAddressAdmin(AuditedModelAdmin):
    list_display = ("description", "user", "count")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    raw_id_fields = ("user",)
    ordering = ("-pk",)


@admin.register(DriverDocument)
class DriverDocumentAdmin(AuditedModelAdmin):
    """Corrections to documents; drivers and the back office upload them."""

    list_display = ("driver", "vehicle", "kind", "number", "expires_on", "state")
    list_filter = ("state", "kind")
    list_select_related = ("driver", "vehicle")
    search_people = ("driver",)
    sortable_by = ()
    ordering = ("-id",)
    readonly_fields = (
        "driver",
        "vehicle",
        "kind",
        "file",
        "claimed_expires_on",
        "uploaded_by_driver",
        "previous_expires_on",
        "created_at",
        "reviewed_at",
        "reviewed_by",
        "reminded_for",
        "reminded_days",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: DriverDocument, form: Any, change: bool) -> None:
        """Save the document and recalculate whether the driver may work."""
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            _refresh_drivers({obj})

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with transaction.atomic():
            super().delete_model(request, obj)
            _refresh_drivers({obj})

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[DriverDocument]) -> None:
        with transaction.atomic():
            documents = set(queryset)
            super().delete_queryset(request, queryset)
            _refresh_drivers(documents)


def _refresh_drivers(documents: set[DriverDocument]) -> None:
    """Recalculate the drivers' fitness; that of a vehicle's driver follows in a job."""
    for driver_id in sorted({one.driver_id for one in documents if one.driver_id is not None}):
        refresh_fitness(driver_id=driver_id)
    if any(one.driver_id is None for one in documents):
        events.enqueue(REFRESH_ALL)
