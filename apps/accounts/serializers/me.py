"""Serializers for the user's own profile."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.login.two_factor_policy import is_setup_due
from apps.accounts.models import DriverProfile, User
from apps.accounts.profile.balance import wallet_balance
from apps.accounts.profile.bank import bank_fields_due
from apps.accounts.selectors import driver_profile_of
from apps.accounts.serializers.changes import ChangesSerializer
from apps.accounts.services.email_addresses import is_email_verified, pending_email
from apps.accounts.staff_roles.access import permissions_of
from apps.accounts.staff_roles.areas import all_levels
from apps.accounts.staff_roles.serializers import NamedRoleSerializer, StaffPermissionsSerializer
from apps.accounts.terms.selectors import versions_due
from apps.core.fields import HiddenInDemoField
from apps.core.money import MONEY_DIGITS, MONEY_PLACES, round_money
from apps.core.platform import platform_settings


@extend_schema_field({"type": "string", "format": "uri-reference"})
class ImageAddressField(serializers.ImageField):
    """URL of an uploaded image, without the host; null without an image."""


class CarTypeBriefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    image = ImageAddressField(allow_null=True)


class DriverDetailsSerializer(serializers.ModelSerializer[DriverProfile]):
    car_type = CarTypeBriefSerializer(allow_null=True)
    rating = serializers.DecimalField(max_digits=2, decimal_places=1, allow_null=True)
    fleet_admin_id = serializers.IntegerField(allow_null=True)
    license_image_url = serializers.SerializerMethodField(help_text="Valid for some minutes only.")

    class Meta:
        model = DriverProfile
        fields = (
            "car_type",
            "vehicle_make",
            "vehicle_model",
            "vehicle_number",
            "vehicle_assigned",
            "other_info",
            "active",
            "busy",
            "rating",
            "fleet_admin_id",
            "license_image_url",
        )

    @extend_schema_field({"type": "string", "format": "uri-reference", "nullable": True})
    def get_license_image_url(self, profile: DriverProfile) -> str | None:
        return profile.license_image.url if profile.license_image else None


class MeSerializer(serializers.ModelSerializer[User]):
    """The user's own profile, read-only."""

    user_type = serializers.ChoiceField(choices=UserType.choices)
    profile_image = ImageAddressField(allow_null=True)
    wallet_balance = serializers.SerializerMethodField()
    email_verified = serializers.SerializerMethodField()
    pending_email = serializers.SerializerMethodField(
        help_text="The address that replaces `email` when the link in its email is opened."
    )
    has_password = serializers.SerializerMethodField()
    bank_fields_shown = serializers.SerializerMethodField()
    profile_complete = serializers.SerializerMethodField(help_text="Names and e-mail are not blank.")
    two_factor_setup_due = serializers.SerializerMethodField(
        help_text="All other calls are refused with two_factor_setup_required until an app is set up."
    )
    terms_due = serializers.SerializerMethodField(
        help_text="A version of the terms has to be agreed to (me/consents/); never during a trip."
    )
    # Accounts are shared in demo mode.
    bank_name = HiddenInDemoField()
    bank_code = HiddenInDemoField()
    bank_account = HiddenInDemoField()
    driver = serializers.SerializerMethodField()
    staff_role = serializers.SerializerMethodField(help_text="Null for owners, who may do everything.")
    permissions = serializers.SerializerMethodField(
        help_text="What an admin may do in each area of the back office; null for other users."
    )

    class Meta:
        model = User
        fields = (
            "id",
            "email",
            "mobile",
            "first_name",
            "last_name",
            "user_type",
            "approved",
            "profile_image",
            "referral_id",
            "language",
            "wallet_balance",
            "created_at",
            "login_type",
            "email_verified",
            "pending_email",
            "mobile_verified",
            "has_password",
            "bank_fields_shown",
            "bank_name",
            "bank_code",
            "bank_account",
            "profile_complete",
            "two_factor_setup_due",
            "terms_due",
            "driver",
            "staff_role",
            "permissions",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES))
    def get_wallet_balance(self, user: User) -> str:
        return str(round_money(wallet_balance(user.pk), decimals=MONEY_PLACES))

    def get_email_verified(self, user: User) -> bool:
        return is_email_verified(user)

    def get_pending_email(self, user: User) -> str | None:
        return pending_email(user)

    def get_has_password(self, user: User) -> bool:
        return user.has_usable_password()

    def get_bank_fields_shown(self, user: User) -> bool:
        return bank_fields_due(user.user_type, platform_settings())

    def get_profile_complete(self, user: User) -> bool:
        return bool(user.first_name and user.last_name and user.email)

    def get_two_factor_setup_due(self, user: User) -> bool:
        return is_setup_due(user)

    def get_terms_due(self, user: User) -> bool:
        return bool(versions_due(user))

    @extend_schema_field(DriverDetailsSerializer(allow_null=True))
    def get_driver(self, user: User) -> Any:
        profile = driver_profile_of(user)
        return DriverDetailsSerializer(profile).data if profile else None

    @extend_schema_field(NamedRoleSerializer(allow_null=True))
    def get_staff_role(self, user: User) -> Any:
        return NamedRoleSerializer(user.staff_role).data if user.staff_role else None

    @extend_schema_field(StaffPermissionsSerializer(allow_null=True))
    def get_permissions(self, user: User) -> Any:
        return all_levels(permissions_of(user)) if user.user_type == UserType.ADMIN else None


class ProfileChangesSerializer(ChangesSerializer):
    """Changes that users may make to their profile."""

    first_name = serializers.CharField(required=False, allow_blank=True, max_length=80)
    last_name = serializers.CharField(required=False, allow_blank=True, max_length=80)
    email = serializers.CharField(required=False, allow_blank=True, max_length=254)
    mobile = serializers.CharField(required=False, allow_blank=True, max_length=30)
    language = serializers.CharField(required=False, max_length=10)
    bank_name = serializers.CharField(required=False, allow_blank=True, max_length=120)
    bank_code = serializers.CharField(required=False, allow_blank=True, max_length=40)
    bank_account = serializers.CharField(required=False, allow_blank=True, max_length=60)


class AvailabilitySerializer(serializers.Serializer[Any]):
    active = serializers.BooleanField()
