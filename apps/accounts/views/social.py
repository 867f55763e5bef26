"""Login by Google, Facebook, Apple and the company's provider."""

import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from allauth.socialaccount.providers.apple.views import AppleOAuth2Adapter, apple_post_callback
from allauth.socialaccount.providers.facebook.views import FacebookOAuth2Adapter
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.views import callback as openid_connect_callback
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST
from drf_spectacular.utils import extend_schema
from requests import RequestException
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.login.devices import device_of
from apps.accounts.serializers.social import SocialAddressSerializer, SocialStartSerializer
from apps.accounts.services.social import (
    finish_social_sign_in,
    is_provider_on,
    login_page,
    start_social_sign_in,
)
from apps.accounts.views.auth import LOG_IN_RESPONSES, PublicAuthView, logged_in
from apps.core.rate_limits.throttles import ScopedThrottle
from config.social import COMPANY

log = logging.getLogger(__name__)

NAME_LENGTH: Final = 80
CALLBACKS: Final[dict[str, Callable[[HttpRequest], HttpResponse]]] = {
    "google": OAuth2CallbackView.adapter_view(GoogleOAuth2Adapter),
    "facebook": OAuth2CallbackView.adapter_view(FacebookOAuth2Adapter),
    "apple": OAuth2CallbackView.adapter_view(AppleOAuth2Adapter),
    COMPANY: partial(openid_connect_callback, provider_id=COMPANY),
}


class SocialStartView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "social"

    @extend_schema(request=SocialStartSerializer, responses=SocialAddressSerializer, auth=[])
    def post(self, request: Request, provider: str) -> Response:
        """Return the provider's login URL; 404 provider_not_configured.

        Providers: google, facebook, apple, and company for staff.

        The browser returns to `/login?social=done` (and `&next=`), or to `/login?social_error=` with
        social_cancelled, social_failed, user_exists, not_staff or provider_not_configured.
        """
        form = SocialStartSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        url = start_social_sign_in(
            request=request._request, provider=provider, next_page=form.validated_data["next"]
        )
        return Response(SocialAddressSerializer({"url": url}).data)


class SocialFinishView(PublicAuthView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "social"

    @extend_schema(request=None, responses=LOG_IN_RESPONSES, auth=[])
    def post(self, request: Request) -> Response:
        """Log in the user that a provider confirmed: social_failed, require_approval.

        202 as for auth/sign-in/.
        """
        return logged_in(finish_social_sign_in(request=request._request, device=device_of(request._request)))


@require_GET
def social_callback(request: HttpRequest, provider: str, **of_url: str) -> HttpResponse:
    """Process a provider's callback and redirect to the login page."""
    if not is_provider_on(provider):
        return HttpResponseRedirect(login_page(social_error="provider_not_configured"))
    try:
        return CALLBACKS[provider](request)
    except (IntegrityError, AttributeError, LookupError, TypeError, ValueError, RequestException):
        # django-allauth does not validate the structure of a provider's data.
        log.exception("invalid response of %s", provider)
        return HttpResponseRedirect(login_page(social_error="social_failed"))


@csrf_exempt
@require_POST
def apple_posted(request: HttpRequest) -> HttpResponse:
    """Store Apple's form post for the callback; it comes from Apple's page, without our cookie.

    Takes only the code, the state, the error and the name from the form, which the browser could change:
    django-allauth would accept its email address if Apple's signed data has none.
    """
    trusted = QueryDict(mutable=True)
    for name in ("code", "state", "error"):
        trusted[name] = request.POST.get(name, "")
    trusted["user"] = _only_names(request.POST.get("user", ""))
    request.POST, request.GET = trusted, QueryDict()  # type: ignore[assignment]  # read-only in the stubs
    answer: HttpResponse = apple_post_callback(request)
    return answer


def _only_names(user: str) -> str:
    try:
        name: Any = json.loads(user)["name"]
        first, last = (str(name.get(part) or "")[:NAME_LENGTH] for part in ("firstName", "lastName"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ""
    return json.dumps({"name": {"firstName": first, "lastName": last}})
