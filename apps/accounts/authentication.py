"""Who is asking: the person named by a short-lived access token."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework_simplejwt.authentication import JWTAuthentication
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import Token

from apps.accounts.models import DeviceSession, User
from apps.accounts.two_factor_policy import is_setup_due
from apps.core.errors import Forbidden, NotSignedIn

FAMILY_CLAIM: Final = "fam"
"""The device session that a token belongs to."""


class AccessTokenAuthentication(JWTAuthentication):
    """Who was disapproved, disabled or logged out is refused at the next request, not at the token's end."""

    refusals: ClassVar = ((401, ("not_logged_in", "require_approval")),)
    """For the published schema, as is the next."""
    refusals_of_staff: ClassVar = ((403, ("two_factor_setup_required",)),)

    def authenticate(self, request: Request) -> tuple[User, Token] | None:  # type: ignore[override]  # the parent's type variable is unbound
        try:
            found: tuple[User, Token] | None = super().authenticate(request)  # type: ignore[assignment]  # as above
        except AuthenticationFailed as error:
            raise not_signed_in() from error
        if found is None or not is_setup_due(found[0]) or _opens_before_setup(request):
            return found
        view = request.parser_context["view"]
        if any(isinstance(permission, AllowAny) for permission in view.get_permissions()):
            # Open to everyone: staff who have to set up two-factor login see what a visitor sees.
            return None
        raise Forbidden("two_factor_setup_required", _("Set up two-factor login to continue."))

    def get_user(self, validated_token: Token) -> User:  # type: ignore[override]  # as above
        # The device's session and its person in one query: each request asks it.
        session = (
            DeviceSession.objects.select_related("user")
            .filter(
                family=validated_token.get(FAMILY_CLAIM, ""),
                user_id=validated_token.get(api_settings.USER_ID_CLAIM),
                ended_at__isnull=True,
                user__is_active=True,
            )
            .first()
        )
        if session is None:
            raise not_signed_in()
        if not session.user.approved:
            raise NotSignedIn("require_approval", _("This account isn't approved yet."))
        return session.user


def _opens_before_setup(request: Request) -> bool:
    """Whether the view says so: `before_two_factor_setup` names the methods."""
    return request.method in getattr(request.parser_context["view"], "before_two_factor_setup", ())


def current_user(request: Request) -> User:
    """The signed-in person; for views whose permissions let no one else in."""
    if not isinstance(request.user, User):
        raise not_signed_in()
    return request.user


def current_family(request: Request) -> str:
    """The device session that the request's access token belongs to."""
    return str(request.auth[FAMILY_CLAIM]) if isinstance(request.auth, Token) else ""


def not_signed_in() -> NotSignedIn:
    return NotSignedIn("not_logged_in", _("Log in to continue."))
