"""Two-factor login of staff: the second step of a login, and the user's authenticator app."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.accounts.permissions import IsStaff
from apps.accounts.serializers.auth import SessionSerializer
from apps.accounts.serializers.two_factor import (
    RecoveryCodesSerializer,
    TwoFactorCodeSerializer,
    TwoFactorLoginSerializer,
    TwoFactorSetupSerializer,
    TwoFactorStateSerializer,
    TwoFactorTurnOffSerializer,
)
from apps.accounts.services.two_factor_login import finish_log_in
from apps.accounts.services.two_factor_setup import (
    begin_setup,
    confirm_setup,
    renew_own_recovery_codes,
    turn_off,
    two_factor_state,
)
from apps.accounts.views.auth import PublicAuthView, signed_in
from apps.core.rate_limits.throttles import ScopedThrottle


class TwoFactorLoginView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "two_factor"

    @extend_schema(request=TwoFactorLoginSerializer, responses=SessionSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Finish a login by a code: two_factor_wrong_code, two_factor_used_code, two_factor_expired.

        Also refused: too_many_requests after five wrong codes in five minutes from one device or address.
        """
        form = TwoFactorLoginSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return signed_in(finish_log_in(request=request._request, **form.validated_data))


class TwoFactorView(APIView):
    permission_classes = (IsStaff,)
    before_two_factor_setup: ClassVar = frozenset({"GET"})

    @extend_schema(operation_id="me_two_factor_retrieve", responses=TwoFactorStateSerializer)
    def get(self, request: Request) -> Response:
        """Return whether the user has an authenticator app, and whether one is required."""
        return Response(TwoFactorStateSerializer(two_factor_state(current_user(request))).data)


class TwoFactorSetupView(APIView):
    permission_classes = (IsStaff,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "two_factor"
    before_two_factor_setup: ClassVar = frozenset({"POST"})

    @extend_schema(operation_id="me_two_factor_setup", request=None, responses=TwoFactorSetupSerializer)
    def post(self, request: Request) -> Response:
        """Create a secret for an authenticator app: already_enrolled, demo_mode."""
        setup = begin_setup(user=current_user(request), family=current_family(request))
        return Response(TwoFactorSetupSerializer(setup).data)


class TwoFactorConfirmView(APIView):
    permission_classes = (IsStaff,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "two_factor"
    before_two_factor_setup: ClassVar = frozenset({"POST"})

    @extend_schema(
        operation_id="me_two_factor_confirm",
        request=TwoFactorCodeSerializer,
        responses={201: RecoveryCodesSerializer},
    )
    def post(self, request: Request) -> Response:
        """Turn on two-factor login by the app's first code; log out other devices.

        Refused: two_factor_wrong_code, two_factor_setup_expired, already_enrolled, demo_mode.
        """
        codes = confirm_setup(user=current_user(request), family=current_family(request), code=_code(request))
        return _shown_once(codes, status=status.HTTP_201_CREATED)


class RecoveryCodesView(APIView):
    permission_classes = (IsStaff,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "two_factor"

    @extend_schema(
        operation_id="me_two_factor_recovery_codes",
        request=TwoFactorCodeSerializer,
        responses=RecoveryCodesSerializer,
    )
    def post(self, request: Request) -> Response:
        """Replace the recovery codes: two_factor_wrong_code, nothing_enrolled, demo_mode."""
        return _shown_once(
            renew_own_recovery_codes(
                user=current_user(request), family=current_family(request), code=_code(request)
            )
        )


class TwoFactorTurnOffView(APIView):
    permission_classes = (IsStaff,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "two_factor"

    @extend_schema(
        operation_id="me_two_factor_turn_off", request=TwoFactorTurnOffSerializer, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        """Remove the user's app: wrong_password, two_factor_wrong_code, nothing_enrolled, demo_mode."""
        form = TwoFactorTurnOffSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        turn_off(user=current_user(request), family=current_family(request), **form.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _code(request: Request) -> str:
    form = TwoFactorCodeSerializer(data=request.data)
    form.is_valid(raise_exception=True)
    return str(form.validated_data["code"])


def _shown_once(codes: list[str], *, status: int = status.HTTP_200_OK) -> Response:
    shown = Response(RecoveryCodesSerializer({"recovery_codes": codes}).data, status=status)
    shown["Cache-Control"] = "no-store"
    return shown
