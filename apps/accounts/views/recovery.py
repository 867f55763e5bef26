"""Passwords that were forgotten, and passwords that are changed."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.accounts.known_device import device_known_to
from apps.accounts.serializers.auth import SessionSerializer
from apps.accounts.serializers.recovery import (
    DetailSerializer,
    EmailSerializer,
    NewPasswordSerializer,
    PasswordChangeSerializer,
)
from apps.accounts.services.recovery import ask_for_reset, change_password, reset_password
from apps.accounts.views.auth import PublicAuthView, forget_cookie, signed_in
from apps.core.throttles import ScopedThrottle


class ForgotPasswordView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=EmailSerializer, responses={202: DetailSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Have a link sent to set a new password; the reply is the same with or without an account.

        Refused: demo_mode.
        """
        form = EmailSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        email = form.validated_data["email"]
        ask_for_reset(email=email, device=device_known_to(request._request, email=email))
        detail = _("If an account uses this email, we sent it a link to set a new password.")
        return Response({"detail": detail}, status=status.HTTP_202_ACCEPTED)


class ResetPasswordView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=NewPasswordSerializer, responses=DetailSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Set a new password by the link's key.

        Refused: reset_link_invalid, password_alphaNumeric_check, demo_mode.
        """
        form = NewPasswordSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        reset_password(request=request._request, **form.validated_data)
        return forget_cookie(Response({"detail": _("Password updated. Log in with your new password.")}))


class PasswordView(APIView):
    @extend_schema(request=PasswordChangeSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Change the password and log out the other devices: wrong_password, password_alphaNumeric_check."""
        form = PasswordChangeSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        session = change_password(
            user_id=current_user(request).pk, family=current_family(request), **form.validated_data
        )
        return signed_in(session)
