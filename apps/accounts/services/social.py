"""Login by Google, Facebook and Apple: there and back in the browser, by django-allauth.

Who comes back is stored in the browser's Django session for a moment, under a key of our own: it signs
no one in, neither here nor in the Django admin. The page then exchanges it for a session like any other.
"""

import secrets
import time
from typing import Final
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from apps.accounts.devices import Device
from apps.accounts.models import PhoneCode, User
from apps.accounts.sandbox import sandbox_url
from apps.accounts.services.email_addresses import is_email_verified, mark_verified
from apps.accounts.services.entry import check_may_enter
from apps.accounts.services.sessions import Session, end_all_sessions
from apps.accounts.services.two_factor_login import TwoFactorChallenge, log_in
from apps.core.errors import BadInput, NotFound
from apps.core.platform import platform_settings

PROVIDERS: Final = ("google", "facebook", "apple")
LOGIN_PAGE: Final = "/login"
WAITING: Final = "social_sign_in"
WAITING_SECONDS: Final = 300


def sign_in_methods() -> dict[str, bool]:
    """Which ways in there are beside the password: switched on, and with keys where keys are needed."""
    return {
        "mobile": platform_settings().mobile_login_enabled,
        **{provider: is_provider_on(provider) for provider in PROVIDERS},
    }


def is_provider_on(provider: str) -> bool:
    if provider not in PROVIDERS or "APP" not in settings.SOCIALACCOUNT_PROVIDERS[provider]:
        return False
    return bool(getattr(platform_settings(), f"{provider}_login_enabled"))


def start_social_sign_in(*, request: HttpRequest, provider: str, next_page: str = "") -> str:
    """The provider's page to go to; what is needed on return is stored in the browser's session.

    Raises NotFound provider_not_configured.
    """
    if not is_provider_on(provider):
        raise NotFound("provider_not_configured", _("This login method isn't available."))
    answer = (
        get_adapter(request)
        .get_provider(request, provider)
        .redirect(request, process="login", next_url=login_page(social="done", next=_own_page(next_page)))
    )
    return sandbox_url(answer.url)


def hand_over(request: HttpRequest, user: User) -> None:
    """Remember who has come back from a provider, until the page requests their session."""
    request.session.cycle_key()
    request.session[WAITING] = {"user": user.pk, "at": time.time(), "once": secrets.token_urlsafe(16)}


def finish_social_sign_in(*, request: HttpRequest, device: Device) -> Session | TwoFactorChallenge:
    """Log in who has just come back, once.

    Raises BadInput social_failed, and what check_may_enter raises.
    """
    waiting = request.session.pop(WAITING, None)
    if "_auth_user_id" not in request.session:
        # Someone's session of the Django admin goes on; any other has done its work.
        request.session.flush()
    if not waiting or time.time() - waiting["at"] > WAITING_SECONDS:
        raise _nobody()
    # Of two requests with one cookie, one goes on.
    if not cache.add(f"social_sign_in:{waiting['once']}", 1, WAITING_SECONDS + 60):
        raise _nobody()
    user = User.objects.filter(pk=waiting["user"]).first()
    if user is None:
        raise _nobody()
    check_may_enter(user, "social")
    return log_in(user=user, method="social", device=device)


@transaction.atomic
def account_of_email(email: str) -> User | None:
    """The account of an address that a provider vouches for; whoever else could get into it no longer can.

    Anybody may sign up with an address that is not theirs and wait for its owner. So where it was never
    verified, all other ways into the account end: password, providers, phone, sessions, new addresses.
    """
    user = User.objects.select_for_update(no_key=True).filter(email=email.lower(), is_active=True).first()
    if user is None or is_email_verified(user):
        return user
    SocialAccount.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()
    PhoneCode.objects.filter(user=user, used_at=None).update(used_at=timezone.now())
    user.set_unusable_password()
    user.mobile, user.mobile_verified = None, False
    user.save(update_fields=["password", "mobile", "mobile_verified"])
    mark_verified(user)
    end_all_sessions(user_id=user.pk)
    return user


def login_page(**query: str) -> str:
    """The address of the login page with the outcome as a parameter."""
    return f"{LOGIN_PAGE}?{urlencode({name: value for name, value in query.items() if value})}"


def _own_page(page: str) -> str:
    """A page of this site, or nothing."""
    return page if page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None) else ""


def _nobody() -> BadInput:
    return BadInput("social_failed", _("We couldn't log you in. Try again."))
