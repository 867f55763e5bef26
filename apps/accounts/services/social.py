"""Login by Google, Facebook, Apple and, for staff, the company's provider, with django-allauth.

The result is stored in the browser's Django session under a key of this module, which logs no one in to the
site or the Django admin. The login page exchanges it for a session of the API.
"""

import logging
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
from requests import RequestException

from apps.accounts.allauth_adapters.sandbox import sandbox_url
from apps.accounts.login.devices import Device
from apps.accounts.models import PhoneCode, User
from apps.accounts.services.email_addresses import is_email_verified, mark_verified
from apps.accounts.services.entry import Method, require_login_allowed
from apps.accounts.services.sessions import Session, end_all_sessions
from apps.accounts.services.two_factor_login import TwoFactorChallenge, log_in
from apps.core.errors import BadInput, NotFound
from apps.core.platform import platform_settings
from config.social import COMPANY

log = logging.getLogger(__name__)

PROVIDERS: Final = ("google", "facebook", "apple")
"""Those of riders and drivers, each switched on in the settings."""
LOGIN_PAGE: Final = "/login"
PENDING_LOGIN: Final = "social_sign_in"
PENDING_LOGIN_SECONDS: Final = 300


def sign_in_methods() -> dict[str, bool]:
    """Return which login methods besides the password are switched on and configured."""
    return {
        "mobile": platform_settings().mobile_login_enabled,
        **{provider: is_provider_on(provider) for provider in PROVIDERS},
        COMPANY: is_provider_on(COMPANY),
    }


def company_login_name() -> str:
    """Return the name of the company's provider, which may be empty."""
    app = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"].get("APP", {})
    return str(app.get("name", ""))


def is_provider_on(provider: str) -> bool:
    if provider == COMPANY:
        return "APP" in settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]
    if provider not in PROVIDERS or "APP" not in settings.SOCIALACCOUNT_PROVIDERS[provider]:
        return False
    return bool(getattr(platform_settings(), f"{provider}_login_enabled"))


def start_social_sign_in(*, request: HttpRequest, provider: str, next_page: str = "") -> str:
    """Return the provider's login URL and store the state for the callback.

    Raises NotFound provider_not_configured; BadInput social_failed if the company's provider does not answer.
    """
    if not is_provider_on(provider):
        raise NotFound("provider_not_configured", _("This login method isn't available."))
    known = get_adapter(request).get_provider(request, provider)
    page = login_page(social="done", next=_own_page(next_page))
    try:
        answer = known.redirect(request, process="login", next_url=page)
    except (AttributeError, LookupError, RequestException, TypeError, ValueError) as error:
        # The company's provider publishes where to log in.
        log.warning("no configuration of the login provider provider=%s error=%r", provider, error)
        raise _failed() from error
    return sandbox_url(answer.url)


def store_pending_login(request: HttpRequest, user: User, *, provider: str) -> None:
    """Store the user that a provider confirmed, until the login page requests the session."""
    request.session.cycle_key()
    request.session[PENDING_LOGIN] = {
        "user": user.pk,
        "provider": provider,
        "at": time.time(),
        "once": secrets.token_urlsafe(16),
    }


def finish_social_sign_in(*, request: HttpRequest, device: Device) -> Session | TwoFactorChallenge:
    """Log in the user that a provider confirmed, once.

    Raises BadInput social_failed, and what require_login_allowed raises.
    """
    waiting = request.session.pop(PENDING_LOGIN, None)
    if "_auth_user_id" not in request.session:
        # Preserve a session of the Django admin; any other is no longer needed.
        request.session.flush()
    if not waiting or time.time() - waiting["at"] > PENDING_LOGIN_SECONDS:
        raise _failed()
    # Only one of two requests with the same cookie succeeds.
    if not cache.add(f"social_sign_in:{waiting['once']}", 1, PENDING_LOGIN_SECONDS + 60):
        raise _failed()
    user = User.objects.filter(pk=waiting["user"]).first()
    if user is None:
        raise _failed()
    method: Method = "company" if waiting.get("provider") == COMPANY else "social"
    require_login_allowed(user, method)
    return log_in(user=user, method=method, device=device)


@transaction.atomic
def account_of_email(email: str) -> User | None:
    """Return the account of an address that a provider verified, and lock out anyone else who could use it.

    Anyone may sign up with another person's address and wait for its owner. If the address was never
    verified, all other ways to log in to the account end: password, providers, phone, sessions, pending
    addresses.
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
    """Return the URL of the login page with the outcome as parameters."""
    return f"{LOGIN_PAGE}?{urlencode({name: value for name, value in query.items() if value})}"


def _own_page(page: str) -> str:
    """Return the page if it belongs to this site, or ""."""
    return page if page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None) else ""


def _failed() -> BadInput:
    return BadInput("social_failed", _("We couldn't log you in. Try again."))
