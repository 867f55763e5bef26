"""Login by a passkey, and a user's own passkeys."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.accounts.login.devices import device_name, device_of
from apps.accounts.models import Passkey
from apps.accounts.passkeys.login import begin_passkey_login, log_in_with_passkey
from apps.accounts.passkeys.serializers import (
    AddedPasskeySerializer,
    NewPasskeySerializer,
    PasskeyChallengeSerializer,
    PasskeyListSerializer,
    PasskeyLoginSerializer,
    PasskeyProofSerializer,
    PasskeySerializer,
)
from apps.accounts.passkeys.services import add_passkey, begin_passkey, remove_passkey, rename_passkey
from apps.accounts.serializers.auth import SessionSerializer
from apps.accounts.views.auth import PublicAuthView, signed_in
from apps.core.rate_limits.throttles import ScopedThrottle


class PasskeyLoginOptionsView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "passkey_options"

    @extend_schema(
        operation_id="auth_passkey_options", request=None, responses=PasskeyChallengeSerializer, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Start a login by a passkey: a challenge for any passkey of this platform."""
        challenge = begin_passkey_login(request=request._request)
        return Response(PasskeyChallengeSerializer(challenge).data)


class PasskeyLoginView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "passkey"

    @extend_schema(
        operation_id="auth_passkey", request=PasskeyLoginSerializer, responses=SessionSerializer, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Log in by a passkey, without another step: passkey_failed, passkey_expired.

        Also refused: base_settings_error_1 and _2, require_approval, company_login_required, login_error.
        """
        form = PasskeyLoginSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return signed_in(log_in_with_passkey(request=request._request, **form.validated_data))


class PasskeysView(APIView):
    permission_classes = (IsAuthenticated,)
    throttle_classes = (ScopedThrottle,)
    before_two_factor_setup: ClassVar = frozenset({"GET", "POST"})

    @property
    def throttle_scope(self) -> str | None:
        return "passkey" if self.request.method == "POST" else None

    @extend_schema(operation_id="me_passkeys", responses=PasskeyListSerializer)
    def get(self, request: Request) -> Response:
        """List the user's passkeys, the first one first."""
        passkeys = Passkey.objects.filter(user=current_user(request)).order_by("pk")
        return Response(PasskeyListSerializer({"results": passkeys}).data)

    @extend_schema(
        operation_id="me_passkeys_add", request=NewPasskeySerializer, responses={201: AddedPasskeySerializer}
    )
    def post(self, request: Request) -> Response:
        """Add a passkey that was created for a challenge of me/passkeys/options/.

        Refused: passkey_failed, passkey_expired, passkey_exists, too_many_passkeys, demo_mode.
        """
        form = NewPasskeySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        values["name"] = values["name"] or device_name(device_of(request).user_agent).text[:60]
        added = add_passkey(user=current_user(request), family=current_family(request), **values)
        shown = Response(AddedPasskeySerializer(added).data, status=status.HTTP_201_CREATED)
        shown["Cache-Control"] = "no-store"
        return shown


class PasskeyOptionsView(APIView):
    permission_classes = (IsAuthenticated,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "passkey"
    before_two_factor_setup: ClassVar = frozenset({"POST"})

    @extend_schema(
        operation_id="me_passkeys_options",
        request=PasskeyProofSerializer,
        responses=PasskeyChallengeSerializer,
    )
    def post(self, request: Request) -> Response:
        """Start to add a passkey after the password, or soon after the login for accounts without one.

        Refused: wrong_password, login_too_old, too_many_requests, too_many_passkeys, demo_mode.
        """
        challenge = begin_passkey(
            user=current_user(request), family=current_family(request), password=_password(request)
        )
        return Response(PasskeyChallengeSerializer(challenge).data)


class PasskeyView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="me_passkeys_rename", request=PasskeySerializer, responses=PasskeySerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Rename a passkey: demo_mode."""
        form = PasskeySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        passkey = rename_passkey(user=current_user(request), passkey_id=pk, **form.validated_data)
        return Response(PasskeySerializer(passkey).data)


class PasskeyRemoveView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="me_passkeys_remove", request=PasskeyProofSerializer, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        """Remove a passkey after the password, as adding one.

        Refused: wrong_password, login_too_old, too_many_requests, last_login_method, last_second_factor,
        demo_mode.
        """
        remove_passkey(
            user=current_user(request),
            family=current_family(request),
            passkey_id=pk,
            password=_password(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _password(request: Request) -> str:
    form = PasskeyProofSerializer(data=request.data)
    form.is_valid(raise_exception=True)
    return str(form.validated_data["password"])
