"""Serializers of the settings, as admins read and change them."""

from decimal import Decimal
from typing import Any, ClassVar, Final

from babel.numbers import list_currencies
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.base_settings.check import can_check_license
from apps.accounts.countries import countries, home_country
from apps.core.demo_mode import shown_in
from apps.core.fields import AmountField
from apps.core.models import PlatformSettings
from apps.core.models.platform import TIP_SUGGESTIONS
from apps.core.money import MOST_MONEY, ZERO
from apps.core.platform import platform_settings
from apps.wallet.models import Posting

APP_INFO: Final = (
    "app_name",
    "company_name",
    "company_website",
    "company_terms",
    "contact_email",
    "facebook_handle",
    "twitter_handle",
    "instagram_handle",
    "apple_store_link",
    "play_store_link",
    "brand_color",
    "postal_address",
    "logo",
)
KEEPS_ITSELF: Final = ("id", "updated_at")
SETTINGS: Final = tuple(
    field.name
    for field in PlatformSettings._meta.concrete_fields
    if field.name not in (*APP_INFO, *KEEPS_ITSELF)
)
MOST_QUICK_AMOUNTS: Final = 8


class SeenSerializer(serializers.ModelSerializer[PlatformSettings]):
    """With the version that was seen, to be sent back with a change."""

    version = serializers.DateTimeField(source="updated_at", help_text="Of what was read; PATCH asks for it.")


class AppInfoSerializer(SeenSerializer):
    logo = serializers.ImageField(
        read_only=True, allow_null=True, help_text="Its URL; changed through `/app-info/logo/`."
    )

    class Meta:
        model = PlatformSettings
        fields: ClassVar = [*APP_INFO, "version"]

    def validate_brand_color(self, color: str) -> str:
        return color.lower()

    def validate_postal_address(self, address: str) -> str:
        """Line by line, without blank ones."""
        lines = (line.strip() for line in address.splitlines())
        return "\n".join(line for line in lines if line)


class TestEmailSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(help_text="Where it goes.")


class SettingsSerializer(SeenSerializer):
    bonus = AmountField(
        allow_null=True,
        validators=[MinValueValidator(Decimal(0))],
        help_text="Blank is proper_bonus.",
    )
    driver_radius = serializers.DecimalField(
        max_digits=8,
        decimal_places=2,
        allow_null=True,
        required=False,
        validators=[MinValueValidator(Decimal(0))],
        help_text="In km, or miles with convert_to_mile; 10 where it is null.",
    )
    country = serializers.CharField(allow_blank=True, max_length=80, help_text="A name, or its two letters.")
    country_code = serializers.SerializerMethodField(help_text='Two letters of `country`, or "".')
    quick_amounts = serializers.ListField(
        child=serializers.DecimalField(
            max_digits=14, decimal_places=4, validators=[MinValueValidator(Decimal("0.0001"))]
        ),
        max_length=MOST_QUICK_AMOUNTS,
    )
    tip_suggestions = serializers.ListField(
        child=serializers.DecimalField(
            max_digits=14, decimal_places=4, validators=[MinValueValidator(Decimal("0.0001"))]
        ),
        min_length=TIP_SUGGESTIONS,
        max_length=TIP_SUGGESTIONS,
        help_text="Three values: percents of the fare, or amounts, as tip_kind says.",
    )
    offer_seconds = serializers.IntegerField(validators=[MinValueValidator(5), MaxValueValidator(3600)])
    free_waiting_minutes = serializers.IntegerField(validators=[MinValueValidator(0), MaxValueValidator(120)])
    no_show_fee = AmountField(
        allow_null=True,
        max_value=MOST_MONEY,
        validators=[MinValueValidator(Decimal(0))],
        help_text="Zero or null: the car type's cancellation slabs.",
    )
    referral_period_days = serializers.IntegerField(validators=[MinValueValidator(1), MaxValueValidator(365)])
    referral_max_per_month = serializers.IntegerField(
        validators=[MinValueValidator(0), MaxValueValidator(1000)]
    )
    unpaid_alert_hours = serializers.IntegerField(validators=[MinValueValidator(1), MaxValueValidator(720)])
    max_open_bookings = serializers.IntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
        help_text="Bookings that a rider may have made and not yet paid.",
    )
    max_sockets = serializers.IntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text="Sockets that one user may have open.",
    )
    max_sign_ups_per_hour = serializers.IntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(10_000)],
        help_text="Sign-ups that one network address may send.",
    )
    checks_license = serializers.SerializerMethodField(
        help_text="A licence service is configured: without one there is no purchase code to enter."
    )
    has_money = serializers.SerializerMethodField(
        help_text="There are entries in the books: changing the currency would not convert them."
    )

    class Meta:
        model = PlatformSettings
        fields: ClassVar = [*SETTINGS, "country_code", "checks_license", "has_money", "version"]

    def to_representation(self, instance: PlatformSettings) -> dict[str, Any]:
        shown = super().to_representation(instance)
        shown["license"] = shown_in(platform_settings(), instance.license)
        for name in ("quick_amounts", "tip_suggestions"):
            shown[name] = [str(amount) for amount in getattr(instance, name)]
        return shown

    @extend_schema_field(serializers.CharField())
    def get_country_code(self, row: PlatformSettings) -> str:
        return home_country(platform_settings())

    def get_checks_license(self, row: PlatformSettings) -> bool:
        return can_check_license()

    def get_has_money(self, row: PlatformSettings) -> bool:
        return Posting.objects.exists()

    def validate_code(self, code: str) -> str:
        if code.upper() not in list_currencies():
            raise serializers.ValidationError(_("Currency not found."))
        return code.upper()

    def validate_no_show_fee(self, fee: Decimal | None) -> Decimal:
        return ZERO if fee is None else fee

    def validate_country(self, country: str) -> str:
        """The English name, which is what the rest of the platform looks for."""
        if not country:
            return ""
        for known in countries(settings.LANGUAGE_CODE):
            if country in (known.code, known.label):
                return known.label
        raise serializers.ValidationError(_("Country not found."))

    def validate_restrict_country(self, code: str) -> str:
        if code and code.upper() not in {known.code for known in countries(settings.LANGUAGE_CODE)}:
            raise serializers.ValidationError(_("Country not found."))
        return code.upper()

    def validate_quick_amounts(self, amounts: list[Decimal]) -> list[str]:
        """Each once, the smallest first, as they will be read."""
        return [f"{amount.normalize():f}" for amount in sorted(set(amounts))]

    def validate_tip_suggestions(self, values: list[Decimal]) -> list[str]:
        """The smallest first; whether they fit their kind is the model's to say."""
        return [f"{value.normalize():f}" for value in sorted(values)]
