"""Who is asking: the person named by a short-lived access token."""

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework_simplejwt.authentication import JWTAuthentication
from rest_framework_simplejwt.tokens import Token

from apps.accounts.models import User
from apps.core.errors import NotSignedIn


class AccessTokenAuthentication(JWTAuthentication):
    """A disapproved or disabled person is refused at the next request, not at the token's end."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:  # type: ignore[override]  # the parent's type variable is unbound
        try:
            return super().authenticate(request)  # type: ignore[return-value]  # as above
        except AuthenticationFailed as error:
            raise not_signed_in() from error

    def get_user(self, validated_token: Token) -> User:  # type: ignore[override]  # as above
        user = super().get_user(validated_token)
        if not isinstance(user, User) or not user.approved:
            raise NotSignedIn("require_approval", _("This account is waiting for approval."))
        return user


def current_user(request: Request) -> User:
    """The signed-in person; for views whose permissions let nobody else in."""
    if not isinstance(request.user, User):
        raise not_signed_in()
    return request.user


def not_signed_in() -> NotSignedIn:
    return NotSignedIn("not_logged_in", _("Sign in to go on."))
