"""How django-allauth fits this platform."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted by account alone: another Host header is no fresh start."""
        return str(credentials.get("email") or credentials.get("username") or "").lower()
