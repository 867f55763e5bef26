"""Serializers of the back office in the API."""

from datetime import timedelta
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.serializers.me import ImageAddressField
from apps.bookings.privacy import contact_in
from apps.core.fields import AmountField
from apps.core.models import PlatformSettings
from apps.core.platform_settings import SETTINGS
from apps.core.privacy.retention import Retention


class DemoAccountSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField()
    password = serializers.CharField()
    role = serializers.ChoiceField(choices=UserType.choices)
    name = serializers.CharField()


class DemoSerializer(serializers.Serializer[Any]):
    accounts = DemoAccountSerializer(many=True)


class SignInMethodsSerializer(serializers.Serializer[Any]):
    """Enabled login methods besides the password, where configured."""

    mobile = serializers.BooleanField()
    google = serializers.BooleanField()
    facebook = serializers.BooleanField()
    apple = serializers.BooleanField()
    company = serializers.BooleanField(help_text="The company's own provider, for staff.")


class RegisterSerializer(serializers.Serializer[Any]):
    country_selection = serializers.BooleanField(help_text="False: only numbers of default_country.")
    default_country = serializers.CharField(help_text='Two letters, or "".')
    bank_fields = serializers.BooleanField(help_text="For riders: bank_fields and RiderWithDraw.")
    driver_bank_fields = serializers.BooleanField(help_text="For drivers: bank_fields.")
    referral = serializers.BooleanField(help_text="Referral ids are accepted, with or without a bonus.")
    referral_bonus = AmountField(help_text="Amount for both users.")
    password_policy = serializers.ChoiceField(choices=PlatformSettings.PasswordPolicy.choices)
    email_verify = serializers.BooleanField()
    driver_approval = serializers.BooleanField()


class PublicSettingsSerializer(serializers.Serializer[Any]):
    """The settings declared as public, and the other data of pages before login."""

    driver_radius = serializers.FloatField(source="radius", help_text=SETTINGS["driver_radius"].help_text)
    hire_offered = serializers.BooleanField(help_text="The tariff in force has bookings by the hour.")
    has_terms = serializers.BooleanField(help_text="Terms of use are published.")
    sign_in = SignInMethodsSerializer()
    company_login_name = serializers.CharField(help_text="The name of the company's provider; may be empty.")
    register = RegisterSerializer(help_text="Options of the register page.")
    demo = DemoSerializer(allow_null=True, help_text="Demo accounts; null outside a demo.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        public = {name: setting.public_field() for name, setting in SETTINGS.items() if setting.public}
        return public | super().get_fields()


class EarningsCardsSerializer(serializers.Serializer[Any]):
    today = AmountField()
    month = AmountField()
    total = AmountField()


class CountsSerializer(serializers.Serializer[Any]):
    riders = serializers.IntegerField()
    drivers = serializers.IntegerField()
    active_drivers = serializers.IntegerField()
    trips_active = serializers.IntegerField(help_text="From ACCEPTED to REACHED.")
    completed = serializers.IntegerField()
    cancelled = serializers.IntegerField()


class DashboardSerializer(serializers.Serializer[Any]):
    earnings = EarningsCardsSerializer(allow_null=True, help_text="Null without permission to see money.")
    counts = CountsSerializer()


class CarTypeOnMapSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    icon = serializers.CharField()
    image = serializers.CharField(allow_null=True, help_text="The operator's own picture.")


class DriverOnMapSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    vehicle_number = serializers.CharField()
    car_type = CarTypeOnMapSerializer(allow_null=True)
    lat = serializers.FloatField(allow_null=True, help_text="Null until the driver's phone reports.")
    lng = serializers.FloatField(allow_null=True)
    heading = serializers.FloatField(allow_null=True)
    at = serializers.DateTimeField(
        allow_null=True, help_text="Time of the position; without one, when the driver went online."
    )
    online = serializers.BooleanField(help_text="False for a silent driver.")
    busy = serializers.BooleanField()
    booking_id = serializers.IntegerField(allow_null=True)


class DriversOnMapSerializer(serializers.Serializer[Any]):
    results = DriverOnMapSerializer(many=True)


class RiderRowSerializer(serializers.Serializer[User]):
    """A rider with an annotated balance, for admins; pass the Platform as context["settings"]."""

    id = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    first_name = serializers.CharField()
    last_name = serializers.CharField()
    name = serializers.CharField(source="full_name")
    mobile = serializers.SerializerMethodField(help_text="Hidden in demo mode.")
    email = serializers.SerializerMethodField(help_text="Hidden in demo mode.")
    profile_image = ImageAddressField(allow_null=True)
    approved = serializers.BooleanField()
    wallet_balance = AmountField(source="balance")
    referral_id = serializers.CharField(allow_null=True)
    profile_complete = serializers.SerializerMethodField(
        help_text="The user has a name, and an email or a number."
    )

    @extend_schema_field(serializers.CharField())
    def get_mobile(self, rider: User) -> str:
        return contact_in(self.context["settings"], rider.mobile or "")

    @extend_schema_field(serializers.CharField())
    def get_email(self, rider: User) -> str:
        return contact_in(self.context["settings"], rider.email or "")

    def get_profile_complete(self, rider: User) -> bool:
        return bool(rider.full_name and (rider.email or rider.mobile))


class WalletOwnerSerializer(RiderRowSerializer):
    """A rider or driver whose wallet can be credited."""

    user_type = serializers.ChoiceField(choices=UserType.choices)


class RetentionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    hours = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.IntegerField(allow_null=True, help_text="Null if it is not deleted by age.")
    )
    def get_hours(self, retention: Retention) -> int | None:
        period = retention.period()
        return None if period is None else int(period / timedelta(hours=1))
