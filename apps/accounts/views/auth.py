"""Login, renewal and logout; the refresh token is in an HTTP-only cookie."""

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

from apps.accounts.login.devices import device_of
from apps.accounts.login.known_device import remember_device
from apps.accounts.serializers.auth import (
    SessionSerializer,
    SignInSerializer,
    TwoFactorChallengeSerializer,
)
from apps.accounts.services.entry import require_login_allowed
from apps.accounts.services.password_attempts import check_password
from apps.accounts.services.sessions import Session, end_session, renew_session
from apps.accounts.services.two_factor_login import TwoFactorChallenge, log_in
from apps.core.errors import BadInput
from apps.core.rate_limits.throttles import ScopedThrottle

LOG_IN_RESPONSES: Final = {200: SessionSerializer, 202: TwoFactorChallengeSerializer}


class PublicAuthView(APIView):
    """Public, ignoring any expired access token that the browser sends."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class SignInView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "sign_in"

    @extend_schema(request=SignInSerializer, responses=LOG_IN_RESPONSES, auth=[])
    def post(self, request: Request) -> Response:
        """Log in by email and password: login_validate_error, login_error.

        202 with a challenge for users with an authenticator app: send its code to auth/two-factor/.

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
        require_login_allowed(user, "password")
        return logged_in(log_in(user=user, method="password", device=device_of(request)))


class RefreshView(PublicAuthView):
    @extend_schema(request=None, responses=SessionSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Exchange the refresh cookie for a new access token and a new cookie; 401 not_logged_in."""
        # Do not delete the cookie on refusal: another tab may just have renewed it.
        return signed_in(renew_session(refresh=_cookie(request), device=device_of(request)))


class SignOutView(PublicAuthView):
    @extend_schema(request=None, responses={204: None}, auth=[])
    def post(self, request: Request) -> Response:
        """Log this device out; always 204."""
        end_session(refresh=_cookie(request))
        return delete_refresh_cookie(Response(status=status.HTTP_204_NO_CONTENT))


def _cookie(request: Request) -> str | None:
    return request.COOKIES.get(settings.REFRESH_COOKIE)


def logged_in(outcome: Session | TwoFactorChallenge) -> Response:
    """Return the response to a login's first step: a session, or 202 with a challenge."""
    if isinstance(outcome, Session):
        return signed_in(outcome)
    return Response(TwoFactorChallengeSerializer(outcome).data, status=status.HTTP_202_ACCEPTED)


def signed_in(session: Session) -> Response:
    """Return the response to a login: an access token in the body, the refresh token in its cookie."""
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


def delete_refresh_cookie(response: Response) -> Response:
    """Delete the refresh cookie."""
    response.delete_cookie(settings.REFRESH_COOKIE, path=settings.REFRESH_COOKIE_PATH, samesite="Strict")
    return response
