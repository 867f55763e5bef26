"""Shapes of the settings, as admins read and change them."""

from decimal import Decimal
from typing import Any, ClassVar, Final

from babel.numbers import list_currencies
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.countries import countries, home_country
from apps.core.demo_mode import shown_in
from apps.core.fields import AmountField
from apps.core.models import PlatformSettings
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
    class Meta:
        model = PlatformSettings
        fields: ClassVar = [*APP_INFO, "version"]


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
    offer_seconds = serializers.IntegerField(validators=[MinValueValidator(5), MaxValueValidator(3600)])
    has_money = serializers.SerializerMethodField(
        help_text="There are entries in the books: changing the currency would not convert them."
    )

    class Meta:
        model = PlatformSettings
        fields: ClassVar = [*SETTINGS, "country_code", "has_money", "version"]

    def to_representation(self, instance: PlatformSettings) -> dict[str, Any]:
        shown = super().to_representation(instance)
        shown["license"] = shown_in(platform_settings(), instance.license)
        shown["quick_amounts"] = [str(amount) for amount in instance.quick_amounts]
        return shown

    @extend_schema_field(serializers.CharField())
    def get_country_code(self, row: PlatformSettings) -> str:
        return home_country(platform_settings())

    def get_has_money(self, row: PlatformSettings) -> bool:
        return Posting.objects.exists()

    def validate_code(self, code: str) -> str:
        if code.upper() not in list_currencies():
            raise serializers.ValidationError(_("There is no such currency."))
        return code.upper()

    def validate_country(self, country: str) -> str:
        """The English name, which is what the rest of the platform looks for."""
        if not country:
            return ""
        for known in countries(settings.LANGUAGE_CODE):
            if country in (known.code, known.label):
                return known.label
        raise serializers.ValidationError(_("There is no such country."))

    def validate_restrict_country(self, code: str) -> str:
        if code and code.upper() not in {known.code for known in countries(settings.LANGUAGE_CODE)}:
            raise serializers.ValidationError(_("There is no such country."))
        return code.upper()

    def validate_quick_amounts(self, amounts: list[Decimal]) -> list[str]:
        """Each once, the smallest first, as they will be read."""
        return [f"{amount.normalize():f}" for amount in sorted(set(amounts))]
