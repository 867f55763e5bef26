"""Login by email and password; phone codes and providers get modules of their own beside it."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.services.password_attempts import try_password
from apps.core.errors import NotSignedIn


def check_password(*, request: HttpRequest, email: str, password: str, captcha: str = "") -> User:
    """The person whose password this is; whether they may come in is `check_may_enter`'s to say.

    Raises NotSignedIn login_error for a wrong password, an unknown or a disabled account alike;
    TooMany too_many_requests after too many wrong ones from this device or address; BadInput
    captcha_required or captcha_failed while the account is under attack.
    """
    user = try_password(request=request, email=email, password=password, captcha=captcha)
    if user is None or not user.is_active:
        raise NotSignedIn("login_error", _("Incorrect email or password."))
    return user
