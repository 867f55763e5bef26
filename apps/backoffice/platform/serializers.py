"""Serializers of the two settings pages. Fields and limits follow from apps.core.platform_settings."""

from decimal import Decimal
from typing import Any, ClassVar

from babel.numbers import list_currencies
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.base_settings.check import can_check_license
from apps.accounts.phone_numbers.countries import countries, home_country
from apps.core.demo_mode import shown_in
from apps.core.models import PlatformSettings
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.core.platform_settings import SETTINGS
from apps.core.setting_kinds import Amounts, Page
from apps.wallet.models import Posting


class SettingsPageSerializer(serializers.ModelSerializer[PlatformSettings]):
    """Settings with their version, which a change must repeat."""

    version = serializers.DateTimeField(
        source="updated_at", help_text="The version that was read; required in PATCH."
    )

    def build_standard_field(self, field_name: str, model_field: Any) -> tuple[Any, dict[str, Any]]:
        """Use a ListField with limits for lists of amounts, whose column is JSON."""
        kind = SETTINGS[field_name].kind
        if isinstance(kind, Amounts):
            return serializers.ListField, kind.api_field_options()
        return super().build_standard_field(field_name, model_field)

    def to_representation(self, instance: PlatformSettings) -> dict[str, Any]:
        shown = super().to_representation(instance)
        for name, setting in SETTINGS.items():
            if name in shown and setting.secret:
                shown[name] = shown_in(platform_settings(), shown[name])
            if name in shown and isinstance(setting.kind, Amounts):
                shown[name] = [str(amount) for amount in getattr(instance, name)]
        return shown


def _names(page: Page) -> list[str]:
    return [name for name, setting in SETTINGS.items() if setting.group.page == page]


def _options(page: Page) -> dict[str, dict[str, Any]]:
    return {name: SETTINGS[name].api_options() for name in _names(page)}


class AppInfoSerializer(SettingsPageSerializer):
    logo = serializers.ImageField(
        read_only=True, allow_null=True, help_text="Its URL; changed through `/app-info/logo/`."
    )

    class Meta:
        model = PlatformSettings
        fields: ClassVar = [*_names("app-info"), "version"]
        extra_kwargs: ClassVar = _options("app-info")

    def validate_brand_color(self, color: str) -> str:
        return color.lower()

    def validate_postal_address(self, address: str) -> str:
        """Strip the lines and drop blank ones."""
        lines = (line.strip() for line in address.splitlines())
        return "\n".join(line for line in lines if line)


class TestEmailSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(help_text="The recipient.")


class SettingsSerializer(SettingsPageSerializer):
    country_code = serializers.SerializerMethodField(help_text='Two-letter code of `country`, or "".')
    checks_license = serializers.SerializerMethodField(
        help_text="Whether a licence service is configured; without one, no purchase code can be entered."
    )
    has_money = serializers.SerializerMethodField(
        help_text="Whether the ledger has entries; changing the currency does not convert them."
    )

    class Meta:
        model = PlatformSettings
        fields: ClassVar = [*_names("settings"), "country_code", "checks_license", "has_money", "version"]
        extra_kwargs: ClassVar = _options("settings")

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
        """Return the English name, by which other apps find the country."""
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
        """Remove duplicates and sort."""
        return [f"{amount.normalize():f}" for amount in sorted(set(amounts))]

    def validate_tip_suggestions(self, values: list[Decimal]) -> list[str]:
        """Sort; the model validates them against tip_kind."""
        return [f"{value.normalize():f}" for value in sorted(values)]
