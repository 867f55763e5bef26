"""Account adapter for django-allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from apps.accounts.models import User
from apps.accounts.services.social import login_page, store_pending_login


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    def pre_login(
        self, request: HttpRequest, user: User, *, redirect_url: str | None, **details: Any
    ) -> HttpResponse:
        """Store the pending login; the login page exchanges it for a session of the API."""
        if not user.is_active:
            return HttpResponseRedirect(login_page(social_error="social_failed"))
        store_pending_login(request, user, provider=details["signal_kwargs"]["sociallogin"].account.provider)
        return HttpResponseRedirect(redirect_url or login_page(social="done"))
