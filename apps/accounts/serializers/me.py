"""Shapes of a person as they see and change themselves."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.balance import wallet_balance
from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.selectors import driver_profile_of
from apps.core.money import MONEY_DIGITS, MONEY_PLACES, round_money


@extend_schema_field({"type": "string", "format": "uri-reference"})
class ImageAddressField(serializers.ImageField):
    """Where an uploaded image is served from, without the host; null where there is none."""


class CarTypeBriefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    image = ImageAddressField(allow_null=True)


class DriverDetailsSerializer(serializers.ModelSerializer[DriverProfile]):
    car_type = CarTypeBriefSerializer(allow_null=True)
    rating = serializers.DecimalField(max_digits=2, decimal_places=1, allow_null=True)
    fleet_admin_id = serializers.IntegerField(allow_null=True)

    class Meta:
        model = DriverProfile
        fields = (
            "car_type",
            "vehicle_make",
            "vehicle_model",
            "vehicle_number",
            "other_info",
            "active",
            "busy",
            "rating",
            "fleet_admin_id",
        )


class MeSerializer(serializers.ModelSerializer[User]):
    """A person as they see themselves; nothing here is written through it."""

    user_type = serializers.ChoiceField(choices=UserType.choices)
    profile_image = ImageAddressField(allow_null=True)
    wallet_balance = serializers.SerializerMethodField()
    driver = serializers.SerializerMethodField()

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
            "driver",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES))
    def get_wallet_balance(self, user: User) -> str:
        return str(round_money(wallet_balance(user.pk), decimals=MONEY_PLACES))

    @extend_schema_field(DriverDetailsSerializer(allow_null=True))
    def get_driver(self, user: User) -> Any:
        profile = driver_profile_of(user)
        return DriverDetailsSerializer(profile).data if profile else None


class ProfileChangesSerializer(serializers.Serializer[Any]):
    """What people may send about themselves; any other name is refused, not passed over."""

    first_name = serializers.CharField(required=False, allow_blank=True, max_length=80)
    last_name = serializers.CharField(required=False, allow_blank=True, max_length=80)
    email = serializers.CharField(required=False, allow_blank=True, max_length=254)
    mobile = serializers.CharField(required=False, allow_blank=True, max_length=30)
    language = serializers.CharField(required=False, max_length=10)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = {name: [_("This cannot be changed here.")] for name in data.keys() - self.fields.keys()}
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)


class AvailabilitySerializer(serializers.Serializer[Any]):
    active = serializers.BooleanField()
