"""Passwords that were forgotten, and passwords that are changed."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.accounts.serializers.auth import SessionSerializer
from apps.accounts.serializers.recovery import (
    DetailSerializer,
    EmailSerializer,
    NewPasswordSerializer,
    PasswordChangeSerializer,
)
from apps.accounts.services.recovery import ask_for_reset, change_password, reset_password
from apps.accounts.views.auth import PublicAuthView, forget_cookie, signed_in


class ForgotPasswordView(PublicAuthView):
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=EmailSerializer, responses={202: DetailSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Have a link sent to set a new password; the reply is the same whoever's the address is."""
        form = EmailSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        ask_for_reset(email=form.validated_data["email"])
        detail = _("If there is an account of this address, a link to set a new password is on its way.")
        return Response({"detail": detail}, status=status.HTTP_202_ACCEPTED)


class ResetPasswordView(PublicAuthView):
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=NewPasswordSerializer, responses=DetailSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Set a new password by the letter's key: reset_link_invalid, password_alphaNumeric_check."""
        form = NewPasswordSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        reset_password(request=request._request, **form.validated_data)
        return forget_cookie(Response({"detail": _("The new password is set. Sign in with it.")}))


class PasswordView(APIView):
    @extend_schema(request=PasswordChangeSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Change the password and sign out the other devices: wrong_password, password_alphaNumeric_check."""
        form = PasswordChangeSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        session = change_password(
            user_id=current_user(request).pk, family=current_family(request), **form.validated_data
        )
        return signed_in(session)
