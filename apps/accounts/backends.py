"""Who Django takes for logged in, in the Django admin's sessions too."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend


class ApprovedPeopleBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth carries no types
    """Passwords by email as django-allauth checks them; a disapproval ends open sessions too."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(super().user_can_authenticate(user)) and user.approved
