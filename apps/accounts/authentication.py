"""Authentication by short-lived access tokens."""

from functools import lru_cache
from typing import Any, ClassVar, Final

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework_simplejwt.authentication import JWTAuthentication
from rest_framework_simplejwt.exceptions import InvalidToken, TokenError
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import Token
from rest_framework_simplejwt.utils import aware_utcnow

from apps.accounts.login.two_factor_policy import is_setup_due
from apps.accounts.models import User
from apps.accounts.services.session_confirmation import confirm_renewal
from apps.core.compiled_queries import CompiledQuery
from apps.core.errors import Forbidden, NotSignedIn
from apps.core.monitoring import log_context

FAMILY_CLAIM: Final = "fam"
"""The claim with the token's device session."""
REFRESH_CLAIM: Final = "rid"
"""The claim of an access token with the `jti` of the refresh token that it was issued with."""

TOKENS: Final = 4096
"""Verified tokens that a process keeps. A token says who it was issued for and until when; whether the
session still lasts, the database says at each request.
"""


def users_of_session(family: str, user_id: int) -> QuerySet[User]:
    """Return the user if active and logged in by this session, which has not ended."""
    return User.objects.filter(
        pk=user_id,
        is_active=True,
        device_sessions__family=family,
        device_sessions__ended_at__isnull=True,
    )


USER_OF_SESSION: Final = CompiledQuery(
    lambda family, user_id: users_of_session(family, user_id).annotate(
        unconfirmed_token_id=F("device_sessions__unconfirmed_token_id"),
        role_permissions=F("staff_role__permissions"),
        role_two_factor=F("staff_role__two_factor"),
    ),
    family="a family",
    user_id=-1,
)
"""The active user of a session that has not ended, with the session's `unconfirmed_token_id` and the role of
an admin.

Each request runs it.
"""


class AccessTokenAuthentication(JWTAuthentication):
    """Refuses users who were disapproved, disabled or logged out at the next request, before the token
    expires.
    """

    refusals: ClassVar = ((401, ("not_logged_in", "require_approval")),)
    """For the published schema, like `refusals_of_staff`."""
    refusals_of_staff: ClassVar = ((403, ("two_factor_setup_required",)),)

    def authenticate(self, request: Request) -> tuple[User, Token] | None:  # type: ignore[override]  # the parent's type variable is unbound
        try:
            found: tuple[User, Token] | None = super().authenticate(request)  # type: ignore[assignment]  # as above
        except AuthenticationFailed as error:
            raise not_signed_in() from error
        if found is None or not is_setup_due(found[0]) or _is_allowed_before_setup(request):
            return found
        view = request.parser_context["view"]
        if any(isinstance(permission, AllowAny) for permission in view.get_permissions()):
            # The view is public: treat staff without two-factor login as anonymous.
            return None
        raise Forbidden("two_factor_setup_required", _("Set up two-factor login to continue."))

    def get_validated_token(self, raw_token: bytes) -> Token:
        token = _verified(raw_token, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
        try:
            token.check_exp(current_time=aware_utcnow())
        except TokenError as error:
            raise InvalidToken(str(error)) from error
        return token

    def get_user(self, validated_token: Token) -> User:  # type: ignore[override]  # as above
        family = str(validated_token.get(FAMILY_CLAIM, ""))
        user: Any = USER_OF_SESSION.first(
            family=family, user_id=int(validated_token[api_settings.USER_ID_CLAIM])
        )
        if user is None:
            raise not_signed_in()
        if user.unconfirmed_token_id and user.unconfirmed_token_id == validated_token.get(REFRESH_CLAIM):
            confirm_renewal(family=family, token_id=user.unconfirmed_token_id)
        if not user.approved:
            raise NotSignedIn("require_approval", _("This account isn't approved yet."))
        found: User = user
        log_context.bind(user_id=found.pk)
        return found


@lru_cache(maxsize=TOKENS)
def _verified(raw_token: bytes, keys: tuple[str, ...]) -> Token:
    """Return a token that was signed with one of these keys. Raises InvalidToken."""
    return JWTAuthentication().get_validated_token(raw_token)


def _is_allowed_before_setup(request: Request) -> bool:
    """Return whether `before_two_factor_setup` of the view contains the request's method."""
    return request.method in getattr(request.parser_context["view"], "before_two_factor_setup", ())


def current_user(request: Request) -> User:
    """Return the logged-in user; for views whose permissions require one."""
    if not isinstance(request.user, User):
        raise not_signed_in()
    return request.user


def current_family(request: Request) -> str:
    """Return the device session of the request's access token; "" without a token."""
    return str(request.auth[FAMILY_CLAIM]) if isinstance(request.auth, Token) else ""


def not_signed_in() -> NotSignedIn:
    return NotSignedIn("not_logged_in", _("Log in to continue."))
