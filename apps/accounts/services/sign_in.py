"""Login by email and password."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.services.password_attempts import try_password
from apps.core.errors import NotSignedIn


def check_password(*, request: HttpRequest, email: str, password: str, captcha: str = "") -> User:
    """Return the user with this password; `require_login_allowed` decides whether they may log in.

    Raises NotSignedIn login_error for a wrong password and for an unknown or disabled account; TooMany
    too_many_requests after too many wrong passwords from this device or address; BadInput captcha_required or
    captcha_failed while the account is under attack.
    """
    user = try_password(request=request, email=email, password=password, captcha=captcha)
    if user is None or not user.is_active:
        raise NotSignedIn("login_error", _("Incorrect email or password."))
    return user
