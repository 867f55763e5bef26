"""The settings and application info pages of admins."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.serializers.uploads import ImageUploadSerializer
from apps.accounts.staff_roles.areas import Area
from apps.accounts.views.photo import UploadView, sent_image
from apps.backoffice.platform.serializers import (
    AppInfoSerializer,
    SettingsPageSerializer,
    SettingsSerializer,
    TestEmailSerializer,
)
from apps.backoffice.platform.services import (
    change_settings,
    remove_logo,
    send_test_email,
    set_logo,
    update_failed,
)
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput
from apps.core.http.api_errors import flat_fields
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings


class _SettingsPageView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)
    shape: ClassVar[type[SettingsPageSerializer]]

    def get(self, request: Request) -> Response:
        return _shown(self.shape)

    def patch(self, request: Request) -> Response:
        require_critical_edits(platform_settings())
        self.check(request.data)
        form = self.shape(PlatformSettings(pk=1), data=request.data, partial=True)
        if not form.is_valid():
            raise update_failed(flat_fields(form.errors))
        changes = dict(form.validated_data)
        seen = changes.pop("updated_at", None)
        if seen is None:
            raise update_failed({"version": _("The version is missing.")})
        change_settings(by=current_user(request), seen=seen, changes=changes)
        return _shown(self.shape)

    def check(self, sent: Any) -> None:
        """Checks that come before validation."""


def _shown(shape: type[SettingsPageSerializer]) -> Response:
    platform_settings()
    return Response(shape(PlatformSettings.objects.get(pk=1)).data)


class SettingsView(_SettingsPageView):
    shape = SettingsSerializer

    @extend_schema(operation_id="settings", responses=SettingsSerializer)
    def get(self, request: Request) -> Response:
        """Get all settings except the application info."""
        return super().get(request)

    @extend_schema(operation_id="settings_change", request=SettingsSerializer, responses=SettingsSerializer)
    def patch(self, request: Request) -> Response:
        """Change settings: demo_mode, proper_bonus, wrong_code, update_failed, settings_changed."""
        return super().patch(request)

    def check(self, sent: Any) -> None:
        bonus = sent.get("bonus", 0) if isinstance(sent, dict) else 0
        if bonus is None or not str(bonus).strip():
            sentence = _("Enter a referral bonus; 0 gives none.")
            raise BadInput("proper_bonus", sentence, fields={"bonus": sentence})


class AppInfoView(_SettingsPageView):
    shape = AppInfoSerializer

    @extend_schema(operation_id="app_info", responses=AppInfoSerializer)
    def get(self, request: Request) -> Response:
        """Get the application info."""
        return super().get(request)

    @extend_schema(operation_id="app_info_change", request=AppInfoSerializer, responses=AppInfoSerializer)
    def patch(self, request: Request) -> Response:
        """Change the application info: demo_mode, update_failed, settings_changed."""
        return super().patch(request)


class LogoView(UploadView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(operation_id="logo", request=ImageUploadSerializer, responses=AppInfoSerializer)
    def put(self, request: Request) -> Response:
        """Set the logo of emails, receipts and statements: demo_mode, image_invalid, image_too_large."""
        set_logo(by=current_user(request), file=sent_image(request))
        return _shown(AppInfoSerializer)

    @extend_schema(operation_id="logo_remove", request=None, responses={200: AppInfoSerializer})
    def delete(self, request: Request) -> Response:
        """Remove the logo: demo_mode."""
        remove_logo(by=current_user(request))
        return _shown(AppInfoSerializer)


class TestEmailView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(operation_id="test_email", request=None, responses=TestEmailSerializer)
    def post(self, request: Request) -> Response:
        """Send a test email to one's own address: demo_mode, no_email, too_many_requests."""
        return Response({"email": send_test_email(by=current_user(request))})
