"""Sign-in by e-mail and password; phone codes and providers get modules of their own beside it."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.errors import NotSignedIn, TooMany


def check_password(*, request: HttpRequest, email: str, password: str) -> User:
    """The person whose password this is; whether they may come in is `check_may_enter`'s to say.

    Raises NotSignedIn login_error for a wrong password, an unknown or a disabled account alike;
    TooMany too_many_requests after too many wrong ones, counted by django-allauth for the address and
    for the account.
    """
    try:
        user = get_adapter(request).authenticate(request, email=email, password=password)
    except ValidationError as error:
        raise TooMany("too_many_requests", _("Too many tries. Wait a few minutes.")) from error
    if not isinstance(user, User) or not user.is_active:
        raise NotSignedIn("login_error", _("The e-mail or the password is wrong."))
    return user
