"""Login, renewal and sign-out; the refresh token travels in a cookie that no script can read."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.devices import device_of
from apps.accounts.known_device import remember_device
from apps.accounts.serializers.auth import (
    SessionSerializer,
    SignInSerializer,
    TwoFactorChallengeSerializer,
)
from apps.accounts.services.entry import check_may_enter
from apps.accounts.services.sessions import Session, end_session, renew_session
from apps.accounts.services.sign_in import check_password
from apps.accounts.services.two_factor_login import TwoFactorChallenge, log_in
from apps.core.errors import BadInput
from apps.core.throttles import ScopedThrottle

LOG_IN_RESPONSES: Final = {200: SessionSerializer, 202: TwoFactorChallengeSerializer}


class PublicAuthView(APIView):
    """Open to everyone, whatever stale access token the browser still sends along."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class SignInView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "sign_in"

    @extend_schema(request=SignInSerializer, responses=LOG_IN_RESPONSES, auth=[])
    def post(self, request: Request) -> Response:
        """Log in by email and password: login_validate_error, login_error.

        202 with a challenge for who has an authenticator app: its code is due at auth/two-factor/.

        Also refused: too_many_requests, captcha_required or captcha_failed after many wrong passwords;
        base_settings_error_1 and _2, require_approval, email_verify_message.
        """
        form = SignInSerializer(data=request.data)
        if not form.is_valid():
            raise BadInput(
                "login_validate_error",
                _("Enter your email and password."),
                fields={name: str(errors[0]) for name, errors in form.errors.items()},
            )
        user = check_password(request=request._request, **form.validated_data)
        check_may_enter(user, "password")
        return logged_in(log_in(user=user, method="password", device=device_of(request)))


class RefreshView(PublicAuthView):
    @extend_schema(request=None, responses=SessionSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Exchange the refresh cookie for a new access token and a new cookie; 401 not_logged_in."""
        # A refusal leaves the cookie alone: another tab may have renewed it a moment ago.
        return signed_in(renew_session(refresh=_cookie(request), device=device_of(request)))


class SignOutView(PublicAuthView):
    @extend_schema(request=None, responses={204: None}, auth=[])
    def post(self, request: Request) -> Response:
        """Sign this device out; always 204."""
        end_session(refresh=_cookie(request))
        return forget_cookie(Response(status=status.HTTP_204_NO_CONTENT))


def _cookie(request: Request) -> str | None:
    return request.COOKIES.get(settings.REFRESH_COOKIE)


def logged_in(outcome: Session | TwoFactorChallenge) -> Response:
    """What the first step of a login replies: a session, or 202 and what its second step needs."""
    if isinstance(outcome, Session):
        return signed_in(outcome)
    return Response(TwoFactorChallengeSerializer(outcome).data, status=status.HTTP_202_ACCEPTED)


def signed_in(session: Session) -> Response:
    """What every login replies: an access token in the body, the refresh token in its cookie."""
    response = Response(SessionSerializer(session).data)
    response.set_cookie(
        settings.REFRESH_COOKIE,
        session.refresh,
        max_age=api_settings.REFRESH_TOKEN_LIFETIME,
        path=settings.REFRESH_COOKIE_PATH,
        secure=settings.REFRESH_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    remember_device(response, user_id=session.user.pk, family=session.family)
    return response


def forget_cookie(response: Response) -> Response:
    """Take the refresh cookie away with a reply."""
    response.delete_cookie(settings.REFRESH_COOKIE, path=settings.REFRESH_COOKIE_PATH, samesite="Strict")
    return response
