"""Signing up, and who sent for whom."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.login.devices import device_of
from apps.accounts.serializers.registration import (
    ReferralIdSerializer,
    ReferrerSerializer,
    SignedUpSerializer,
    SignUpSerializer,
)
from apps.accounts.services.entry import check_may_enter
from apps.accounts.services.referrals import referrer_of
from apps.accounts.services.registration import SignedUp, sign_up
from apps.accounts.services.sessions import Session, start_session
from apps.accounts.sign_up.registration import NewVehicle, Registration
from apps.accounts.sign_up.sign_up_address import (
    address_hash_of,
    require_captcha_beyond_limit,
    require_sign_ups_left,
)
from apps.accounts.views.auth import PublicAuthView, signed_in
from apps.core.errors import Forbidden
from apps.core.http.idempotency import HEADER
from apps.core.rate_limits.throttles import ScopedThrottle


class SignUpView(PublicAuthView):
    @extend_schema(request=SignUpSerializer, responses={201: SignedUpSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Sign up as a rider or a driver, and in, unless an email or an approval comes first.

        Refusals in this order: too_many_sign_ups (of one address), captcha_required or captcha_failed
        (beyond a few an hour from one address), proper_input_name, proper_email,
        password_alphaNumeric_check, mobile_no_blank_error, user_exists, email_or_mobile_issue,
        referer_not_found, reg_error. The same body with the same Idempotency-Key signs the same person in
        again.
        """
        request_key = request.headers.get(HEADER, "")
        address = pass_sign_up_limit(request)
        signed_up = sign_up(registration_of(request.data), request_key=request_key, address_hash=address)
        session = _session(request, signed_up)
        response = Response() if session is None else signed_in(session)
        response.data = SignedUpSerializer(
            {"signed_in": session is not None, "code": signed_up.code, "session": session}
        ).data
        response.status_code = status.HTTP_201_CREATED
        return response


class ReferrerView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "validate_referrer"

    @extend_schema(request=ReferralIdSerializer, responses=ReferrerSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """The person whose referral id this is: referer_not_found."""
        found = referrer_of(text_of(request.data, "referral_id"))
        return Response(ReferrerSerializer({"uid": found.pk}).data)


def _session(request: Request, signed_up: SignedUp) -> Session | None:
    if not signed_up.may_enter:
        return None
    try:
        check_may_enter(signed_up.user, "password")
    except Forbidden:
        # The account exists; the login reports what is still missing.
        return None
    return start_session(user_id=signed_up.user.pk, device=device_of(request._request))


def pass_sign_up_limit(request: Request) -> str:
    """The hash of the caller's address, once the captcha is solved where one is due.

    Raises TooMany too_many_sign_ups, and what require_captcha_beyond_limit raises.
    """
    require_sign_ups_left(request)
    address = address_hash_of(request)
    require_captcha_beyond_limit(address_hash=address, answer=text_of(request.data, "captcha"))
    return address


def registration_of(data: Any, **more: str) -> Registration:
    """What was sent, taken in whatever its shape; the service judges it."""
    form = SignUpSerializer(data=data if isinstance(data, Mapping) else {})
    form.is_valid(raise_exception=True)
    typed = dict(form.validated_data)
    vehicle = typed.pop("driver")
    del typed["captcha"]
    return Registration(driver=NewVehicle(**vehicle) if vehicle else None, **typed, **more)


def text_of(data: Any, name: str) -> str:
    """One text of a body; "" where there is none."""
    value = data.get(name) if isinstance(data, Mapping) else None
    return value if isinstance(value, str) and "\x00" not in value else ""
