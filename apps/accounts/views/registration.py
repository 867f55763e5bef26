"""Sign-up and referrers."""

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
from apps.accounts.services.entry import require_login_allowed
from apps.accounts.services.referrals import referrer_of
from apps.accounts.services.registration import SignedUp, sign_up
from apps.accounts.services.sessions import Session, start_session
from apps.accounts.sign_up.registration import NewVehicle, Registration
from apps.accounts.sign_up.sign_up_address import (
    address_hash_of,
    limit_sign_ups,
    require_captcha_beyond_limit,
)
from apps.accounts.views.auth import PublicAuthView, signed_in
from apps.core.errors import Forbidden
from apps.core.http.idempotency import HEADER
from apps.core.rate_limits.throttles import ScopedThrottle


class SignUpView(PublicAuthView):
    @extend_schema(request=SignUpSerializer, responses={201: SignedUpSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Sign up as a rider or a driver, and log in unless verification or approval is required.

        Refusals in this order: too_many_sign_ups (of one address), captcha_required or captcha_failed (beyond
        a few per hour from one address), proper_input_name, proper_email, password_alphaNumeric_check,
        mobile_no_blank_error, user_exists, email_or_mobile_issue, referer_not_found, reg_error, terms_due.
        Repeating the body with the same Idempotency-Key logs the same user in again.
        """
        request_key = request.headers.get(HEADER, "")
        address = check_sign_up_limits(request)
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
        """Return the user with this referral id: referer_not_found."""
        found = referrer_of(text_of(request.data, "referral_id"))
        return Response(ReferrerSerializer({"uid": found.pk}).data)


def _session(request: Request, signed_up: SignedUp) -> Session | None:
    if not signed_up.may_log_in:
        return None
    try:
        require_login_allowed(signed_up.user, "password")
    except Forbidden:
        # The account was created; the next login reports what is missing.
        return None
    return start_session(user_id=signed_up.user.pk, device=device_of(request._request))


def check_sign_up_limits(request: Request) -> str:
    """Return the hash of the client's address after checking the rate limit and the captcha.

    Raises TooMany too_many_sign_ups, and what require_captcha_beyond_limit raises.
    """
    limit_sign_ups(request)
    address = address_hash_of(request)
    require_captcha_beyond_limit(address_hash=address, answer=text_of(request.data, "captcha"))
    return address


def registration_of(data: Any, **more: str) -> Registration:
    """Return the sent data as a Registration, whatever its shape; the service validates it."""
    form = SignUpSerializer(data=data if isinstance(data, Mapping) else {})
    form.is_valid(raise_exception=True)
    typed = dict(form.validated_data)
    vehicle = typed.pop("driver")
    del typed["captcha"]
    typed.update(more)
    return Registration(driver=NewVehicle(**vehicle) if vehicle else None, **typed)


def text_of(data: Any, name: str) -> str:
    """Return a text field of a body; "" if it is missing or not text."""
    value = data.get(name) if isinstance(data, Mapping) else None
    return value if isinstance(value, str) and "\x00" not in value else ""
