"""Codes by text message: for login, and for a change of number."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.captcha.gate import require_captcha
from apps.accounts.login.devices import device_of
from apps.accounts.models import PhoneCode
from apps.accounts.selectors import person
from apps.accounts.serializers.me import MeSerializer
from apps.accounts.serializers.phone import (
    PhoneCodeRequestSerializer,
    PhoneCodeSentSerializer,
    PhoneCodeSerializer,
    VerificationIdSerializer,
)
from apps.accounts.services.mobile import confirm_mobile, send_mobile_code
from apps.accounts.services.phone_codes import cancel_code, wrong_code
from apps.accounts.services.phone_limits import LIFETIME, RESEND_AFTER
from apps.accounts.services.phone_sign_in import (
    require_phone_sign_in,
    send_sign_in_code,
    sign_in_by_code,
)
from apps.accounts.views.auth import LOG_IN_RESPONSES, PublicAuthView, logged_in
from apps.core.rate_limits.throttles import ScopedThrottle


class PhoneView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "phone_start"

    @extend_schema(request=PhoneCodeRequestSerializer, responses={202: PhoneCodeSentSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Send a login code: captcha_failed, user_does_not_exists, mobile_login_disabled."""
        require_phone_sign_in()
        form = PhoneCodeRequestSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        require_captcha(form.validated_data["captcha"])
        return _sent(
            send_sign_in_code(mobile=form.validated_data["mobile"], device=device_of(request._request))
        )


class PhoneVerifyView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "phone_verify"

    @extend_schema(request=PhoneCodeSerializer, responses=LOG_IN_RESPONSES, auth=[])
    def post(self, request: Request) -> Response:
        """Log in by a code: otp_validate_error, code_expired, require_approval; 202 as for auth/sign-in/."""
        verification_id, code = _entered(request)
        return logged_in(
            sign_in_by_code(verification_id=verification_id, code=code, device=device_of(request._request))
        )


class PhoneCancelView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "phone_verify"

    @extend_schema(request=VerificationIdSerializer, responses={204: None}, auth=[])
    def post(self, request: Request) -> Response:
        """Cancel a code, so that no one can log in with it; always 204."""
        form = VerificationIdSerializer(data=request.data)
        if form.is_valid():
            cancel_code(verification_id=form.validated_data["verification_id"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class MobileView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "phone_start"

    @extend_schema(request=PhoneCodeRequestSerializer, responses={202: PhoneCodeSentSerializer})
    def post(self, request: Request) -> Response:
        """Send a code to a new number: captcha_failed, mobile_no_blank_error, invalid, user_exists."""
        form = PhoneCodeRequestSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        require_captcha(form.validated_data["captcha"])
        return _sent(
            send_mobile_code(
                user=current_user(request),
                mobile=form.validated_data["mobile"],
                device=device_of(request._request),
            )
        )


class MobileConfirmView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "phone_verify"

    @extend_schema(request=PhoneCodeSerializer, responses=MeSerializer)
    def post(self, request: Request) -> Response:
        """Change the number to the one of the code: otp_validate_error, code_expired, user_exists."""
        user_id = current_user(request).pk
        verification_id, code = _entered(request)
        confirm_mobile(user_id=user_id, verification_id=verification_id, code=code)
        return Response(MeSerializer(person(user_id)).data)


def _entered(request: Request) -> tuple[str, str]:
    form = PhoneCodeSerializer(data=request.data)
    if not form.is_valid():
        raise wrong_code()
    return form.validated_data["verification_id"], form.validated_data["code"]


def _sent(phone_code: PhoneCode) -> Response:
    body = {
        "verification_id": phone_code.pk,
        "expires_in": int(LIFETIME.total_seconds()),
        "resend_in": int(RESEND_AFTER.total_seconds()),
    }
    return Response(PhoneCodeSentSerializer(body).data, status=status.HTTP_202_ACCEPTED)
