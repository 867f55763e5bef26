"""The captcha before a text message."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.captcha.gate import new_challenge
from apps.accounts.serializers.phone import CaptchaChallengeSerializer
from apps.accounts.views.auth import PublicAuthView
from apps.core.rate_limits.throttles import ScopedThrottle


class CaptchaView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "captcha"

    @extend_schema(responses=CaptchaChallengeSerializer, auth=[])
    def get(self, request: Request) -> Response:
        """Return a challenge that is valid for five minutes and one answer."""
        return Response(new_challenge(), headers={"Cache-Control": "no-store"})
