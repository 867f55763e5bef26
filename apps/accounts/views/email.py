"""Email addresses: proving them, and having another."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.known_device import device_known_to
from apps.accounts.serializers.recovery import (
    DetailSerializer,
    EmailSerializer,
    KeySerializer,
    NewEmailSerializer,
)
from apps.accounts.services.email_addresses import change_email, verify_email
from apps.accounts.services.recovery import ask_for_verification
from apps.accounts.views.auth import PublicAuthView
from apps.core.throttles import ScopedThrottle


class VerifyEmailView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=KeySerializer, responses=EmailSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Prove an address by the letter's key: verify_link_invalid, user_exists."""
        form = KeySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response({"email": verify_email(key=form.validated_data["key"])})


class ResendVerificationView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=EmailSerializer, responses={202: DetailSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Have the link sent again; the reply is the same whoever's the address is."""
        form = EmailSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        email = form.validated_data["email"]
        ask_for_verification(email=email, device=device_known_to(request._request, email=email))
        detail = _("If this email is waiting for verification, we sent a link to it.")
        return Response({"detail": detail}, status=status.HTTP_202_ACCEPTED)


class MyEmailView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "recovery"

    @extend_schema(request=NewEmailSerializer, responses={202: DetailSerializer})
    def post(self, request: Request) -> Response:
        """Have another address, once its link is opened: proper_email, user_exists.

        Read-only (invalid) for people who log in by email.
        """
        form = NewEmailSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        change_email(user_id=current_user(request).pk, email=form.validated_data["email"])
        detail = _("Open the link we sent to this email.")
        return Response({"detail": detail}, status=status.HTTP_202_ACCEPTED)
