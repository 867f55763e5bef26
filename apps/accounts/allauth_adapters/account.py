"""How django-allauth fits this platform."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from apps.accounts.models import User
from apps.accounts.services.social import hand_over, login_page


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    def pre_login(
        self, request: HttpRequest, user: User, *, redirect_url: str | None, **details: Any
    ) -> HttpResponse:
        """Back from a provider: no Django session begins here, the page fetches one of ours."""
        if not user.is_active:
            return HttpResponseRedirect(login_page(social_error="social_failed"))
        hand_over(request, user)
        return HttpResponseRedirect(redirect_url or login_page(social="done"))
