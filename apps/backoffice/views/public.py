"""The settings that pages read before login."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.choices import UserType
from apps.accounts.phone_numbers.countries import home_country
from apps.accounts.profile.bank import bank_fields_due
from apps.accounts.services.referrals import current_bonus
from apps.accounts.services.social import company_login_name, sign_in_methods
from apps.accounts.terms.selectors import has_terms_of_use
from apps.backoffice.demo.accounts import demo_accounts
from apps.backoffice.serializers import PublicSettingsSerializer, RetentionSerializer
from apps.core.platform import Platform, platform_settings
from apps.core.privacy.retention import retentions
from apps.fares.estimates.hires import is_hire_offered


class PublicSettingsView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=PublicSettingsSerializer, auth=[])
    def get(self, request: Request) -> Response:
        """Get the public settings."""
        platform = platform_settings()
        demo: dict[str, Any] | None = {"accounts": demo_accounts()} if settings.DEMO else None
        known = {**asdict(platform), "radius": platform.radius, "demo": demo}
        known["has_terms"] = has_terms_of_use()
        known["hire_offered"] = is_hire_offered(platform)
        known["sign_in"] = sign_in_methods()
        known["company_login_name"] = company_login_name()
        known["register"] = _register(platform)
        return Response(PublicSettingsSerializer(known).data)


class RetentionView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="retention", responses=RetentionSerializer(many=True), auth=[])
    def get(self, request: Request) -> Response:
        """Get the retention periods, as the privacy page shows them."""
        return Response(RetentionSerializer(retentions(), many=True).data)


def _register(platform: Platform) -> dict[str, Any]:
    return {
        "country_selection": platform.allow_country_selection,
        "default_country": home_country(platform),
        "bank_fields": bank_fields_due(UserType.RIDER, platform),
        "driver_bank_fields": bank_fields_due(UserType.DRIVER, platform),
        "referral": True,
        "referral_bonus": current_bonus(),
        "password_policy": platform.password_policy,
        "email_verify": platform.email_verify,
        "driver_approval": platform.driver_approval,
    }
