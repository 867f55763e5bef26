"""What the pages need to know before anybody signs in."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.backoffice.demo.accounts import demo_accounts
from apps.backoffice.serializers import PublicSettingsSerializer
from apps.core.platform import platform_settings


class PublicSettingsView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=PublicSettingsSerializer, auth=[])
    def get(self, request: Request) -> Response:
        """The public part of the platform's settings."""
        platform = platform_settings()
        demo: dict[str, Any] | None = {"accounts": demo_accounts()} if settings.DEMO else None
        known = {**asdict(platform), "radius": platform.radius, "demo": demo}
        return Response(PublicSettingsSerializer(known).data)
