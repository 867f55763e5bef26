"""Authentication backend for passwords."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend


class ApprovedPeopleBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth carries no types
    """Checks passwords by email as django-allauth does; disapproved users lose their Django sessions too."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(super().user_can_authenticate(user)) and user.approved
